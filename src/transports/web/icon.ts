/** The sign of the service in the tab of a browser, under the address that pages and bookmarks of every release know; larger for directories. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserFiles } from '#lib/paths.ts';
import { releaseDocument } from '#transports/http/release-document.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';

export function addIcon(router: Router<Handler>): void {
  const read = (): string => readFileSync(join(browserFiles(), 'icon.svg'), 'utf8');
  // Browsers look for the second by themselves, where what they show is no page of ours.
  for (const path of ['/icon.svg', '/favicon.ico']) router.add('GET', path, releaseDocument('image/svg+xml', read));
  const large = readFileSync(join(browserFiles(), 'icon-512.png'));
  router.add('GET', '/icon-512.png', () => ({
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
    body: large,
  }));
}

/** The sign of the service in the tab of a browser, under the address that pages and bookmarks of every release know; larger for directories. */
import { readFileSync } from 'node:fs';
import { stable } from '#http/release-document.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';

export function addIcon(router: Router<Handler>): void {
  const read = (): string => readFileSync(new URL('icon.svg', import.meta.url), 'utf8');
  router.add('GET', '/icon.svg', stable('image/svg+xml', read));
  const large = readFileSync(new URL('icon-512.png', import.meta.url));
  router.add('GET', '/icon-512.png', () => ({
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
    body: large,
  }));
}

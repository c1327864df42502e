/** The changelog as a page, as data and as a feed. */

import type { Operation } from '#api/endpoint.ts';
import { languages } from '#lib/i18n/message.ts';
import { releaseDocument } from '#transports/http/release-document.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';
import { addresses } from '#transports/web/addresses.ts';
import { type KeptPage, keptPage, type OpenSession, opened } from '#transports/web/docs/page-cache.ts';
import type { View } from '#transports/web/routing/page.ts';
import { atom } from './atom.ts';
import { changelog, type Entry } from './entries.ts';
import { changelogView } from './page.ts';

export function addChangelog(
  router: Router<Handler>,
  operations: readonly Operation[],
  { publicUrl, isDemo, session }: { publicUrl: string | null; isDemo: boolean; session: OpenSession },
): void {
  // Made anew by nobody: a release does not change while it runs.
  let known: Entry[] | undefined;
  const entries = (): Entry[] => {
    known ??= changelog(operations);
    return known;
  };
  const base = publicUrl?.startsWith('http') ? publicUrl.replace(/\/$/, '') : '';
  const data = (): string => JSON.stringify({ updated: newest(entries()), entries: entries() });
  router.add('GET', '/changelog.json', releaseDocument('application/json; charset=utf-8', data));
  router.add(
    'GET',
    '/changelog.atom',
    releaseDocument('application/atom+xml; charset=utf-8', () => atom(entries(), base)),
  );
  for (const language of languages) {
    const view = (): View => changelogView(entries(), language);
    const page: KeptPage = { page: { path: addresses.changes }, language, isDemo, publicUrl, view };
    const whole = keptPage(page, { shown: (text) => text, version: () => '' });
    router.add('GET', addresses.changes[language], (request) => opened(request, page, whole, session));
  }
}

const newest = (entries: readonly Entry[]): string | null => entries.find(({ date }) => date !== null)?.date ?? null;

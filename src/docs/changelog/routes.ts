/** The changelog as a page, as data and as a feed. */
import { languageOf } from '#http/language.ts';
import { stable } from '#http/release-document.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import type { Operation } from '#operations/endpoint.ts';
import { type Language, languages } from '#sentences/sentence.ts';
import { atom } from './atom.ts';
import { changelog, type Entry } from './entries.ts';
import { changelogPage } from './page.ts';

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  vary: 'accept-language, accept-encoding',
};

export function addChangelog(
  router: Router<Handler>,
  operations: readonly Operation[],
  publicUrl: string | null,
): void {
  // Made anew by nobody: a release does not change while it runs.
  let known: Entry[] | undefined;
  const entries = (): Entry[] => {
    known ??= changelog(operations);
    return known;
  };
  const base = publicUrl?.startsWith('http') ? publicUrl.replace(/\/$/, '') : '';
  const data = (): string => JSON.stringify({ updated: newest(entries()), entries: entries() });
  router.add('GET', '/changelog.json', stable('application/json; charset=utf-8', data));
  router.add(
    'GET',
    '/changelog.atom',
    stable('application/atom+xml; charset=utf-8', () => atom(entries(), base)),
  );
  const pages = Object.fromEntries(
    languages.map((language) => [
      language,
      stable('text/html; charset=utf-8', () => changelogPage(entries(), language), {
        ...PAGE_HEADERS,
        'content-language': language,
      }),
    ]),
  ) as Record<Language, Handler>;
  router.add('GET', '/changelog', (request) =>
    pages[languageOf(request.query, request.header('accept-language'), 'ro')](request),
  );
}

const newest = (entries: readonly Entry[]): string | null => entries.find(({ date }) => date !== null)?.date ?? null;

/** The changelog as a page, as data and as a feed. */
import { stable } from '#http/release-document.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import type { Operation } from '#operations/endpoint.ts';
import { html } from '#web/html.ts';
import { themeLinks } from '#web/theme.ts';
import { atom } from './atom.ts';
import { changelog, type Entry } from './entries.ts';
import { changesMarkup, inline } from './markup.ts';

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'content-language': 'en',
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
  router.add(
    'GET',
    '/changelog',
    stable('text/html; charset=utf-8', () => page(entries()), PAGE_HEADERS),
  );
}

const newest = (entries: readonly Entry[]): string | null => entries.find(({ date }) => date !== null)?.date ?? null;

const page = (entries: readonly Entry[]): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Changes of the Firmoteca API</title>
${themeLinks}
<link rel="stylesheet" href="/start.css">
<link rel="alternate" type="application/atom+xml" title="Changes" href="/changelog.atom">
</head>
<body>
<header><p class="brand">Firmoteca</p><a href="/docs">API documentation</a></header>
<main>
  <h1>Changes</h1>
  <p>What is taken away is announced at least 180 days before. Follow it as a <a href="/changelog.atom">feed</a>, or read it as <a href="/changelog.json">data</a>.</p>
  ${entries.map(
    ({ id, date, title, changes }) => html`
  <section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${inline(title)}${date !== null && html` <small><time datetime="${date}">${date}</time></small>`}</h2>
    ${changesMarkup(changes)}
  </section>`,
  )}
</main>
</body>
</html>
`.markup;

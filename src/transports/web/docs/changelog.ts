/** The changelog as a page, as JSON and as an Atom feed. */

import type { Operation } from '#api/endpoint.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import { type Language, languages } from '#lib/i18n/message.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { textsOf } from '#locales/texts.ts';
import { type Handler, releaseDocument } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';
import { type Change, changelog, type Entry } from './changelog-entries.ts';
import { type CachedPage, cachedPage, type OpenSession, openPage } from './page-cache.ts';

export function addChangelog(
  router: Router<Handler>,
  operations: readonly Operation[],
  { publicUrl, isDemo, session }: { publicUrl: string | null; isDemo: boolean; session: OpenSession },
): void {
  // Cached without expiry: a release does not change while it runs.
  let cache: Entry[] | undefined;
  const entries = (): Entry[] => {
    cache ??= changelog(operations);
    return cache;
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
    const page: CachedPage = { page: { path: addresses.changes }, language, isDemo, publicUrl, view };
    const whole = cachedPage(page, { redact: (text) => text, version: () => '' });
    router.add('GET', addresses.changes[language], (request) => openPage(request, page, whole, session));
  }
}

const newest = (entries: readonly Entry[]): string | null => entries.find(({ date }) => date !== null)?.date ?? null;

function changelogView(entries: readonly Entry[], language: Language): View {
  const texts = textsOf(language).docs.changelog;
  return {
    title: texts.title,
    description: texts.notice,
    body: html`<section class="opening slim"><h1>${texts.heading}</h1><p class="promise">${texts.notice}${texts.languageNote !== null && html` ${texts.languageNote}`}</p>
<p class="tools"><a href="${to('docs', language)}">${texts.docs}</a> <a href="/changelog.atom" type="application/atom+xml">${texts.feed}</a> <a href="/changelog.json">${texts.data}</a></p></section>
${entries.map(
  ({
    id,
    date,
    kind,
    title,
    changes,
  }) => html`<section class="card" id="${id}" lang="en" aria-labelledby="${id}-title"><header><h2 id="${id}-title">${inline(title)}</h2><p class="small quiet" lang="${language}">${texts.kinds[kind]}${date !== null && html` · <time datetime="${date}">${shortDay(date, language)}</time>`}</p></header>
<div class="release">${changesMarkup(changes)}</div></section>`,
)}`,
  };
}

/** `base`: the public URL; '' where no setting names it: then links are paths. */
export function atom(entries: readonly Entry[], base: string): string {
  const dated = entries.filter((entry): entry is Entry & { date: Day } => entry.date !== null);
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${idOf('feed')}</id>
  <title>Changes of the Firmoteca API</title>
  <updated>${instant(dated[0]?.date ?? '1970-01-01')}</updated>
  <author><name>Firmoteca</name></author>
  <link rel="self" type="application/atom+xml" href="${base}/changelog.atom"/>
  <link rel="alternate" type="text/html" href="${base}/changelog"/>
${dated.map(
  ({ id, date, kind, title, changes }) => html`  <entry>
    <id>${idOf(id)}</id>
    <title>${plain(title)}</title>
    <updated>${instant(date)}</updated>
    <published>${instant(date)}</published>
    <category term="${kind}"/>
    <link rel="alternate" type="text/html" href="${base}/changelog#${id}"/>
    <content type="html">${changesMarkup(changes).markup}</content>
  </entry>
`,
)}</feed>
`.markup;
}

const instant = (day: Day): string => `${day}T00:00:00Z`;

/** The same in every installation and release: a UUID of the name (version 8, RFC 9562). */
function idOf(name: string): string {
  const digits = sha256(`firmoteca changelog ${name}`);
  const at = (from: number, to: number): string => digits.slice(from, to);
  return `urn:uuid:${at(0, 8)}-${at(8, 12)}-8${at(12, 15)}-8${at(15, 18)}-${at(18, 30)}`;
}

/** Changes under their headings, in the order of the file. */
const changesMarkup = (changes: readonly Change[]): Html =>
  html`${[...Map.groupBy(changes, ({ group }) => group)].map(
    ([group, members]) =>
      html`${group !== null && html`<h3>${group}</h3>`}<ul>${members.map(({ text }) => html`<li>${inline(text)}</li>`)}</ul>`,
  )}`;

export const inline = (text: string): Html =>
  html`${text.split(MARKED).map((part) => {
    if (part.startsWith('`') && part.length > 1) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith('**') && part.length > 4) return html`<b>${inline(part.slice(2, -2))}</b>`;
    const [, words, address] = LINK.exec(part) ?? [];
    if (words === undefined || address === undefined) return part;
    // Files beside CHANGELOG.md are not served: their names are plain text.
    return /^(https?:\/\/|\/)/.test(address) ? html`<a href="${address}">${words}</a>` : words;
  })}`;

const MARKED = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\][]+\]\([^()\s]+\))/;
const LINK = /^\[([^\][]+)\]\(([^()\s]+)\)$/;

/** Without markup, for titles in feeds. */
const plain = (text: string): string => text.replaceAll('`', '').replaceAll('**', '');

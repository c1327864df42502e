/** The changelog as a feed: Atom 1.0 (RFC 4287). What is not released yet has no day and is left out. */
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { html } from '#transports/web/html.ts';
import type { Entry } from './entries.ts';
import { changesMarkup, plain } from './markup.ts';

/** `base`: how callers reach the service; '' where nobody said: then links are paths. */
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

/** The same in every installation and release, whatever its address: a UUID made of the name (version 8, RFC 9562). */
function idOf(name: string): string {
  const digits = sha256(`firmoteca changelog ${name}`);
  const at = (from: number, to: number): string => digits.slice(from, to);
  return `urn:uuid:${at(0, 8)}-${at(8, 12)}-8${at(12, 15)}-8${at(15, 18)}-${at(18, 30)}`;
}

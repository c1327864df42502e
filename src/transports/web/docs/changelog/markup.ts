/** The words of a change as HTML: code, weight and links, as CHANGELOG.md writes them. */
import { type Html, html } from '#transports/web/html.ts';
import type { Change } from './release-notes.ts';

/** Changes under their headings, in the order in which they stand. */
export const changesMarkup = (changes: readonly Change[]): Html =>
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
    // Files beside CHANGELOG.md are not served: their names are words.
    return /^(https?:\/\/|\/)/.test(address) ? html`<a href="${address}">${words}</a>` : words;
  })}`;

const MARKED = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\][]+\]\([^()\s]+\))/;
const LINK = /^\[([^\][]+)\]\(([^()\s]+)\)$/;

/** Without any marks, for titles in feeds. */
export const plain = (text: string): string => text.replaceAll('`', '').replaceAll('**', '');

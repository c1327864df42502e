/** The same list for programs and spreadsheets: the operation behind a page, asked for as a file. */
import type { Language } from '#sentences/sentence.ts';
import { type Html, html } from '#web/html.ts';
import { icon } from './icon.ts';

const FORMATS = ['csv', 'xlsx', 'json'] as const;

const DOWNLOAD = { ro: 'Descarcă lista', en: 'Download the list' } as const;

/** `path` is the operation's, with its parameters; what is undefined is left out of the query. */
export function exports(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  language: Language,
): Html {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value));
  return html`<ul class="tools" aria-label="${DOWNLOAD[language]}">${FORMATS.map((format) => {
    const address = new URLSearchParams([...asked, ['format', format], ['lang', language]]);
    return html`<li><a href="${path}?${address.toString()}">${icon('download')}${format.toUpperCase()}</a></li>`;
  })}</ul>`;
}

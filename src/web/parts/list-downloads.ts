/** A list as a table or as JSON: the same question, asked of the API by whoever reads the page. */
import type { Language } from '#sentences/sentence.ts';
import { type Html, html } from '#web/html.ts';
import { icon } from './icon.ts';

const FORMATS = ['csv', 'xlsx', 'json'] as const;
type Format = (typeof FORMATS)[number];

const SAVE = { ro: 'Descarcă', en: 'Download' } as const;

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** `path` of the operation; `formats` where not all of them are given. */
export const listDownloads = (
  path: string,
  query: Query,
  language: Language,
  formats: readonly Format[] = FORMATS,
): Html =>
  html`<ul class="tools" aria-label="${SAVE[language]}">${formats.map((format) => html`<li><a href="${addressOf(path, query, format)}">${icon('download')}${format.toUpperCase()}</a></li>`)}</ul>`;

function addressOf(path: string, query: Query, format: Format): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  if (format !== 'json') search.set('format', format);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

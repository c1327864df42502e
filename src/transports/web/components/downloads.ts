/** The same facts as files: what the reader's own rights give, at the addresses that programs use. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

type FileFormat = 'CSV' | 'XLSX' | 'JSON';
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface Downloads {
  /** What the files hold, for those who hear the link alone. */
  what: string;
  /** Of the operation: `/api/company/90000014/financials`. */
  path: string;
  query?: Query;
  /** Lists come as tables too; single records do not. */
  formats?: readonly FileFormat[];
}

const ALL: readonly FileFormat[] = ['CSV', 'XLSX', 'JSON'];

export const downloads = ({ what, path, query = {}, formats = ALL }: Downloads, language: Language): Html =>
  html`${formats.map((format) => html`<a rel="nofollow" href="${addressOf(path, query, format, language)}" aria-label="${what}, ${format}">${icon('download')}${format}</a>`)}`;

/** Of the list that the page shows, as it was asked for. */
export const listDownloads = (
  path: string,
  query: Query,
  language: Language,
  formats: readonly FileFormat[] = ALL,
): Html =>
  html`<ul class="tools" aria-label="${textsOf(language).components.downloads}">${formats.map((format) => html`<li><a rel="nofollow" href="${addressOf(path, query, format, language)}">${icon('download')}${format}</a></li>`)}</ul>`;

/** In the language of the page, which heads the columns of tables. */
function addressOf(path: string, query: Query, format: FileFormat, language: Language): string {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') asked.set(name, String(value));
  if (format !== 'JSON') asked.set('format', format.toLowerCase());
  asked.set('lang', language);
  return `${path}?${asked.toString()}`;
}

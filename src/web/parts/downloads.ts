/** The same facts as files: what the reader's own rights give, at the addresses that programs use. */
import type { Language } from '#sentences/sentence.ts';
import { type Html, html } from '#web/html.ts';
import { icon } from './icon.ts';

export type FileFormat = 'CSV' | 'XLSX' | 'JSON';

export interface Downloads {
  /** What the files hold, for those who hear the link alone. */
  what: string;
  /** Of the operation: `/api/company/90000014/financials`. */
  path: string;
  /** Lists come as tables too; single records do not. */
  formats?: readonly FileFormat[];
}

const ALL: readonly FileFormat[] = ['CSV', 'XLSX', 'JSON'];

export const downloads = ({ what, path, formats = ALL }: Downloads, language: Language): Html =>
  html`${formats.map((format) => html`<a rel="nofollow" href="${addressOf(path, format, language)}" aria-label="${what}, ${format}">${icon('download')}${format}</a>`)}`;

function addressOf(path: string, format: FileFormat, language: Language): string {
  const asked = [format !== 'JSON' && `format=${format.toLowerCase()}`, language === 'en' && 'lang=en'].filter(Boolean);
  return asked.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${asked.join('&')}`;
}

/** Numbers that people type, and the names of file kinds. */
import type { Language } from '#lib/i18n/message.ts';

/** Longer than any amount. */
const LENGTH_MAX = 40;

const GROUP_MARK = { ro: '.', en: ',' } as const;

/**
 * A typed number as a decimal with a point; null for another text. `1.000` is a thousand in Romanian and one in English. A mark that only
 * one language can mean in its position is accepted in both.
 */
export function parseNumber(typed: string, language: Language): string | null {
  if (typed.length > LENGTH_MAX) return null;
  const text = typed.replace(/\s/g, '');
  const mark = decimalMark(text, language);
  const [whole = '', decimals, ...more] = mark === null ? [text] : text.split(mark);
  const digits = ungrouped(whole);
  if (digits === null || more.length > 0) return null;
  if (decimals === undefined) return digits;
  if (!/^\d+$/.test(decimals)) return null;
  // In the address, three decimals would be parsed as a group of thousands.
  return `${digits}.${decimals.length === 3 ? `${decimals}0` : decimals}`;
}

/** The mark before the decimals; null where there are none. */
function decimalMark(text: string, language: Language): '.' | ',' | null {
  const marks = text.replace(/[^.,]/g, '');
  const last = marks.at(-1) === '.' ? '.' : ',';
  if (marks === '') return null;
  if (marks.length === 1) return last === GROUP_MARK[language] && isGrouped(text) ? null : last;
  // Of two kinds of marks, the last one starts the decimals; a repeated single kind groups thousands.
  return marks.includes(last === '.' ? ',' : '.') ? last : null;
}

function ungrouped(whole: string): string | null {
  if (/^\d+$/.test(whole)) return whole;
  return isGrouped(whole) ? whole.replace(/[.,]/g, '') : null;
}

/** Excludes `0.125`: no group of thousands starts with zero. */
const isGrouped = (text: string): boolean => /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:,\d{3})+)$/.test(text);

/** Names of file kinds by media type. */
const KINDS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'application/msword': 'DOC',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.ms-powerpoint': 'PPT',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
  'application/vnd.oasis.opendocument.text': 'ODT',
  'application/vnd.oasis.opendocument.spreadsheet': 'ODS',
  'application/rtf': 'RTF',
  'text/rtf': 'RTF',
  'text/plain': 'TXT',
  'text/html': 'HTML',
  'text/csv': 'CSV',
  'text/xml': 'XML',
  'application/xml': 'XML',
  'application/zip': 'ZIP',
  'application/vnd.rar': 'RAR',
  'application/x-rar-compressed': 'RAR',
  'application/x-7z-compressed': '7Z',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/tiff': 'TIFF',
  'image/vnd.dwg': 'DWG',
};

/** Falls back to the subtype of the media type. */
export const fileKind = (mediaType: string): string =>
  KINDS[mediaType] ?? (mediaType.split('/').at(-1) ?? mediaType).slice(0, 20);

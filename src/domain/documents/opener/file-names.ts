/** Names of files as they leave: without what seals put behind them, and safe on every system. */
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import type { Verdict } from '#lib/signatures/verdict.ts';
import { fold } from '#lib/values/text.ts';

const SEAL_ENDING = /\.(?:p7[ms]|pkcs7|sig)$/i;
/** Of all systems together, with signs that nobody sees or that turn the direction of reading. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/g;
/** Windows keeps these for devices, whatever their ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const ENDING = /\.[a-z0-9]{1,5}$/i;
/** With an ending, in UTF-8, below the 255 that file systems keep. */
const NAME_BYTES_MAX = 200;

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.oasis.opendocument.text': '.odt',
  'application/vnd.oasis.opendocument.spreadsheet': '.ods',
  'application/msword': '.doc',
  'application/vnd.ms-excel': '.xls',
  'application/rtf': '.rtf',
  'application/zip': '.zip',
  'application/x-7z-compressed': '.7z',
  'application/vnd.rar': '.rar',
  'application/xml': '.xml',
  'text/html': '.html',
  'text/plain': '.txt',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/tiff': '.tif',
};

/** `Offer.pdf.p7s` → `Offer.pdf`; some seal twice. */
export function unsealedName(name: string): string {
  let rest = name.trim();
  while (SEAL_ENDING.test(rest)) rest = rest.replace(SEAL_ENDING, '').trimEnd();
  return rest;
}

/** `isOpened`: the endings of seals go only where the seals went. Without an ending it gets that of its kind. */
export function fileNameOf(name: string, id: string, isOpened: boolean, mediaType: string | null): string {
  const plain = (isOpened ? unsealedName(name) : name)
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/\s+/g, ' ')
    .trim();
  const visible = withoutDots(plain.replace(/^\.+/, ''));
  const [ending = ENDINGS[mediaType ?? ''] ?? ''] = ENDING.exec(visible) ?? [];
  const stem = shortened(visible.endsWith(ending) ? visible.slice(0, visible.length - ending.length) : visible);
  const safe = DEVICE.test(stem) ? `_${stem}` : stem;
  return `${safe === '' ? id : safe}${ending}`;
}

/** Windows drops points and blanks at the end. */
function withoutDots(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(0, end);
}

/** Of whole letters. */
function shortened(name: string): string {
  let bytes = 0;
  let shortName = '';
  for (const letter of name) {
    bytes += Buffer.byteLength(letter);
    if (bytes > NAME_BYTES_MAX) break;
    shortName += letter;
  }
  return shortName.trim();
}

/** Files of the same base name that are tried. */
const CANDIDATES_MAX = 3;

const ANY_ENDING = /\.[^.]{1,5}$/;
const wholeName = (name: string): string => fold(unsealedName(name)).replace(/\s+/g, ' ').trim();
const baseName = (name: string): string => wholeName(name).replace(ANY_ENDING, '');

/** Whether it is nothing but a signature: it signs another, or one that is not here. */
export const isSignatureAlone = (row: DocumentRow): boolean =>
  row.content_sha256 === null && (row.signs !== null || (row.sealed === 'cms' && row.reason === null));

/** `X.pdf` before `X.docx` for `X.pdf.p7s`, those of the same section first. Nobody signs itself, nor a signature of its own name. */
export function candidatesFor(signature: DocumentRow, documents: readonly DocumentRow[]): DocumentRow[] {
  if (unsealedName(signature.name) === signature.name.trim()) return [];
  const [whole, base] = [wholeName(signature.name), baseName(signature.name)];
  const isSeal = (row: DocumentRow): boolean => unsealedName(row.name) !== row.name.trim();
  const rank = (row: DocumentRow): number =>
    (wholeName(row.name) === whole ? 0 : 2) + (row.section === signature.section ? 0 : 1);
  return documents
    .filter((row) => row.id !== signature.id && row.file_sha256 !== null && !isSeal(row))
    .filter((row) => wholeName(row.name) === whole || baseName(row.name) === base)
    .toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
    .slice(0, CANDIDATES_MAX);
}

const WORST: readonly Verdict[] = ['invalid', 'indeterminate', 'valid'];

/** Null when there is none. */
export function worstOf(verdicts: Iterable<Verdict | null>): Verdict | null {
  const all = new Set(verdicts);
  return WORST.find((verdict) => all.has(verdict)) ?? null;
}

/** Of a document with those of its signatures that lie beside it, among the others of its version. */
export const verdictAmong = (row: DocumentRow, documents: readonly DocumentRow[]): Verdict | null =>
  worstOf([row, ...documents.filter(({ signs }) => signs === row.id)].map(({ verdict }) => verdict));

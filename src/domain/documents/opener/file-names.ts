/** Names of files: without extensions of signed containers, safe on every system, and the targets of detached signatures. */
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import type { Verdict } from '#lib/signatures/verdict.ts';
import { fold } from '#lib/values/text.ts';

const SIGNATURE_EXTENSION = /\.(?:p7[ms]|pkcs7|sig)$/i;
/** Characters unsafe on any system, and invisible or direction-changing ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/g;
/** Device names of Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const EXTENSION = /\.[a-z0-9]{1,5}$/i;
/** UTF-8 bytes; with an extension it stays below the 255 of file systems. */
const NAME_BYTES_MAX = 200;

const EXTENSIONS: Readonly<Record<string, string>> = {
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

/** `Offer.pdf.p7s` → `Offer.pdf`; some files are wrapped twice. */
export function unwrappedName(name: string): string {
  let rest = name.trim();
  while (SIGNATURE_EXTENSION.test(rest)) rest = rest.replace(SIGNATURE_EXTENSION, '').trimEnd();
  return rest;
}

/** `isOpened`: container extensions are removed only from unwrapped files. A name without extension gets that of its media type. */
export function fileNameOf(name: string, id: string, isOpened: boolean, mediaType: string | null): string {
  const plain = (isOpened ? unwrappedName(name) : name)
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/\s+/g, ' ')
    .trim();
  const visible = withoutDots(plain.replace(/^\.+/, ''));
  const [extension = EXTENSIONS[mediaType ?? ''] ?? ''] = EXTENSION.exec(visible) ?? [];
  const stem = truncate(visible.endsWith(extension) ? visible.slice(0, visible.length - extension.length) : visible);
  const safe = DEVICE.test(stem) ? `_${stem}` : stem;
  return `${safe === '' ? id : safe}${extension}`;
}

/** Windows drops trailing dots and spaces. */
function withoutDots(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(0, end);
}

/** Never splits a character. */
function truncate(name: string): string {
  let bytes = 0;
  let result = '';
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > NAME_BYTES_MAX) break;
    result += character;
  }
  return result.trim();
}

/** Limit of candidates. */
const CANDIDATES_MAX = 3;

const ANY_EXTENSION = /\.[^.]{1,5}$/;
const wholeName = (name: string): string => fold(unwrappedName(name)).replace(/\s+/g, ' ').trim();
const baseName = (name: string): string => wholeName(name).replace(ANY_EXTENSION, '');

/** Whether the document is a detached signature, also of a file that is not here. */
export const isDetachedSignature = (row: DocumentRow): boolean =>
  row.content_sha256 === null && (row.signs !== null || (row.sealed === 'cms' && row.reason === null));

/**
 * The files that a detached signature may sign, by name: for `X.pdf.p7s` `X.pdf` before `X.docx`, the same section first. The
 * verification of the signature decides.
 */
export function candidatesFor(signature: DocumentRow, documents: readonly DocumentRow[]): DocumentRow[] {
  if (unwrappedName(signature.name) === signature.name.trim()) return [];
  const [whole, base] = [wholeName(signature.name), baseName(signature.name)];
  const isContainer = (row: DocumentRow): boolean => unwrappedName(row.name) !== row.name.trim();
  const rank = (row: DocumentRow): number =>
    (wholeName(row.name) === whole ? 0 : 2) + (row.section === signature.section ? 0 : 1);
  return documents
    .filter((row) => row.id !== signature.id && row.file_sha256 !== null && !isContainer(row))
    .filter((row) => wholeName(row.name) === whole || baseName(row.name) === base)
    .toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
    .slice(0, CANDIDATES_MAX);
}

const WORST_FIRST: readonly Verdict[] = ['invalid', 'indeterminate', 'valid'];

/** The worst of several verdicts; null when there is none. */
export function worstOf(verdicts: Iterable<Verdict | null>): Verdict | null {
  const all = new Set(verdicts);
  return WORST_FIRST.find((verdict) => all.has(verdict)) ?? null;
}

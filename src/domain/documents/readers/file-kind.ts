/**
 * Detects the kind of a file by its first bytes. For two matches the beginning decides: a PDF followed by an archive is a PDF,
 * an archive whose first entry is a PDF is an archive.
 */
import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { compoundStream } from '#lib/readers/workbook/compound-file.ts';
import { BrokenWorkbook } from '#lib/readers/workbook/worksheet.ts';
import { lastWhole } from './plain-text.ts';
import { type FileKind, Refused } from './reading.ts';

/** `zip` and `compound` are families: their content decides the kind. */
type StartKind =
  | Exclude<FileKind, 'docx' | 'pptx' | 'xlsx' | 'odt' | 'ods' | 'odp' | 'asic' | 'doc' | 'xls'>
  | 'compound';

/** Bytes that are examined. */
export const START_BYTES = 4_096;
/** PDF readers search the header within this range. */
const PDF_START_BYTES = 1_024;

/** Begins the first part of a split archive. */
export const SPLIT_MARK = Buffer.from('PK\x07\x08');

const MARKS: [mark: Buffer, kind: StartKind][] = [
  [Buffer.from('PK\x03\x04'), 'zip'],
  [SPLIT_MARK, 'zip'],
  // An empty archive.
  [Buffer.from('PK\x05\x06'), 'zip'],
  [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'compound'],
  [Buffer.from('%PDF-'), 'pdf'],
  [Buffer.from('{\\rtf'), 'rtf'],
  [Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), '7z'],
  [Buffer.from('Rar!\x1a\x07', 'latin1'), 'rar'],
];

const PICTURES: [mark: Buffer, mediaType: string][] = [
  [Buffer.from('ffd8ff', 'hex'), 'image/jpeg'],
  [Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png'],
  [Buffer.from('II*\0', 'latin1'), 'image/tiff'],
  [Buffer.from('MM\0*', 'latin1'), 'image/tiff'],
  [Buffer.from('GIF8'), 'image/gif'],
];

/** `signedData` of CMS. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex');
const SEQUENCE = 0x30;
const PEM_CONTAINER = /^-----BEGIN (?:PKCS7|CMS)-----/;
const BASE64 = /^[A-Za-z0-9+/\r\n]{64}/;

export function startKind(start: Buffer): { kind: StartKind; mediaType?: string } {
  if (start.length === 0) return { kind: 'empty' };
  for (const [mark, kind] of MARKS) if (begins(start, mark)) return { kind };
  for (const [mark, mediaType] of PICTURES) if (begins(start, mark)) return { kind: 'image', mediaType };
  if (isSignedContainer(start)) return { kind: 'cms' };
  const markupKind = markup(start);
  if (markupKind) return { kind: markupKind };
  if (start.subarray(0, PDF_START_BYTES).includes('%PDF-')) return { kind: 'pdf' };
  return { kind: isText(start) ? 'text' : 'unknown' };
}

const begins = (start: Buffer, mark: Buffer): boolean => start.subarray(0, mark.length).equals(mark);

function isSignedContainer(start: Buffer): boolean {
  if (start[0] === SEQUENCE) return start.subarray(0, 20).includes(SIGNED_DATA);
  const text = start.toString('latin1', 0, 100).trimStart();
  if (PEM_CONTAINER.test(text)) return true;
  if (!BASE64.test(text)) return false;
  const decoded = Buffer.from(text.slice(0, 64), 'base64');
  return decoded[0] === SEQUENCE && decoded.subarray(0, 20).includes(SIGNED_DATA);
}

const XML = /^<\?xml\s/i;
const HTML = /<(?:!doctype\s+html|html|head|body|meta|table|div|p)[\s>]/i;
const HTML_START = /^(?:<!--|<(?:!doctype\s+html|html|head|body|meta|title|style|table|div|p)[\s>])/i;

/** In the possible encodings of markup. */
function markup(start: Buffer): 'html' | 'xml' | null {
  const text = textStart(start).trimStart();
  if (XML.test(text)) return HTML.test(text.slice(0, 1_000)) ? 'html' : 'xml';
  return HTML_START.test(text) ? 'html' : null;
}

function textStart(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return start.toString('utf16le', 2, 1_024);
  if (start[0] === 0xfe && start[1] === 0xff) return Buffer.from(start.subarray(2, 1_024)).swap16().toString('utf16le');
  const text = start.toString('utf8', 0, 2_048);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Control characters of texts: line and page ends, tabs, escape, and the DOS end-of-file mark. */
const TEXT_CONTROL = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a, 0x1b]);
const CONTROL_SHARE_MAX = 0.01;

function isText(start: Buffer): boolean {
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)) return true;
  let odd = 0;
  for (const byte of start) {
    if (byte === 0) return false;
    if (byte < 0x20 && !TEXT_CONTROL.has(byte)) odd++;
  }
  if (odd > start.length * CONTROL_SHARE_MAX) return false;
  // Compressed bytes fit no encoding: text in a one-byte encoding is mostly ASCII.
  const plain = start.reduce((sum, byte) => sum + (byte < 0x80 ? 1 : 0), 0);
  return isUtf8(start.subarray(0, lastWhole(start))) || plain > start.length * 0.6;
}

/** The first match decides. Newer documents with a password are compound files, too. */
const STREAMS = [
  ['EncryptedPackage', 'lockedOffice'],
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
] as const;

export async function compoundKind(path: string): Promise<'lockedOffice' | 'doc' | 'xls' | 'oldOffice'> {
  const file = await open(path);
  try {
    for (const [name, kind] of STREAMS) if (await hasStream(file, name)) return kind;
    return 'oldOffice';
  } finally {
    await file.close();
  }
}

async function hasStream(file: FileHandle, name: string): Promise<boolean> {
  try {
    await compoundStream(file, [name]).next();
    return true;
  } catch (error) {
    if (!(error instanceof BrokenWorkbook)) throw error;
    if (/without a workbook/.test(error.message)) return false;
    throw new Refused('damaged', error.message);
  }
}

const BYTES = 'application/octet-stream';

export const MEDIA_TYPES: Readonly<Record<FileKind, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  rtf: 'application/rtf',
  html: 'text/html',
  xml: 'application/xml',
  text: 'text/plain',
  zip: 'application/zip',
  '7z': 'application/x-7z-compressed',
  rar: 'application/vnd.rar',
  cms: 'application/pkcs7-mime',
  asic: 'application/vnd.etsi.asic-e+zip',
  image: BYTES,
  oldOffice: 'application/x-ole-storage',
  lockedOffice: 'application/x-ole-storage',
  empty: BYTES,
  unknown: BYTES,
};

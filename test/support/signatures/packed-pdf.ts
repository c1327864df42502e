/** A signed PDF as most writers produce it: objects in a stream, the cross-reference table as a stream; and updates that replace objects. */
import { deflateSync } from 'node:zlib';
import type { Authorities } from './authorities.ts';
import { signatureValue, signed } from './signed-pdf.ts';

/** By number: the text between `obj` and `endobj`. */
export type Objects = Record<number, string>;

export interface Update {
  /** Objects inside the stream, in this order. */
  packed?: Objects;
  container?: number;
  /** Whether the table lists them too, or only the stream. */
  listed?: boolean;
  /** Objects outside of the stream, streams among them. */
  open?: Objects;
  table?: number;
  /** Additional entries of the trailer. */
  trailer?: string;
  root?: number;
  /** Text before the first object. */
  between?: string;
  /** Objects by number, each alone in an object stream with the given number. */
  within?: ReadonlyMap<number, number>;
}

const CONTAINER = 20;
/** Above every used number. */
export const SIZE = 30_000;

export const textStream = (text: string): string => {
  const content = `BT /F1 18 Tf 72 700 Td (${text}) Tj ET`;
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
};

export const FORM_STREAM = (text: string): string => {
  const content = `1 g 0 0 595 842 re f 0 g BT /F1 18 Tf 72 400 Td (${text}) Tj ET`;
  return `<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`;
};

export const PACKED: Objects = {
  1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /SigFlags 3 >> >>',
  2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R /Annots [6 0 R] >>',
  4: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  6: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (S0) /V 7 0 R /P 3 0 R /Rect [0 0 0 0] /F 132 >>',
};

export const OPEN: Objects = { 5: textStream('PRET TOTAL: 1000 LEI') };

/** Signed as a whole; object 7 is the signature. */
export function packedPdf(
  created: Authorities,
  packed = PACKED,
  open = OPEN,
  trailer = '',
  signature = signatureValue(),
): Buffer {
  const objects = { ...open, 7: signature };
  const pdf = updated(Buffer.from('%PDF-1.7\n', 'latin1'), { packed, listed: true, open: objects, table: 21, trailer });
  return signed(created, pdf, 0, 'rsa');
}

/** Signed again: the last value outside of the stream. */
export const signedAgain = (created: Authorities, before: Buffer, update: Update, signer: string): Buffer =>
  signed(created, updated(before, update), before.length, signer);

export function updated(before: Buffer, update: Update): Buffer {
  const { packed = {}, container = CONTAINER, listed = false, open = {}, table = 31, trailer = '' } = update;
  const { root = 1, between = '', within = new Map<number, number>() } = update;
  const numbers = Object.keys(packed).map(Number);
  const parts: Buffer[] = [before, Buffer.from(between, 'latin1')];
  let length = before.length + between.length;
  const rows = new Map<number, [number, number, number]>();
  const add = (number: number, content: Buffer | string): void => {
    rows.set(number, [1, length, 0]);
    const bytes = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(content as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [number, content] of Object.entries(open)) add(Number(number), content);
  if (numbers.length > 0) add(container, containerOf(packed));
  if (listed) for (const [index, number] of numbers.entries()) rows.set(number, [2, container, index]);
  for (const [number, stream] of within) rows.set(number, [2, stream, 0]);
  const start = length;
  rows.set(table, [1, start, 0]);
  const sorted = [...rows].sort(([one], [other]) => one - other);
  const bytes = Buffer.from(
    sorted.flatMap(([, [kind, location, last]]) => [kind, location >> 16, (location >> 8) & 255, location & 255, last]),
  );
  const index = sorted.map(([number]) => `${number} 1`).join(' ');
  const previous = /startxref\n([0-9]+)\n%%EOF\n$/.exec(before.subarray(-64).toString('latin1'))?.[1];
  const prev = previous === undefined ? '' : `/Prev ${previous}`;
  add(
    table,
    streamOf(bytes, `/Type /XRef /Size ${SIZE} /Root ${root} 0 R /W [1 3 1] /Index [${index}] ${prev} ${trailer}`),
  );
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}

export function containerOf(packed: Objects): Buffer {
  const values = Object.values(packed);
  const locations = values.map((_, index) => values.slice(0, index).join(' ').length + (index ? 1 : 0));
  const head = Object.keys(packed)
    .map((number, index) => `${number} ${locations[index]}`)
    .join(' ');
  const content = Buffer.from(`${head}\n${values.join(' ')}`, 'latin1');
  return streamOf(content, `/Type /ObjStm /N ${values.length} /First ${head.length + 1}`);
}

export function streamOf(content: Buffer, entries = ''): Buffer {
  const bytes = deflateSync(content);
  const head = `<< ${entries} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from('\nendstream')]);
}

export const FORGED = textStream('PRET TOTAL: 9999999 LEI');
export const FORGED_PAGE = (PACKED[3] ?? '').replace('5 0 R', '30 0 R');
export const page = (more: string, annotations = '6 0 R'): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Annots [${annotations}] ${more} >>`;
export const text = (stream: Buffer): string => stream.toString('latin1');
export const table = (root: number, rows = Buffer.alloc(0), index = ''): string =>
  text(streamOf(rows, `/Type /XRef /Size ${SIZE} /Root ${root} 0 R /W [1 3 1] /Index [${index}]`));

/** Updates of `packedPdf` with visible effects in other readers. */
export const shownUpdates: Record<string, [update: Update, shown: RegExp]> = {
  'a stream of objects replaced under its own number, its objects listed again': [
    { packed: { ...PACKED, 3: page('/Contents 30 0 R') }, listed: true, open: { 30: FORGED } },
    /9999999/,
  ],
  'a stream of objects replaced under its own number, nothing but it listed': [
    { packed: { ...PACKED, 3: page('/Contents 30 0 R') }, open: { 30: FORGED } },
    /9999999/,
  ],
  'a page replaced by another through the tree of pages': [
    {
      packed: { ...PACKED, 2: '<< /Type /Pages /Kids [32 0 R] /Count 1 >>', 3: 'null' },
      open: { 30: FORGED, 32: page('/Contents 30 0 R') },
    },
    /9999999/,
  ],
  'a page added': [
    {
      packed: { ...PACKED, 2: '<< /Type /Pages /Kids [3 0 R 32 0 R] /Count 2 >>' },
      open: { 30: textStream('PENALITATI 50%'), 32: page('/Contents 30 0 R') },
    },
    /PENALITATI 50%/,
  ],
  'the content itself replaced': [{ open: { 5: FORGED } }, /9999999/],
  'a page taken out of the stream and laid into the open': [
    { open: { 30: FORGED, 3: page('/Contents 30 0 R') } },
    /9999999/,
  ],
};

const list: Update = { open: { 40: '<< >>' } };
const ROOT = '<< /Type /Catalog /Pages 50 0 R >>';

/** Updates of `packedPdf` that show another document in programs that read the tables differently. */
export const hiddenUpdates: Record<string, Update> = {
  'a trailer with another root': { ...list, between: '\ntrailer\n<< /Size 90 /Root 50 0 R >>\n' },
  'a trailer in a comment': { ...list, between: '\n% trailer << /Size 90 /Root 50 0 R >>\n' },
  'an object in a comment': { ...list, between: '\n% 5 0 obj [30 0 R] endobj\n' },
  'words that are nothing': { ...list, between: '\nPRET TOTAL: 9999999 LEI\n' },
  'the beginning of a table that is not there': { ...list, between: '\nstartxref\n0\n%%EOF\n' },
  'a trailer inside of a stream': { open: { 40: textStream('\ntrailer\n<< /Size 90 /Root 50 0 R >>\n') } },
  'an object inside of a stream': { open: { 40: textStream('\n5 0 obj\n[30 0 R]\nendobj\n') } },
  'an object whose numbers touch its word': { open: { 40: textStream('\n5 0obj\n[30 0 R]\nendobj\n') } },
  'an object with more behind its word': { open: { 40: textStream('\n5 0 objX\n[30 0 R]\n') } },
  'an object with other blanks': { open: { 40: textStream('\n5\xff0\xffobj\n[30 0 R]\n') } },
  'an object with a value before its word': { open: { 40: textStream('\n5 0<<>>obj\n[30 0 R]\n') } },
  'the end of an object inside of a stream': { open: { 40: textStream('endstream\nendobj\n<< /Root 50 0 R >>') } },
  'a trailer with a name that is cut short': { ...list, trailer: '/Root#00 50 0 R' },
  'a trailer with an entry that nobody knows': { ...list, trailer: '/Roots 50 0 R' },
  'a table as a stream that was not read': { open: { 41: table(50), 50: '<< >>' } },
  'a table that was not read, below the proofs': {
    open: { 1: (PACKED[1] ?? '').replace('>> >>', '>> /DSS << /X 41 0 R >> >>'), 41: table(50) },
  },
  'a stream of objects that no table uses': { open: { 30: FORGED, 41: text(containerOf({ 3: FORGED_PAGE })) } },
  'an object that no table lists, in a stream of objects': { packed: { ...PACKED, 7: '<< /Type /Sig >>' } },
  'a second catalog': { open: { 50: ROOT } },
  'a root under another number, and another one under its own': { open: { 50: PACKED[1] ?? '', 1: ROOT }, root: 50 },
  'a page under another number, and another one under its own': {
    open: {
      2: (PACKED[2] ?? '').replace('3 0 R', '50 0 R'),
      50: PACKED[3] ?? '',
      3: FORGED_PAGE,
      30: FORGED,
      6: (PACKED[6] ?? '').replace('3 0 R', '50 0 R'),
    },
  },
};

/** A signed PDF as most writers leave it: objects in a stream, the table as a stream; and updates that replace what they like. */
import { deflateSync } from 'node:zlib';
import type { Authorities } from './authorities.ts';
import { signatureValue, signed } from './signed-pdf.ts';

/** By number: what stands between `obj` and `endobj`. */
export type Objects = Record<number, string>;

export interface Update {
  /** Objects inside of the stream, in this order. */
  packed?: Objects;
  container?: number;
  /** Whether the table lists them, too, or only the stream. */
  listed?: boolean;
  /** Objects that lie in the open, streams among them. */
  open?: Objects;
  table?: number;
  /** Further entries of the trailer. */
  trailer?: string;
  root?: number;
  /** What comes before the first object. */
  between?: string;
  /** Objects that lie alone in a stream among the open ones. */
  within?: ReadonlyMap<number, number>;
}

const CONTAINER = 20;
/** Beyond every number that is used. */
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

/** Signed whole; object 7 is the signature. */
export function packedPdf(
  made: Authorities,
  packed = PACKED,
  open = OPEN,
  trailer = '',
  signature = signatureValue(),
): Buffer {
  const objects = { ...open, 7: signature };
  const pdf = updated(Buffer.from('%PDF-1.7\n', 'latin1'), { packed, listed: true, open: objects, table: 21, trailer });
  return signed(made, pdf, 0, 'rsa');
}

/** Signed once more: the last value among the open objects. */
export const signedAgain = (made: Authorities, before: Buffer, update: Update, signer: string): Buffer =>
  signed(made, updated(before, update), before.length, signer);

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
    sorted.flatMap(([, [kind, place, last]]) => [kind, place >> 16, (place >> 8) & 255, place & 255, last]),
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
  const places = values.map((_, index) => values.slice(0, index).join(' ').length + (index ? 1 : 0));
  const head = Object.keys(packed)
    .map((number, index) => `${number} ${places[index]}`)
    .join(' ');
  const content = Buffer.from(`${head}\n${values.join(' ')}`, 'latin1');
  return streamOf(content, `/Type /ObjStm /N ${values.length} /First ${head.length + 1}`);
}

export function streamOf(content: Buffer, entries = ''): Buffer {
  const bytes = deflateSync(content);
  const head = `<< ${entries} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from('\nendstream')]);
}

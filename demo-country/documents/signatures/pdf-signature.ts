/** Signatures inside PDF documents (PAdES): a revision at the end of the file that signs everything around itself. */
import { utf16 } from '#demo-country/pdf.ts';
import { digitsOf } from './der.ts';
import { type Signature, signedMessage } from './message.ts';

/** Space for the signature, in hexadecimal digits. */
const CONTENTS_DIGITS = 20_000;
const RANGE_DIGITS = 10;

export interface PdfSignature extends Omit<Signature, 'at'> {
  at: number;
  name: string;
  reason: string;
}

const RANGE = `[0 ${'0'.repeat(RANGE_DIGITS)} ${'0'.repeat(RANGE_DIGITS)} ${'0'.repeat(RANGE_DIGITS)}]`;

export function signPdf(pdf: Buffer, signature: PdfSignature): Buffer {
  const first = sizeOf(pdf);
  const revised = withRevision(pdf, [
    [1, `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${first + 1} 0 R] /SigFlags 3 >> >>`],
    [first, signatureDictionary(signature)],
    [
      first + 1,
      `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Semnatura1) /V ${first} 0 R /Rect [0 0 0 0] /F 132 /P 6 0 R >>`,
    ],
  ]);
  return embedSignature(revised, pdf.length, signature);
}

/** A dictionary with space for the signature and its byte range. */
export const signatureDictionary = ({ at, name, reason }: PdfSignature): string =>
  `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange ${RANGE} /Contents <${'0'.repeat(CONTENTS_DIGITS)}> ` +
  `/Name ${utf16(name)} /Reason ${utf16(reason)} /M (${pdfDate(at)}) >>`;

/** Writes the signature over the whole file into the dictionary behind `from`. */
export function embedSignature(
  revised: Buffer,
  from: number,
  { at: _at, name: _name, reason: _reason, ...signature }: PdfSignature,
): Buffer {
  const start = revised.indexOf('/Contents <0000', from, 'latin1') + '/Contents '.length;
  const end = start + CONTENTS_DIGITS + 2;
  const ranges = [start, end, revised.length - end].map((value) => String(value).padStart(RANGE_DIGITS, '0'));
  revised.write(`[0 ${ranges.join(' ')}]`, revised.indexOf(RANGE, from, 'latin1'), 'latin1');
  const around = Buffer.concat([revised.subarray(0, start), revised.subarray(end)]);
  const signatureKind = signedMessage({
    content: around,
    form: 'detached',
    signatures: [{ ...signature, at: null }],
  }).toString('hex');
  if (signatureKind.length > CONTENTS_DIGITS)
    throw new Error(`The signature has ${signatureKind.length} digits; the limit is ${CONTENTS_DIGITS}.`);
  revised.write(signatureKind, start + 1, 'latin1');
  return revised;
}

/** A later revision with another title; the signature no longer covers the whole file. */
export const withTitle = (pdf: Buffer, title: string): Buffer =>
  withRevision(pdf, [[3, `<< /Title ${utf16(title)} /Producer (Registratura) >>`]]);

/** A later revision with revocation lists for long-term verification. */
export function withRevocationLists(pdf: Buffer, lists: readonly Buffer[]): Buffer {
  const first = sizeOf(pdf);
  const newest = pdf.subarray(pdf.lastIndexOf('\n1 0 obj\n')).toString('latin1');
  const [, catalog = ''] = /^\n1 0 obj\n<< ([^\n]*) >>\nendobj\n/.exec(newest) ?? [];
  const references = lists.map((_, index) => `${first + 1 + index} 0 R`);
  return withRevision(pdf, [
    [1, `<< ${catalog} /DSS ${first} 0 R >>`],
    [first, `<< /Type /DSS /CRLs [${references.join(' ')}] >>`],
    ...lists.map((list, index): [number, string] => [
      first + 1 + index,
      `<< /Length ${list.length} >>\nstream\n${list.toString('latin1')}\nendstream`,
    ]),
  ]);
}

/** An incremental update: objects added or replaced at the end of the file. */
function withRevision(pdf: Buffer, objects: readonly [number: number, content: string][]): Buffer {
  const before = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.subarray(-64).toString('latin1'))?.[1]);
  let length = pdf.length;
  const chunks: Buffer[] = [pdf];
  const table = objects.map(([number, content]) => {
    const chunk = Buffer.from(`${number} 0 obj\n${content}\nendobj\n`, 'latin1');
    chunks.push(chunk);
    length += chunk.length;
    return `${number} 1\n${String(length - chunk.length).padStart(10, '0')} 00000 n \n`;
  });
  const size = Math.max(sizeOf(pdf), ...objects.map(([number]) => number + 1));
  chunks.push(
    Buffer.from(
      `xref\n${table.join('')}trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R /Prev ${before} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}

const sizeOf = (pdf: Buffer): number =>
  Number(/\/Size (\d{1,7}) \/Root/.exec(pdf.subarray(-512).toString('latin1'))?.[1]);

const pdfDate = (at: number): string => `D:${digitsOf(at)}`;

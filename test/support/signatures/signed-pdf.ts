/** A small PDF with signatures, revision by revision: written by hand, with CMS by openssl. */
import type { Authorities } from './authorities.ts';
import { token } from './signing.ts';

const DIGITS = 16_384;
const RANGE = '/ByteRange [0 0000000000 0000000000 0000000000]';
const SUB_FILTER = 'ETSI.CAdES.detached';

/** A placeholder dictionary for `signed`. */
export const signatureValue = (subFilter = SUB_FILTER): string => {
  const kind = subFilter === 'ETSI.RFC3161' ? 'DocTimeStamp' : 'Sig';
  return `<< /Type /${kind} /Filter /Adobe.PPKLite /SubFilter /${subFilter} ${RANGE} /M (D:20260102030405+02'00') /Contents <${'0'.repeat(DIGITS)}> >>`;
};

export interface Revision {
  signer: string;
  subFilter?: string;
  more?: string[];
  /** The page in this revision: its size by default. */
  page?: string;
  /** The rectangle of the signature on the page; default: none. */
  area?: string;
  /** Additional entries of the catalog, and additional objects. */
  root?: string;
  objects?: string;
}

export const PAGE = '/MediaBox [0 0 200 200]';

const PAGES = `2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
`;

/** Each revision covers all earlier ones. */
export function signedPdf(created: Authorities, revisions: Revision[]): Buffer {
  let pdf: Buffer = Buffer.from('%PDF-1.7\n', 'latin1');
  revisions.forEach((revision, index) => {
    const { signer, subFilter = SUB_FILTER, more = [], area = '0 0 0 0', objects = '' } = revision;
    const [field, value] = [10 + 2 * index, 11 + 2 * index];
    const update = `${catalogAndPage(index + 1, revision)}${index === 0 ? PAGES : ''}${objects}${field} 0 obj
<< /Type /Annot /Subtype /Widget /FT /Sig /T (S${index}) /V ${value} 0 R /P 3 0 R /Rect [${area}] /F 132 >>
endobj
${value} 0 obj
${signatureValue(subFilter)}
endobj
`;
    pdf = signed(created, appended(pdf, update), pdf.length, signer, subFilter, more);
  });
  return pdf;
}

/** Objects 1 and 3, with this number of signatures on the page. */
export function catalogAndPage(
  signatures: number,
  { page = PAGE, root = '' }: Pick<Revision, 'page' | 'root'>,
): string {
  const fields = Array.from({ length: signatures }, (_, each) => `${10 + 2 * each} 0 R`).join(' ');
  return `1 0 obj
<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields}] /SigFlags 3 >> ${root} >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R ${page} /Annots [${fields}] >>
endobj
`;
}

/** The update with its cross-reference table. */
export function appended(before: Buffer, update: string): Buffer {
  const offsets = [...update.matchAll(/^([0-9]+) 0 obj$/gm)].map(([, number], location) => {
    const match = [...update.matchAll(/^[0-9]+ 0 obj$/gm)][location];
    return `${number} 1\n${String(before.length + (match?.index ?? 0)).padStart(10, '0')} 00000 n \n`;
  });
  const previous = before.toString('latin1').lastIndexOf('\nxref\n');
  const prev = previous < 0 ? '' : ` /Prev ${previous + 1}`;
  const free = previous < 0 ? '0 1\n0000000000 65535 f \n' : '';
  const start = before.length + update.length;
  const trailer = `trailer\n<< /Size 90 /Root 1 0 R${prev} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([before, Buffer.from(`${update}xref\n${free}${offsets.join('')}${trailer}`, 'latin1')]);
}

/** Fills in the first signature after `from`, over the whole file. */
export function signed(
  created: Authorities,
  pdf: Buffer,
  from: number,
  signer: string,
  subFilter = SUB_FILTER,
  more: string[] = [],
): Buffer {
  const open = pdf.indexOf('/Contents <', from) + '/Contents '.length;
  const close = open + DIGITS + 2;
  const numbers = [open, close, pdf.length - close].map((each) => String(each).padStart(10, '0'));
  const bytes = Buffer.from(pdf);
  bytes.write(`/ByteRange [0 ${numbers.join(' ')}]`, pdf.indexOf(RANGE, from), 'latin1');
  const covered = Buffer.concat([bytes.subarray(0, open), bytes.subarray(close)]);
  const der = subFilter === 'ETSI.RFC3161' ? token(created, covered, signer) : detached(created, covered, signer, more);
  bytes.write(der.toString('hex'), open + 1, 'latin1');
  return bytes;
}

function detached(created: Authorities, covered: Buffer, signer: string, more: string[]): Buffer {
  created.write('covered', covered);
  const who = ['-signer', `${signer}.pem`, '-inkey', `${signer}.key`, '-certfile', 'authority.pem'];
  created.run(
    'cms',
    '-sign',
    '-binary',
    '-cades',
    ...who,
    '-in',
    'covered',
    '-outform',
    'DER',
    '-out',
    'covered.p7s',
    ...more,
  );
  return created.read('covered.p7s');
}

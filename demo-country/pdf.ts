/** Writes PDF documents: pages of text in Helvetica, pages of pictures, and locked ones. */
import { deflateSync } from 'node:zlib';

const BREVE = '˘';
const COMMA = ',';

/** Glyphs that the font needs besides its letters. */
const MARKS: [letter: string, glyph: string][] = [[BREVE, 'breve']];

/** Widths of Helvetica, in thousandths of the type size. */
const WIDTHS: Record<string, number> = { a: 556, A: 667, s: 500, S: 667, t: 278, T: 611, [BREVE]: 333, [COMMA]: 278 };

/** Rise of a mark in thousandths: the breve fits small letters, the comma the base line. */
const above = { a: 0, A: 190 };
const BELOW = -250;

const PARTS: Record<string, [base: string, mark: string, rise: number]> = {
  ă: ['a', BREVE, above.a],
  Ă: ['A', BREVE, above.A],
  ș: ['s', COMMA, BELOW],
  Ș: ['S', COMMA, BELOW],
  ț: ['t', COMMA, BELOW],
  Ț: ['T', COMMA, BELOW],
};

/** The operators that draw a line of text; `encode` maps letters to the codes of the font. */
const drawLine = (line: string, encode: (text: string) => string, size: number): string =>
  line
    .split(/([ăĂșȘțȚ])/)
    .filter((part) => part !== '')
    .map((part) => {
      const parts = PARTS[part];
      return parts ? drawLetter(parts, encode, size) : `(${encode(part)}) Tj`;
    })
    .join(' ');

/** Centers the mark over its letter; the line continues behind the letter. */
function drawLetter(
  [base, mark, rise]: [string, string, number],
  encode: (text: string) => string,
  size: number,
): string {
  const [width = 0, markWidth = 0] = [WIDTHS[base], WIDTHS[mark]];
  const offset = (width - markWidth) / 2;
  const raised = (rise * size) / 1_000;
  return `(${encode(base)}) Tj ${raised} Ts [${width - offset} (${encode(mark)}) ${-offset}] TJ 0 Ts`;
}

/** A4, in points. */
const PAGE = { width: 595, height: 842, margin: 64, leading: 16, size: 11 };
const LINES_PER_PAGE = Math.floor((PAGE.height - 2 * PAGE.margin) / PAGE.leading);
const LINE_CHARS = 84;
/** The print of tables. */
const SMALL = 7;

/** Letters beyond ASCII with their glyph names; codes follow the order. */
const LETTERS: [letter: string, glyph: string][] = [
  ['ă', 'abreve'],
  ['â', 'acircumflex'],
  ['î', 'icircumflex'],
  ['ș', 'scommaaccent'],
  ['ț', 'tcommaaccent'],
  ['Ă', 'Abreve'],
  ['Â', 'Acircumflex'],
  ['Î', 'Icircumflex'],
  ['Ș', 'Scommaaccent'],
  ['Ț', 'Tcommaaccent'],
  ['„', 'quotedblbase'],
  ['”', 'quotedblright'],
  ['–', 'endash'],
  ...MARKS,
];
const FIRST_CODE = 128;
const codes = new Map(LETTERS.map(([letter], i) => [letter, FIRST_CODE + i]));

interface PdfOptions {
  title: string;
  /** Encrypted under an unknown password. */
  locked?: boolean;
  /** For rendering: composes letters that the renderer's Helvetica lacks of a letter and its mark. */
  drawn?: boolean;
}

/** In shades of grey, a byte a pixel. */
export interface Picture {
  width: number;
  height: number;
  grey: Uint8Array;
}

/** Text at a position: points from the left and from the foot of the page. */
export interface PositionedText {
  x: number;
  y: number;
  text: string;
}

/** Writes positioned texts in the given order, as tools that write tables by column do. */
export function positionedPdf(pages: readonly (readonly PositionedText[])[], about: PdfOptions): Buffer {
  const contents = pages.map((texts) =>
    texts.map(({ x, y, text }) => `BT /F1 ${SMALL} Tf ${x} ${y} Td (${encodeText(text)}) Tj ET`).join('\n'),
  );
  return assemble(about, [fontObject(), stream(unicodeMap())], contents, FONT_RESOURCE);
}

export function textPdf(paragraphs: readonly string[], about: PdfOptions): Buffer {
  const lines = paragraphs.flatMap((paragraph) => [...wrapText(paragraph), '']);
  const pages: string[] = [];
  for (let i = 0; i < lines.length; i += LINES_PER_PAGE)
    pages.push(pageOf(lines.slice(i, i + LINES_PER_PAGE), about.drawn));
  return assemble(about, [fontObject(), stream(unicodeMap())], pages, FONT_RESOURCE);
}

const FONT_RESOURCE = '/Font << /F1 4 0 R >>';

const fontObject = (): string =>
  [
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R /Encoding',
    `<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${FIRST_CODE} ${LETTERS.map(([, glyph]) => `/${glyph}`).join(' ')}] >> >>`,
  ].join(' ');

/** One picture a page, as a scanner makes them. */
export function picturePdf(pictures: readonly Picture[], about: PdfOptions): Buffer {
  const images = pictures.map(({ width, height, grey }) =>
    stream(
      grey,
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
    ),
  );
  const pages = pictures.map((_, i) => `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /Im${i} Do Q`);
  return assemble(about, images, pages, `/XObject << ${images.map((_, i) => `/Im${i} ${4 + i} 0 R`).join(' ')} >>`);
}

/** Objects 1 to 3 are the catalogue, the page tree and the document information; then `shared`, then two for each page. */
function assemble(
  { title, locked }: PdfOptions,
  shared: (string | Buffer)[],
  pages: string[],
  resources: string,
): Buffer {
  const first = 4 + shared.length;
  const kids = pages.map((_, i) => `${first + 2 * i} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< /Title ${utf16(title)} /Producer (Registratura) >>`,
    ...shared,
    ...pages.flatMap((content, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << ${resources} >> /Contents ${first + 2 * i + 1} 0 R >>`,
      stream(content),
    ]),
  ];
  const key = '4e6f626f6479206b6e6f77732074686973206b6579206f662074686520737461';
  const lock = locked
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >> /ID [<00> <00>]`
    : '';
  return serialize(objects, lock);
}

function serialize(objects: readonly (string | Buffer)[], trailer: string): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = chunks[0]?.length ?? 0;
  const add = (chunk: Buffer): void => {
    chunks.push(chunk);
    length += chunk.length;
  };
  for (const [i, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.from(`${i + 1} 0 obj\n`));
    add(Buffer.from(object));
    add(Buffer.from('\nendobj\n'));
  }
  const start = length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`));
  add(
    Buffer.from(
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}

function stream(content: string | Uint8Array, entries = ''): Buffer {
  const packed = deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
  const head = `<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
}

const pageOf = (lines: readonly string[], drawn = false): string =>
  [
    `BT /F1 ${PAGE.size} Tf ${PAGE.leading} TL ${PAGE.margin} ${PAGE.height - PAGE.margin} Td`,
    ...lines.map((line) => `${drawn ? drawLine(line, encodeText, PAGE.size) : `(${encodeText(line)}) Tj`} T*`),
    'ET',
  ].join('\n');

const encodeText = (line: string): string =>
  Array.from(line, (letter) => String.fromCharCode(codes.get(letter) ?? letter.charCodeAt(0) % 256))
    .join('')
    .replace(/[\\()]/g, '\\$&');

export const utf16 = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** Maps the font's codes to letters for readers. */
function unicodeMap(): string {
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  const letters = [...codes].map(([letter, code]) => `<${hex(code, 2)}> <${hex(letter.charCodeAt(0), 4)}>`);
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Romanian def /CMapType 2 def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    '1 beginbfrange <20> <7e> <0020> endbfrange',
    `${letters.length} beginbfchar\n${letters.join('\n')}\nendbfchar`,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

function wrapText(paragraph: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > LINE_CHARS) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/**
 * Letters with their marks apart. A reader that has no Helvetica draws with one of its own, which knows Western letters only:
 * pictures of Romanian text need ă, ș and ț put together of a letter and a mark.
 */

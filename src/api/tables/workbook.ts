/** An Excel workbook, streamed as it is read: a worksheet of rows, then one of their sources. */
import { Readable } from 'node:stream';
import yazl from 'yazl';
import { type Cell, type Column, cellOf } from './columns.ts';

interface Workbook {
  columns: readonly Column[];
  /** One for each column. */
  headings: readonly string[];
  pages: AsyncIterable<readonly unknown[]>;
  /** The note at the end of a text that is too long for a cell. */
  cut: string;
  sheets: { rows: string; sources: string };
  /** The rows of the second worksheet; read after the rows are written. */
  sources(): readonly (readonly Cell[])[];
}

/** Half the work of the default level, for a tenth more bytes. */
const COMPRESSION = 3;
const WIDTH_MIN = 10;
const WIDTH_MAX = 40;

export async function* workbook(book: Workbook, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile();
  const rows = Readable.from(rowsWorksheet(book), { objectMode: false });
  const bytes = zip.outputStream as Readable;
  // The types of yazl do not declare the error event's argument as an Error.
  zip.on('error', (error) => bytes.destroy(error as unknown as Error));
  // yazl does not handle errors of its inputs: a failing page must end the reader, not this process.
  rows.on('error', (error) => bytes.destroy(error));
  const destroy = (): void => void bytes.destroy();
  signal.addEventListener('abort', destroy, { once: true });
  const options = { compressionLevel: COMPRESSION } as Partial<yazl.Options>;
  for (const [name, text] of Object.entries(packageFiles(book.sheets))) zip.addBuffer(Buffer.from(text), name, options);
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml', options);
  zip.addReadStreamLazy('xl/worksheets/sheet2.xml', options, (opened) =>
    opened(null, Readable.from([sourcesWorksheet(book)])),
  );
  zip.end();
  try {
    for await (const piece of bytes) yield piece as Uint8Array;
  } finally {
    signal.removeEventListener('abort', destroy);
    // Releases the source of the pages, wherever it is.
    rows.destroy();
  }
}

async function* rowsWorksheet({ columns, headings, pages, cut }: Workbook): AsyncGenerator<Buffer> {
  yield Buffer.from(worksheetStart(headings.map(widthOf)) + rowXml(1, headings, cut, STYLE.heading));
  let number = 1;
  for await (const page of pages) {
    let xml = '';
    for (const row of page) {
      number++;
      xml += rowXml(
        number,
        columns.map((column) => cellOf(row, column)),
        cut,
      );
    }
    if (xml !== '') yield Buffer.from(xml);
  }
  yield Buffer.from(WORKSHEET_END);
}

function sourcesWorksheet({ sources, cut }: Workbook): Buffer {
  const rows = sources();
  const widest = Math.max(...rows.map(({ length }) => length));
  const xml = rows.map((cells, i) => rowXml(i + 1, cells, cut, i === 0 ? STYLE.heading : undefined));
  return Buffer.from(worksheetStart(Array.from({ length: widest }, () => WIDTH_MAX)) + xml.join('') + WORKSHEET_END);
}

const widthOf = (heading: string): number => Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, heading.length + 2));

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The files of a workbook beside its worksheets. Worksheet names are our own and need no XML escapes. */
const packageFiles = ({ rows, sources }: Workbook['sheets']): Record<string, string> => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="${rows}" sheetId="1" r:id="rId1"/><sheet name="${sources}" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${OFFICE}/relationships/styles" Target="styles.xml"/></Relationships>`,
  // In the order of STYLE: plain, day, instant, heading.
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0"/><xf numFmtId="164" fontId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
});

/** Indices in the table of `xl/styles.xml`. */
const STYLE = { day: 1, instant: 2, heading: 3 } as const;

/** The longest text that Excel accepts in a cell. */
const TEXT_LENGTH_MAX = 32_767;

const worksheetStart = (widths: readonly number[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`;

const WORKSHEET_END = '</sheetData></worksheet>';

/**
 * `cut`: the note at the end of a text that is too long for a cell. Numbers, days and booleans become typed cells, all else text
 * and never a formula.
 */
export function rowXml(number: number, cells: readonly Cell[], cut: string, style?: number): string {
  let xml = `<row r="${number}">`;
  for (const [i, cell] of cells.entries())
    if (cell !== null && cell !== '') xml += cellXml(`${columnLetters(i)}${number}`, cell, cut, style);
  return `${xml}</row>`;
}

function cellXml(cellName: string, cell: string | number | boolean, cut: string, style?: number): string {
  const styled = style === undefined ? '' : ` s="${style}"`;
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${cellName}"${styled}><v>${cell}</v></c>` : '';
  if (typeof cell === 'boolean') return `<c r="${cellName}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  const moment = style === undefined ? momentOf(cell) : null;
  if (moment) return `<c r="${cellName}" s="${moment.style}"><v>${moment.serial}</v></c>`;
  return `<c r="${cellName}"${styled} t="inlineStr"><is><t xml:space="preserve">${escapeXml(shorten(cell, cut))}</t></is></c>`;
}

const DAY_MS = 86_400_000;
/** Excel counts days from here; before March 1900 it counts a day that did not exist. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = Date.UTC(1900, 2, 1);
const MOMENT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,3})?Z)?$/;

/** The Excel serial of a day or of an instant in UTC; null for every other text. */
function momentOf(text: string): { serial: number; style: number } | null {
  if (!MOMENT.test(text)) return null;
  const ms = Date.parse(text);
  // `Date.parse` reads 2026-02-30 as a day of March, or as none.
  if (Number.isNaN(ms) || ms < FIRST_DAY || !new Date(ms).toISOString().startsWith(text.slice(0, 10))) return null;
  return { serial: (ms - DAY_ZERO) / DAY_MS, style: text.length > 10 ? STYLE.instant : STYLE.day };
}

function shorten(text: string, cut: string): string {
  if (text.length <= TEXT_LENGTH_MAX) return text;
  return `${text.slice(0, TEXT_LENGTH_MAX - cut.length - 1).toWellFormed()} ${cut}`;
}

/** Characters that XML cannot hold are written as `_x0007_`, and texts that already look so are escaped. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // Two codes may share the underscore between them.
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (found) => (found === '\t' || found === '\n' ? found : charCode(found)))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const charCode = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`;

const ALPHABET = 26;

/** `A` … `Z`, `AA` … */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % ALPHABET));
  return index < ALPHABET ? last : columnLetters(Math.floor(index / ALPHABET) - 1) + last;
}

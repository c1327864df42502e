/** Rows as a workbook for Excel, made as fast as it is taken: a sheet of rows, then one that says where they come from. */
import { Readable } from 'node:stream';
import yazl from 'yazl';
import { type Cell, type Column, cellOf } from './columns.ts';
import { rowXml, SHEET_END, STYLE, sheetStart } from './sheet.ts';

export interface Workbook {
  columns: readonly Column[];
  /** One for each column. */
  headings: readonly string[];
  pages: AsyncIterable<readonly unknown[]>;
  /** At the end of a text that is too long for a cell. */
  cut: string;
  sheets: { rows: string; sources: string };
  /** Of the second sheet; asked for when the rows are written. */
  sources(): readonly (readonly Cell[])[];
}

/** Half the work of the usual level, for a tenth more bytes. */
const COMPRESSION = 3;
const WIDTH_MIN = 10;
const WIDTH_MAX = 40;

export async function* workbook(book: Workbook, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const zip = new yazl.ZipFile();
  const rows = Readable.from(rowsSheet(book), { objectMode: false });
  const bytes = zip.outputStream as Readable;
  zip.on('error', (error) => bytes.destroy(error as unknown as Error));
  // The archive does not listen to what it reads: a page that fails must end its reader, not this process.
  rows.on('error', (error) => bytes.destroy(error));
  const leave = (): void => void bytes.destroy();
  signal.addEventListener('abort', leave, { once: true });
  const options = { compressionLevel: COMPRESSION } as Partial<yazl.Options>;
  for (const [name, text] of Object.entries(frame(book.sheets))) zip.addBuffer(Buffer.from(text), name, options);
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml', options);
  zip.addReadStreamLazy('xl/worksheets/sheet2.xml', options, (opened) =>
    opened(null, Readable.from([sourcesSheet(book)])),
  );
  zip.end();
  try {
    for await (const piece of bytes) yield piece as Uint8Array;
  } finally {
    signal.removeEventListener('abort', leave);
    // Lets whoever reads the pages go, wherever they are.
    rows.destroy();
  }
}

async function* rowsSheet({ columns, headings, pages, cut }: Workbook): AsyncGenerator<Buffer> {
  yield Buffer.from(sheetStart(headings.map(widthOf)) + rowXml(1, headings, cut, STYLE.heading));
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
  yield Buffer.from(SHEET_END);
}

function sourcesSheet({ sources, cut }: Workbook): Buffer {
  const rows = sources();
  const widest = Math.max(...rows.map(({ length }) => length));
  const xml = rows.map((cells, i) => rowXml(i + 1, cells, cut, i === 0 ? STYLE.heading : undefined));
  return Buffer.from(sheetStart(Array.from({ length: widest }, () => WIDTH_MAX)) + xml.join('') + SHEET_END);
}

const widthOf = (heading: string): number => Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, heading.length + 2));

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The files of a workbook beside its sheets. Names of sheets are ours and hold nothing that XML would mind. */
const frame = ({ rows, sources }: Workbook['sheets']): Record<string, string> => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}/relationships"><sheets><sheet name="${rows}" sheetId="1" r:id="rId1"/><sheet name="${sources}" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/relationships/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${OFFICE}/relationships/styles" Target="styles.xml"/></Relationships>`,
  // Plain, a day, an instant, a heading: in the order of STYLE.
  'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0"/><xf numFmtId="164" fontId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
});

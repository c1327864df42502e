/** XLSX, sheet after sheet, as a stream: what the file says of its own dimensions is not looked at, because exports lie about it. */
import { BrokenWorkbook } from './broken-workbook.ts';
import { EXTENT_CAPS, Extent } from './extent.ts';
import { type Cell, lengthened, placeCell, RowCollector, type SheetRows } from './sheet.ts';
import { SharedTexts } from './texts.ts';
import { type Attributes, createXmlScanner, type XmlEvents } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

/** A sheet of a million rows is some 900 MB of XML. */
const SHEET_BYTES_MAX = 4_000_000_000;
const SHARED_BYTES_MAX = 1_000_000_000;
/** The list of sheets and where they lie. */
const LIST_BYTES_MAX = 10_000_000;

export async function* xlsxRows(path: string): AsyncGenerator<SheetRows> {
  const archive = await openArchive(path);
  try {
    const texts = await sharedTexts(archive);
    const extent = new Extent();
    let bytesBefore = 0;
    for (const [index, name] of (await sheetNames(archive)).entries()) {
      for await (const rows of sheetRows(archive, name, index + 1, texts, extent)) {
        yield { ...rows, bytesRead: bytesBefore + rows.bytesRead };
      }
      bytesBefore += archive.compressedBytes(name);
    }
  } finally {
    archive.close();
  }
}

/** In the order of the workbook, each once: one that is listed again and again is work without end. Sheets of charts do no harm. */
async function sheetNames(archive: Archive): Promise<string[]> {
  const targets = new Map<string, string>();
  await scanList(archive, 'xl/_rels/workbook.xml.rels', (name, attributes) => {
    const { Id: id, Target: target } = attributes;
    if (name === 'Relationship' && id !== undefined && target !== undefined) {
      targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    }
  });
  const names = new Set<string>();
  await scanList(archive, 'xl/workbook.xml', (name, attributes) => {
    const target = name === 'sheet' ? targets.get(relationId(attributes)) : undefined;
    if (target === undefined || !archive.has(target)) return;
    names.add(target);
    if (names.size > EXTENT_CAPS.sheets) throw new BrokenWorkbook(`more than ${EXTENT_CAPS.sheets} sheets`);
  });
  return [...names];
}

/** The prefix of relations is `r` by habit only. */
const relationId = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';

async function scanList(archive: Archive, name: string, open: XmlEvents['open']): Promise<void> {
  const scanner = createXmlScanner({ open, close: () => {}, text: () => {} });
  for await (const bytes of archive.read(name, LIST_BYTES_MAX)) scanner.write(bytes);
  scanner.end();
}

/** Runs of formatted text are one text; what is only a guide to pronunciation is none. */
async function sharedTexts(archive: Archive): Promise<SharedTexts> {
  const texts = new SharedTexts();
  const name = 'xl/sharedStrings.xml';
  if (!archive.has(name)) return texts;
  let text = '';
  let inText = false;
  let inGuide = false;
  const scanner = createXmlScanner({
    open(tag) {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') inGuide = true;
      inText = tag === 't' && !inGuide;
    },
    close(tag) {
      if (tag === 'si') texts.add(text);
      else if (tag === 'rPh') inGuide = false;
      inText = false;
    },
    text(piece) {
      if (inText) text = lengthened(text, piece);
    },
  });
  for await (const bytes of archive.read(name, SHARED_BYTES_MAX)) scanner.write(bytes);
  scanner.end();
  return texts;
}

async function* sheetRows(
  archive: Archive,
  name: string,
  sheet: number,
  texts: SharedTexts,
  extent: Extent,
): AsyncGenerator<SheetRows> {
  const collector = new RowCollector(extent);
  const scanner = createXmlScanner(cellEvents(texts, (line, cells) => collector.add(line, cells)));
  const packed = archive.compressedBytes(name) / Math.max(1, archive.unpackedBytes(name));
  let unpacked = 0;
  for await (const bytes of archive.read(name, SHEET_BYTES_MAX)) {
    unpacked += bytes.length;
    scanner.write(bytes);
    if (collector.isFull) yield collector.take(sheet, Math.round(unpacked * packed));
  }
  scanner.end();
  if (!collector.isEmpty) yield collector.take(sheet, archive.compressedBytes(name));
}

function cellEvents(texts: SharedTexts, onRow: (line: number, cells: Cell[]) => void): XmlEvents {
  let line = 0;
  let cells: Cell[] = [];
  let column = -1;
  let type: string | null = null;
  let value = '';
  let inValue = false;
  return {
    open(name, attributes) {
      if (name === 'c') {
        const { r: reference, t } = attributes;
        column = reference === undefined ? column + 1 : columnOf(reference);
        type = t ?? null;
        value = '';
      } else if (name === 'row') {
        line = Number(attributes.r ?? line + 1);
        cells = [];
        column = -1;
      }
      inValue = name === 'v' || name === 't';
    },
    close(name) {
      if (name === 'c') placeCell(cells, column, cellOf(type, value, texts));
      else if (name === 'row') onRow(line, cells);
      inValue = false;
    },
    text(piece) {
      if (inValue) value = lengthened(value, piece);
    },
  };
}

/** `BC12` → 54. */
function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

function cellOf(type: string | null, value: string, texts: SharedTexts): Cell {
  if (value === '') return null;
  if (type === 's') return texts.get(Number(value));
  if (type === null || type === 'n') {
    const number = Number(value);
    return Number.isFinite(number) ? number : value;
  }
  // An error such as #REF! is no value.
  return type === 'e' ? null : value;
}

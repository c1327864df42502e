/** Streams XLSX, worksheet by worksheet. Ignores the declared dimensions, which are wrong in exports. */

import { NumberFormats } from './number-format.ts';
import { SharedTexts } from './shared-texts.ts';
import {
  appendText,
  BrokenWorkbook,
  type Cell,
  EXTENT_CAPS,
  Extent,
  type Numbers,
  RowCollector,
  setCell,
  type WorksheetRows,
} from './worksheet.ts';
import { type Attributes, createXmlScanner, type XmlEvents } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

/** A worksheet of a million rows has some 900 MB of XML. */
const WORKSHEET_BYTES_MAX = 4_000_000_000;
const SHARED_BYTES_MAX = 1_000_000_000;
/** The list of worksheets and their paths. */
const LIST_BYTES_MAX = 10_000_000;

export async function* xlsxRows(path: string, numbers: Numbers = 'stored'): AsyncGenerator<WorksheetRows> {
  const archive = await openArchive(path);
  try {
    const texts = await sharedTexts(archive);
    const formats = numbers === 'displayed' ? await numberFormats(archive) : null;
    const extent = new Extent();
    let bytesBefore = 0;
    for (const [index, name] of (await worksheetNames(archive)).entries()) {
      for await (const rows of worksheetRows(archive, name, index + 1, { texts, formats }, extent)) {
        yield { ...rows, bytesRead: bytesBefore + rows.bytesRead };
      }
      bytesBefore += archive.compressedBytes(name);
    }
  } finally {
    archive.close();
  }
}

/** In the order of the workbook, each once: a workbook may list a worksheet any number of times. */
async function worksheetNames(archive: Archive): Promise<string[]> {
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
    if (names.size > EXTENT_CAPS.worksheets) throw new BrokenWorkbook(`more than ${EXTENT_CAPS.worksheets} sheets`);
  });
  return [...names];
}

/** The prefix `r` of relations is a convention only. */
const relationId = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';

async function scanList(archive: Archive, name: string, open: XmlEvents['open']): Promise<void> {
  const scanner = createXmlScanner({ open, close: () => {}, text: () => {} });
  for await (const bytes of archive.read(name, LIST_BYTES_MAX)) scanner.write(bytes);
  scanner.end();
}

/** Cells name a shared text or a format by its position. */
interface CellValues {
  texts: SharedTexts;
  /** Null where numbers stay as stored. */
  formats: NumberFormats | null;
}

async function numberFormats(archive: Archive): Promise<NumberFormats> {
  const formats = new NumberFormats();
  await scanList(archive, 'xl/workbook.xml', (name, { date1904 }) => {
    if (name === 'workbookPr') formats.is1904 = date1904 === '1' || date1904 === 'true';
  });
  if (!archive.has('xl/styles.xml')) return formats;
  // The formats of named styles are listed in the same form before those of cells.
  let ofCells = false;
  await scanList(archive, 'xl/styles.xml', (name, { numFmtId, formatCode }) => {
    if (name === 'cellStyleXfs' || name === 'cellXfs') ofCells = name === 'cellXfs';
    else if (name === 'numFmt') formats.define(Number(numFmtId), formatCode ?? '');
    else if (name === 'xf' && ofCells) formats.add(Number(numFmtId ?? 0));
  });
  return formats;
}

/** Joins runs of formatted text and drops phonetic guides. */
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
    text(part) {
      if (inText) text = appendText(text, part);
    },
  });
  for await (const bytes of archive.read(name, SHARED_BYTES_MAX)) scanner.write(bytes);
  scanner.end();
  return texts;
}

async function* worksheetRows(
  archive: Archive,
  name: string,
  worksheet: number,
  values: CellValues,
  extent: Extent,
): AsyncGenerator<WorksheetRows> {
  const collector = new RowCollector(extent);
  const scanner = createXmlScanner(cellEvents(values, (line, cells) => collector.add(line, cells)));
  const packed = archive.compressedBytes(name) / Math.max(1, archive.unpackedBytes(name));
  let unpacked = 0;
  for await (const bytes of archive.read(name, WORKSHEET_BYTES_MAX)) {
    unpacked += bytes.length;
    scanner.write(bytes);
    if (collector.isFull) yield collector.flush(worksheet, Math.round(unpacked * packed));
  }
  scanner.end();
  if (!collector.isEmpty) yield collector.flush(worksheet, archive.compressedBytes(name));
}

function cellEvents(values: CellValues, onRow: (line: number, cells: Cell[]) => void): XmlEvents {
  let line = 0;
  let cells: Cell[] = [];
  let column = -1;
  let type: string | null = null;
  let style: string | undefined;
  let value = '';
  let inValue = false;
  return {
    open(name, attributes) {
      if (name === 'c') {
        const { r: reference, t, s } = attributes;
        column = reference === undefined ? column + 1 : columnOf(reference);
        type = t ?? null;
        style = s;
        value = '';
      } else if (name === 'row') {
        line = Number(attributes.r ?? line + 1);
        cells = [];
        column = -1;
      }
      inValue = name === 'v' || name === 't';
    },
    close(name) {
      if (name === 'c') setCell(cells, column, cellOf(type, style, value, values));
      else if (name === 'row') onRow(line, cells);
      inValue = false;
    },
    text(part) {
      if (inValue) value = appendText(value, part);
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

function cellOf(type: string | null, style: string | undefined, value: string, { texts, formats }: CellValues): Cell {
  if (value === '') return null;
  if (type === 's') return texts.get(Number(value));
  if (type === null || type === 'n') {
    const number = Number(value);
    if (!Number.isFinite(number)) return value;
    return formats === null ? number : formats.display(number, Number(style ?? 0));
  }
  // An error such as #REF! is no value.
  return type === 'e' ? null : value;
}

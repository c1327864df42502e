/** Streams ODS, table by table. Repeated cells and rows are stored once with a count. */
import {
  appendText,
  type Cell,
  COLUMNS_MAX,
  Extent,
  type Numbers,
  RowCollector,
  setCell,
  type WorksheetRows,
} from './worksheet.ts';
import { type Attributes, createXmlScanner, type XmlEvents } from './xml.ts';
import { openArchive } from './zip.ts';

/** The largest export, 100 MB, unpacks to some 3 GB. */
const CONTENT_BYTES_MAX = 8_000_000_000;

/** A higher count pads the worksheet. */
const REPEATED_ROWS_MAX = 100;

const CONTENT = 'content.xml';

export async function* odsRows(path: string, numbers: Numbers = 'stored'): AsyncGenerator<WorksheetRows> {
  const archive = await openArchive(path);
  try {
    const packed = archive.compressedBytes(CONTENT) / Math.max(1, archive.unpackedBytes(CONTENT));
    const ready: WorksheetRows[] = [];
    let unpacked = 0;
    const extent = new Extent();
    let collector = new RowCollector(extent);
    let worksheet = 0;
    const flush = (): void => {
      if (!collector.isEmpty) ready.push(collector.flush(worksheet, Math.round(unpacked * packed)));
    };
    const scanner = createXmlScanner(
      tableEvents({
        numbers,
        onTable() {
          flush();
          worksheet++;
          extent.addWorksheet();
          collector = new RowCollector(extent);
        },
        onRow(line, cells, times) {
          if (times > 1) extent.addRepeated(cells.length * Math.min(times, REPEATED_ROWS_MAX));
          for (let i = 0; i < times && i < REPEATED_ROWS_MAX; i++) {
            collector.add(line + i, [...cells]);
            if (collector.isFull) flush();
          }
        },
      }),
    );
    for await (const bytes of archive.read(CONTENT, CONTENT_BYTES_MAX)) {
      unpacked += bytes.length;
      scanner.write(bytes);
      yield* ready.splice(0);
    }
    scanner.end();
    flush();
    yield* ready.splice(0);
  } finally {
    archive.close();
  }
}

interface TableEvents {
  numbers: Numbers;
  onTable(): void;
  onRow(line: number, cells: Cell[], times: number): void;
}

function tableEvents({ numbers, onTable, onRow }: TableEvents): XmlEvents {
  let line = 0;
  let times = 1;
  let cells: Cell[] = [];
  let column = 0;
  let repeated = 1;
  let typed: Cell = null;
  let text = '';
  let inCell = false;
  let remarks = 0;
  return {
    open(name, attributes) {
      if (name === 'table-cell' || name === 'covered-table-cell') {
        repeated = countOf(attributes, 'table:number-columns-repeated');
        typed = typedValue(attributes);
        text = '';
        inCell = true;
      } else if (name === 'table-row') {
        line += times;
        times = countOf(attributes, 'table:number-rows-repeated');
        cells = [];
        column = 0;
      } else if (name === 'table') {
        onTable();
        line = 0;
        times = 1;
      } else if (name === 'annotation') remarks++;
      else if (remarks === 0 && inCell) {
        // Blanks and line ends within a text are elements.
        if (name === 's' || name === 'tab' || name === 'line-break' || (name === 'p' && text !== ''))
          text = appendText(text, ' ');
      }
    },
    close(name) {
      if (name === 'table-cell' || name === 'covered-table-cell') {
        const shown = text === '' ? null : text;
        const cell = numbers === 'displayed' ? (shown ?? typed) : (typed ?? shown);
        if (cell !== null) for (let i = 0; i < Math.min(repeated, COLUMNS_MAX); i++) setCell(cells, column + i, cell);
        column += repeated;
        inCell = false;
      } else if (name === 'table-row') onRow(line, cells, times);
      else if (name === 'annotation') remarks--;
    },
    text(part) {
      if (inCell && remarks === 0) text = appendText(text, part);
    },
  };
}

const countOf = (attributes: Attributes, name: string): number => {
  const count = Number(attributes[name] ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
};

/** Attributes have the exact numbers and days; the text is formatted. */
function typedValue(attributes: Attributes): Cell {
  const type = attributes['office:value-type'];
  if (type === 'date') return attributes['office:date-value'] ?? null;
  if (type !== 'float' && type !== 'currency' && type !== 'percentage') return null;
  const number = Number(attributes['office:value'] ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}

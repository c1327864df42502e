/** Exports as XLS (BIFF8): split over sheets, each with the header again, and an empty sheet in between. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EXCEL_EPOCH_DAYS, type TableFile, type TableShape, type Value } from './table.ts';

/** The format's own bound is 65,536; lower, so that a quarter of the demo fills several. */
const WORKSHEET_ROWS_MAX = 2_500;
/** The second sheet is empty, as in 2023. */
const EMPTY_WORKSHEET = 1;

const BOF = 0x0809;
const EOF = 0x000a;
const BOUNDSHEET = 0x0085;
const CODEPAGE = 0x0042;
const FONT = 0x0031;
const XF = 0x00e0;
const DIMENSIONS = 0x0200;
const NUMBER = 0x0203;
const LABEL = 0x0204;
const UTF16 = 0x04b0;
/** Fifteen styles come before the cells' own formats: then the plain one, then the date. */
const STYLE_FORMATS = 15;
const PLAIN = STYLE_FORMATS;
const DATE = STYLE_FORMATS + 1;
/** `m/d/yy` among the formats that every program knows. */
const DATE_FORMAT = 14;

export async function writeXls(path: string, { headers, kinds }: TableShape): Promise<TableFile> {
  const worksheets: Records[] = [];
  let rows = 0;
  let worksheet = openWorksheet();
  const begin = (): void => {
    worksheets.push(worksheet);
    rows = 0;
    write(headers);
  };
  const write = (values: readonly Value[]): void => {
    for (let column = 0; column < values.length; column++) {
      const value = values[column] ?? null;
      if (value === null || value === '') continue;
      if (typeof value === 'string') worksheet.label(rows, column, value);
      else if (kinds[column] === 'day') worksheet.number(rows, column, DATE, value + EXCEL_EPOCH_DAYS);
      else worksheet.number(rows, column, PLAIN, kinds[column] === 'money' ? value / 100 : value);
    }
    rows++;
  };
  begin();
  return {
    row(values) {
      if (rows === WORKSHEET_ROWS_MAX) {
        if (worksheets.length === EMPTY_WORKSHEET) worksheets.push(openWorksheet());
        worksheet = openWorksheet();
        begin();
      }
      write(values);
    },
    // The container begins with its table of contents: nothing can be written before the end.
    flush: async () => {},
    async close() {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, compoundFile('Workbook', workbook(worksheets.map((each) => each.end()))));
    },
  };
}

function workbook(worksheets: Buffer[]): Buffer {
  const globals = (offsets: number[]): Buffer => {
    const records = openRecords();
    records.record(BOF, shorts(0x0600, 0x0005, 0x0dbb, 0x07cc, 0, 0, 6, 0));
    records.record(CODEPAGE, shorts(UTF16));
    for (let i = 0; i < 4; i++) records.record(FONT, font('Arial'));
    for (let i = 0; i < STYLE_FORMATS; i++) records.record(XF, format(0, true));
    records.record(XF, format(0, false));
    records.record(XF, format(DATE_FORMAT, false));
    for (const [i, offset] of offsets.entries()) {
      const name = Buffer.from(`Sheet${i + 1}`, 'latin1');
      const head = Buffer.alloc(8);
      head.writeUInt32LE(offset, 0);
      head.writeUInt8(name.length, 6);
      records.record(BOUNDSHEET, Buffer.concat([head, name]));
    }
    records.record(EOF, Buffer.alloc(0));
    return records.bytes();
  };
  let offset = globals(worksheets.map(() => 0)).length;
  const offsets: number[] = [];
  for (const worksheet of worksheets) {
    offsets.push(offset);
    offset += worksheet.length;
  }
  return Buffer.concat([globals(offsets), ...worksheets]);
}

const shorts = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer);

function font(name: string): Buffer {
  const head = shorts(200, 0, 0x7fff, 400, 0, 0, 0);
  return Buffer.concat([head, Buffer.from([name.length, 0]), Buffer.from(name, 'latin1')]);
}

const format = (number: number, isStyle: boolean): Buffer =>
  shorts(0, number, isStyle ? 0xfff5 : 1, 0x0020, 0, 0, 0, 0, 0, 0x20c0);

type Records = ReturnType<typeof openWorksheet>;

function openWorksheet() {
  const records = openRecords();
  records.record(BOF, shorts(0x0600, 0x0010, 0x0dbb, 0x07cc, 0, 0, 6, 0));
  // A size of nothing: readers have to visit the rows.
  records.record(DIMENSIONS, Buffer.alloc(14));
  return {
    label(row: number, column: number, text: string): void {
      const narrow = !/[^\0-\xff]/.test(text);
      const at = records.open(LABEL, 9 + text.length * (narrow ? 1 : 2));
      const { buffer } = at;
      buffer.writeUInt16LE(row, at.start);
      buffer.writeUInt16LE(column, at.start + 2);
      buffer.writeUInt16LE(PLAIN, at.start + 4);
      buffer.writeUInt16LE(text.length, at.start + 6);
      buffer.writeUInt8(narrow ? 0 : 1, at.start + 8);
      buffer.write(text, at.start + 9, narrow ? 'latin1' : 'utf16le');
    },
    number(row: number, column: number, style: number, value: number): void {
      const { buffer, start } = records.open(NUMBER, 14);
      buffer.writeUInt16LE(row, start);
      buffer.writeUInt16LE(column, start + 2);
      buffer.writeUInt16LE(style, start + 4);
      buffer.writeDoubleLE(value, start + 6);
    },
    end(): Buffer {
      records.record(EOF, Buffer.alloc(0));
      return records.bytes();
    },
  };
}

/** Records in one buffer that doubles when it is full. */
function openRecords() {
  let buffer = Buffer.alloc(64 * 1024);
  let length = 0;
  const open = (type: number, size: number): { buffer: Buffer; start: number } => {
    if (length + 4 + size > buffer.length) {
      const larger = Buffer.alloc(Math.max(buffer.length * 2, length + 4 + size));
      buffer.copy(larger, 0, 0, length);
      buffer = larger;
    }
    buffer.writeUInt16LE(type, length);
    buffer.writeUInt16LE(size, length + 2);
    const start = length + 4;
    length = start + size;
    return { buffer, start };
  };
  return {
    open,
    record(type: number, data: Buffer): void {
      const { buffer: into, start } = open(type, data.length);
      data.copy(into, start);
    },
    bytes: (): Buffer => buffer.subarray(0, length),
  };
}

/** The container of old Office files (OLE2): sectors of 512 bytes, chained by a table, with one stream in it. */

const SECTOR = 512;
const FREE = 0xffffffff;
const END = 0xfffffffe;
const FAT_SECTOR = 0xfffffffd;
const DIFAT_SECTOR = 0xfffffffc;
/** Entries of a sector; how many places of FAT sectors the header holds, and each further sector of them. */
const PER_SECTOR = SECTOR / 4;
const IN_HEADER = 109;
const PER_DIFAT = PER_SECTOR - 1;
/** A smaller stream would lie in another kind of sectors. */
const STREAM_MIN = 4_096;
const DIRECTORY_ENTRY = 128;

/** The stream first, then the directory, the table and, for large files, where the table lies. */
function compoundFile(name: string, content: Buffer): Buffer {
  const size = Math.max(content.length, STREAM_MIN);
  const streamSectors = Math.ceil(size / SECTOR);
  const directory = streamSectors;
  let fatSectors = 1;
  let difatSectors = 0;
  for (;;) {
    const all = streamSectors + 1 + fatSectors + difatSectors;
    const fat = Math.ceil(all / PER_SECTOR);
    const difat = Math.ceil(Math.max(0, fat - IN_HEADER) / PER_DIFAT);
    if (fat === fatSectors && difat === difatSectors) break;
    fatSectors = fat;
    difatSectors = difat;
  }
  const firstFat = directory + 1;
  const firstDifat = firstFat + fatSectors;
  const file = Buffer.alloc(SECTOR * (1 + firstDifat + difatSectors));
  content.copy(file, SECTOR);
  writeHeader(file, { directory, firstFat, fatSectors, firstDifat, difatSectors });
  writeDirectory(file.subarray(SECTOR * (1 + directory)), name, size);

  const fat = new Uint32Array(fatSectors * PER_SECTOR).fill(FREE);
  for (let i = 0; i < streamSectors; i++) fat[i] = i + 1 < streamSectors ? i + 1 : END;
  fat[directory] = END;
  fat.fill(FAT_SECTOR, firstFat, firstDifat);
  fat.fill(DIFAT_SECTOR, firstDifat, firstDifat + difatSectors);
  Buffer.from(fat.buffer).copy(file, SECTOR * (1 + firstFat));
  for (let n = 0; n < difatSectors; n++) {
    const at = SECTOR * (1 + firstDifat + n);
    file.fill(0xff, at, at + SECTOR);
    for (let i = 0; i < PER_DIFAT && IN_HEADER + n * PER_DIFAT + i < fatSectors; i++)
      file.writeUInt32LE(firstFat + IN_HEADER + n * PER_DIFAT + i, at + i * 4);
    file.writeUInt32LE(n + 1 < difatSectors ? firstDifat + n + 1 : END, at + PER_DIFAT * 4);
  }
  return file;
}

interface Layout {
  directory: number;
  firstFat: number;
  fatSectors: number;
  firstDifat: number;
  difatSectors: number;
}

function writeHeader(file: Buffer, layout: Layout): void {
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(0x003e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(layout.fatSectors, 44);
  file.writeUInt32LE(layout.directory, 48);
  file.writeUInt32LE(STREAM_MIN, 56);
  file.writeUInt32LE(END, 60);
  file.writeUInt32LE(layout.difatSectors > 0 ? layout.firstDifat : END, 68);
  file.writeUInt32LE(layout.difatSectors, 72);
  for (let i = 0; i < IN_HEADER; i++)
    file.writeUInt32LE(i < layout.fatSectors ? layout.firstFat + i : FREE, 76 + i * 4);
}

function writeDirectory(sector: Buffer, name: string, size: number): void {
  writeEntry(sector, { name: 'Root Entry', type: 5, child: 1, start: END, size: 0 });
  writeEntry(sector.subarray(DIRECTORY_ENTRY), { name, type: 2, child: FREE, start: 0, size });
  for (let n = 2; n < SECTOR / DIRECTORY_ENTRY; n++)
    writeEntry(sector.subarray(n * DIRECTORY_ENTRY), { name: '', type: 0, child: FREE, start: 0, size: 0 });
}

interface Entry {
  name: string;
  type: 0 | 2 | 5;
  child: number;
  start: number;
  size: number;
}

function writeEntry(at: Buffer, { name, type, child, start, size }: Entry): void {
  at.write(name, 0, 'utf16le');
  at.writeUInt16LE(name === '' ? 0 : (name.length + 1) * 2, 64);
  at.writeUInt8(type, 66);
  at.writeUInt8(1, 67);
  at.writeUInt32LE(FREE, 68);
  at.writeUInt32LE(FREE, 72);
  at.writeUInt32LE(child, 76);
  at.writeUInt32LE(start, 116);
  at.writeUInt32LE(size, 120);
}

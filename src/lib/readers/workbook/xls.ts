/**
 * XLS of Excel 97 to 2003 (BIFF8), sheet after sheet. Our own reader: the one library that is known for it was left behind on npm
 * with two open advisories, reads whole files into memory, and tables of plain cells need a dozen kinds of records.
 */
import { open } from 'node:fs/promises';
import { type BiffRecord, biffRecords, TextReader } from './biff.ts';
import { BrokenWorkbook } from './broken-workbook.ts';
import { compoundStream } from './compound-file.ts';
import { Extent } from './extent.ts';
import { type Cell, placeCell, RowCollector, type SheetRows } from './sheet.ts';
import { SharedTexts } from './texts.ts';

const RECORD = {
  begin: 0x0809,
  password: 0x002f,
  sharedTexts: 0x00fc,
  sharedText: 0x00fd,
  text: 0x0204,
  richText: 0x00d6,
  number: 0x0203,
  shortNumber: 0x027e,
  shortNumbers: 0x00bd,
  formula: 0x0006,
  formulaText: 0x0207,
} as const;

const BIFF8 = 0x0600;
const SHEET = 0x0010;

export async function* xlsRows(path: string): AsyncGenerator<SheetRows> {
  const file = await open(path);
  try {
    const reader = new SheetReader();
    let bytesRead = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of compoundStream(file, ['Workbook'])) {
        bytesRead += chunk.length;
        yield chunk;
      }
    };
    for await (const records of biffRecords(counted())) {
      for (const record of records) {
        const sheetBefore = reader.sheet;
        const ended = reader.take(record);
        if (ended && !reader.rows.isEmpty) yield reader.rows.take(sheetBefore, bytesRead);
      }
      if (reader.rows.isFull) yield reader.rows.take(reader.sheet, bytesRead);
    }
    reader.finishRow();
    if (!reader.rows.isEmpty) yield reader.rows.take(reader.sheet, bytesRead);
  } catch (error) {
    // A length that points past the end of its record.
    if (error instanceof RangeError) throw new BrokenWorkbook('records that break off');
    throw error;
  } finally {
    await file.close();
  }
}

/** Cells come in the order of their rows; a row is done when another one begins. */
class SheetReader {
  private readonly extent = new Extent();
  readonly rows = new RowCollector(this.extent);
  sheet = 0;
  private readonly texts = new SharedTexts();
  private row = -1;
  private cells: Cell[] = [];
  /** Column of a formula whose text comes in the record behind it. */
  private awaited = -1;

  /** True when a sheet ended with it. */
  take(record: BiffRecord): boolean {
    const { type, data } = record;
    switch (type) {
      case RECORD.begin:
        return this.begin(data);
      case RECORD.password:
        throw new BrokenWorkbook('a workbook with a password');
      case RECORD.sharedTexts:
        this.takeTexts(record);
        break;
      case RECORD.sharedText:
        this.place(data, this.texts.get(data.readUInt32LE(6)));
        break;
      case RECORD.text:
      case RECORD.richText:
        this.place(data, new TextReader(record, 6).next());
        break;
      case RECORD.number:
        this.place(data, data.readDoubleLE(6));
        break;
      case RECORD.shortNumber:
        this.place(data, shortNumber(data.readUInt32LE(6)));
        break;
      case RECORD.shortNumbers:
        this.takeShortNumbers(data);
        break;
      case RECORD.formula:
        this.takeFormula(data);
        break;
      case RECORD.formulaText:
        if (this.awaited >= 0) placeCell(this.cells, this.awaited, new TextReader(record, 0).next());
        this.awaited = -1;
        break;
      default:
    }
    return false;
  }

  finishRow(): void {
    if (this.row >= 0) this.rows.add(this.row + 1, this.cells);
    this.row = -1;
    this.cells = [];
  }

  private begin(data: Buffer): boolean {
    if (data.readUInt16LE(0) !== BIFF8) throw new BrokenWorkbook('a workbook of Excel 95 or earlier');
    if (data.readUInt16LE(2) !== SHEET) return false;
    this.finishRow();
    this.sheet++;
    this.extent.addSheet();
    return true;
  }

  private takeTexts(record: BiffRecord): void {
    const count = record.data.readUInt32LE(4);
    const reader = new TextReader(record, 8);
    for (let i = 0; i < count; i++) this.texts.add(reader.next());
  }

  /** Every record of a cell begins with its row and column. */
  private place(data: Buffer, cell: Cell): void {
    const row = data.readUInt16LE(0);
    if (row !== this.row) this.finishRow();
    this.row = row;
    placeCell(this.cells, data.readUInt16LE(2), cell);
  }

  private takeShortNumbers(data: Buffer): void {
    const first = data.readUInt16LE(2);
    for (let at = 4, column = first; at + 6 <= data.length - 2; at += 6, column++) {
      this.place(data, null);
      placeCell(this.cells, column, shortNumber(data.readUInt32LE(at + 2)));
    }
  }

  /** The last result: a number, or a mark that something else follows. */
  private takeFormula(data: Buffer): void {
    const isNumber = data.readUInt16LE(12) !== 0xffff;
    this.place(data, isNumber ? data.readDoubleLE(6) : null);
    this.awaited = !isNumber && data[6] === 0 ? data.readUInt16LE(2) : -1;
  }
}

/** Thirty bits of a whole number or of the front of a floating one; the two last say which, and whether to divide by 100. */
function shortNumber(bits: number): number {
  let number: number;
  if (bits & 2) number = (bits | 0) >> 2;
  else {
    DOUBLE.setUint32(0, bits & 0xfffffffc);
    number = DOUBLE.getFloat64(0);
  }
  return bits & 1 ? number / 100 : number;
}

const DOUBLE = new DataView(new ArrayBuffer(8));

/**
 * Reads XLS of Excel 97 to 2003 (BIFF8), worksheet by worksheet. Written by hand: the common library is unmaintained on npm with two
 * open advisories and reads whole files into memory; tables of plain cells need a dozen kinds of records.
 */
import { open } from 'node:fs/promises';
import { type BiffRecord, biffRecords, TextReader } from './biff.ts';
import { compoundStream } from './compound-file.ts';
import { NumberFormats } from './number-format.ts';
import { SharedTexts } from './shared-texts.ts';
import {
  BrokenWorkbook,
  type Cell,
  Extent,
  type Numbers,
  RowCollector,
  setCell,
  type WorksheetRows,
} from './worksheet.ts';

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
  calendar: 0x0022,
  formatCode: 0x041e,
  cellFormat: 0x00e0,
} as const;

const BIFF8 = 0x0600;
const WORKSHEET = 0x0010;

export async function* xlsRows(path: string, numbers: Numbers = 'stored'): AsyncGenerator<WorksheetRows> {
  const file = await open(path);
  try {
    const reader = new WorksheetReader(numbers);
    let bytesRead = 0;
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of compoundStream(file, ['Workbook'])) {
        bytesRead += chunk.length;
        yield chunk;
      }
    };
    for await (const records of biffRecords(counted())) {
      for (const record of records) {
        const worksheetBefore = reader.worksheet;
        const ended = reader.process(record);
        if (ended && !reader.rows.isEmpty) yield reader.rows.flush(worksheetBefore, bytesRead);
      }
      if (reader.rows.isFull) yield reader.rows.flush(reader.worksheet, bytesRead);
    }
    reader.finishRow();
    if (!reader.rows.isEmpty) yield reader.rows.flush(reader.worksheet, bytesRead);
  } catch (error) {
    // A length that points past the end of its record.
    if (error instanceof RangeError) throw new BrokenWorkbook('records that break off');
    throw error;
  } finally {
    await file.close();
  }
}

/** Cells are ordered by row; a row ends when another one begins. */
class WorksheetReader {
  private readonly extent = new Extent();
  readonly rows = new RowCollector(this.extent);
  worksheet = 0;
  private readonly texts = new SharedTexts();
  private readonly formats = new NumberFormats();
  private readonly numbers: Numbers;
  private row = -1;
  private cells: Cell[] = [];
  /** Column of a formula whose text is in the next record. */
  private formulaColumn = -1;

  constructor(numbers: Numbers) {
    this.numbers = numbers;
  }

  /** True if the record ends a worksheet. */
  process(record: BiffRecord): boolean {
    const { type, data } = record;
    switch (type) {
      case RECORD.begin:
        return this.begin(data);
      case RECORD.password:
        throw new BrokenWorkbook('a workbook with a password');
      case RECORD.sharedTexts:
        this.readTexts(record);
        break;
      case RECORD.sharedText:
        this.setCell(data, this.texts.get(data.readUInt32LE(6)));
        break;
      case RECORD.text:
      case RECORD.richText:
        this.setCell(data, new TextReader(record, 6).next());
        break;
      case RECORD.number:
        this.setCell(data, this.display(data.readDoubleLE(6), data.readUInt16LE(4)));
        break;
      case RECORD.shortNumber:
        this.setCell(data, this.display(shortNumber(data.readUInt32LE(6)), data.readUInt16LE(4)));
        break;
      case RECORD.shortNumbers:
        this.readShortNumbers(data);
        break;
      case RECORD.formula:
        this.readFormula(data);
        break;
      case RECORD.formulaText:
        if (this.formulaColumn >= 0) setCell(this.cells, this.formulaColumn, new TextReader(record, 0).next());
        this.formulaColumn = -1;
        break;
      case RECORD.calendar:
        this.formats.is1904 = data.readUInt16LE(0) === 1;
        break;
      case RECORD.formatCode:
        this.formats.define(data.readUInt16LE(0), new TextReader(record, 2).next());
        break;
      case RECORD.cellFormat:
        this.formats.add(data.readUInt16LE(2));
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
    if (data.readUInt16LE(2) !== WORKSHEET) return false;
    this.finishRow();
    this.worksheet++;
    this.extent.addWorksheet();
    return true;
  }

  private readTexts(record: BiffRecord): void {
    const count = record.data.readUInt32LE(4);
    const reader = new TextReader(record, 8);
    for (let i = 0; i < count; i++) this.texts.add(reader.next());
  }

  /** Records of cells begin with row and column. */
  private setCell(data: Buffer, cell: Cell): void {
    const row = data.readUInt16LE(0);
    if (row !== this.row) this.finishRow();
    this.row = row;
    setCell(this.cells, data.readUInt16LE(2), cell);
  }

  private readShortNumbers(data: Buffer): void {
    const first = data.readUInt16LE(2);
    for (let at = 4, column = first; at + 6 <= data.length - 2; at += 6, column++) {
      this.setCell(data, null);
      setCell(this.cells, column, this.display(shortNumber(data.readUInt32LE(at + 2)), data.readUInt16LE(at)));
    }
  }

  private display(value: number, position: number): Cell {
    return this.numbers === 'stored' ? value : this.formats.display(value, position);
  }

  /** The last result: a number, or a mark for another type. */
  private readFormula(data: Buffer): void {
    const isNumber = data.readUInt16LE(12) !== 0xffff;
    this.setCell(data, isNumber ? this.display(data.readDoubleLE(6), data.readUInt16LE(4)) : null);
    this.formulaColumn = !isNumber && data[6] === 0 ? data.readUInt16LE(2) : -1;
  }
}

/** Thirty bits of an integer, or the upper bits of a float; the last two bits encode the type and a division by 100. */
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

/** Rows of worksheets, the same for every format of workbook, and limits on the size of a workbook. */

/** Days are numbers in some workbooks and texts in others: the code that knows the column interprets numbers. */
export type Cell = string | number | null;

/** `stored`: numbers as stored, for programs. `displayed`: dates, times and percentages as texts, for people. */
export type Numbers = 'stored' | 'displayed';

export interface WorksheetRows {
  /** Number of the worksheet, from 1. */
  worksheet: number;
  rows: Cell[][];
  /** `lines[i]`: number of `rows[i]` in its worksheet, from 1. Empty rows are omitted. */
  lines: number[];
  /** Bytes of the file read so far, approximately. */
  bytesRead: number;
}

/** The widest export has 45 columns. A cell far to the right must not lengthen every row. */
export const COLUMNS_MAX = 256;

/** Twice the limit of Excel. */
const CELL_LENGTH_MAX = 65_536;

/** Ten times the longest row of an export: a long cell may not be repeated a thousand times. */
const ROW_LENGTH_MAX = 200_000;

/** Rows and characters of a batch: iterating over single rows costs more than reading them. */
const ROWS_TOGETHER = 500;
const LENGTH_TOGETHER = 2_000_000;

/** Collects rows into batches. */
export class RowCollector {
  private rows: Cell[][] = [];
  private lines: number[] = [];
  private length = 0;
  private readonly extent: Extent;

  constructor(extent: Extent) {
    this.extent = extent;
  }

  add(line: number, cells: Cell[]): void {
    if (cells.length === 0) return;
    const length = cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0);
    if (length > ROW_LENGTH_MAX) throw new BrokenWorkbook(`a row of more than ${ROW_LENGTH_MAX} characters`);
    this.extent.addCells(cells.length);
    this.length += length;
    this.rows.push(cells);
    this.lines.push(line);
  }

  get isFull(): boolean {
    return this.rows.length >= ROWS_TOGETHER || this.length >= LENGTH_TOGETHER;
  }

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  flush(worksheet: number, bytesRead: number): WorksheetRows {
    const batch = { worksheet, rows: this.rows, lines: this.lines, bytesRead };
    this.rows = [];
    this.lines = [];
    this.length = 0;
    return batch;
  }
}

/** Appends a part to the text of a cell. */
export function appendText(text: string, part: string): string {
  if (text.length + part.length > CELL_LENGTH_MAX) {
    throw new BrokenWorkbook(`a cell of more than ${CELL_LENGTH_MAX} characters`);
  }
  return text + part;
}

/** Sets the cell of a column; empty cells are null, and a row ends with its last cell. */
export function setCell(cells: Cell[], column: number, cell: Cell): void {
  if (column >= COLUMNS_MAX || cell === null || cell === '') return;
  while (cells.length < column) cells.push(null);
  cells[column] = cell;
}

interface ExtentCaps {
  /** A quarter's export has one to a dozen; Excel itself struggles with some hundreds. */
  worksheets: number;
  /** The largest export has some forty million. */
  cells: number;
  /** Repeated rows and cells of an ODS, stored once with a count: a few hundred in published files. */
  repeatedCells: number;
}

export const EXTENT_CAPS: ExtentCaps = { worksheets: 256, cells: 200_000_000, repeatedCells: 1_000_000 };

/** Enforces limits far above any published table: such a workbook is an attack. */
export class Extent {
  private sheets = 0;
  private cells = 0;
  private repeatedCells = 0;
  private readonly caps: ExtentCaps;

  constructor(caps: ExtentCaps = EXTENT_CAPS) {
    this.caps = caps;
  }

  addWorksheet(): void {
    if (++this.sheets > this.caps.worksheets) throw new BrokenWorkbook(`more than ${this.caps.worksheets} sheets`);
  }

  addCells(count: number): void {
    this.cells += count;
    if (this.cells > this.caps.cells) throw new BrokenWorkbook(`more than ${this.caps.cells} cells`);
  }

  addRepeated(count: number): void {
    this.repeatedCells += count;
    if (this.repeatedCells > this.caps.repeatedCells)
      throw new BrokenWorkbook(`more than ${this.caps.repeatedCells} cells that repeat others`);
  }
}

/** The file is no workbook of its format, or exceeds the limits. */
export class BrokenWorkbook extends Error {}

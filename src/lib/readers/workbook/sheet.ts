/** Rows of spreadsheets, the same for every format of workbook. */
import { BrokenWorkbook } from './broken-workbook.ts';
import type { Extent } from './extent.ts';

/** Days are numbers in some workbooks and texts in others: what a number means is decided by the reader, which knows the column. */
export type Cell = string | number | null;

export interface SheetRows {
  /** Which of the sheets, from 1. */
  sheet: number;
  rows: Cell[][];
  /** `lines[i]`: number of `rows[i]` in its sheet, from 1. Rows that are empty are left out. */
  lines: number[];
  /** Bytes of the file read so far, more or less. */
  bytesRead: number;
}

/** The widest export has 45 columns; a cell far to the right must not make every row as long. */
export const COLUMNS_MAX = 256;

/** Excel itself allows half of it. */
const CELL_LENGTH_MAX = 65_536;

/** No export has rows of a tenth of it: one long cell, repeated a thousand times, must not make the same work. */
const ROW_LENGTH_MAX = 200_000;

/** Rows, and characters, handed on together: iterating one by one costs more than reading them. */
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

  take(sheet: number, bytesRead: number): SheetRows {
    const taken = { sheet, rows: this.rows, lines: this.lines, bytesRead };
    this.rows = [];
    this.lines = [];
    this.length = 0;
    return taken;
  }
}

/** The text of a cell with another piece of it. */
export function lengthened(text: string, piece: string): string {
  if (text.length + piece.length > CELL_LENGTH_MAX) {
    throw new BrokenWorkbook(`a cell of more than ${CELL_LENGTH_MAX} characters`);
  }
  return text + piece;
}

/** Puts a cell into its column; holes are null, and a row ends with its last cell. */
export function placeCell(cells: Cell[], column: number, cell: Cell): void {
  if (column >= COLUMNS_MAX || cell === null || cell === '') return;
  while (cells.length < column) cells.push(null);
  cells[column] = cell;
}

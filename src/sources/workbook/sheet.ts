/** Rows of spreadsheets, the same for every format of workbook. */

/** Days are numbers in some workbooks and texts in others: what a number means is decided by who knows the column. */
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

/** The file is no workbook of the format it begins like, or one that asks for more than a table ever needs. */
export class BrokenWorkbook extends Error {}

/** The widest export has 45 columns; a cell far to the right must not make every row as long. */
export const COLUMNS_MAX = 256;

/** Rows handed on together: iterating one by one costs more than reading them. */
export const ROWS_TOGETHER = 500;

/** Collects rows into batches. */
export class RowCollector {
  private rows: Cell[][] = [];
  private lines: number[] = [];

  add(line: number, cells: Cell[]): void {
    if (!cells.some((cell) => cell !== null)) return;
    this.rows.push(cells);
    this.lines.push(line);
  }

  get isFull(): boolean {
    return this.rows.length >= ROWS_TOGETHER;
  }

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  take(sheet: number, bytesRead: number): SheetRows {
    const taken = { sheet, rows: this.rows, lines: this.lines, bytesRead };
    this.rows = [];
    this.lines = [];
    return taken;
  }
}

/** Puts a cell into its column; holes are null. */
export function placeCell(cells: Cell[], column: number, cell: Cell): void {
  if (column >= COLUMNS_MAX || cell === null || cell === '') return;
  while (cells.length < column) cells.push(null);
  cells[column] = cell;
}

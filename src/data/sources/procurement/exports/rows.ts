/** Rows of a published table as every format of file gives them: texts and numbers, nothing decided yet. */
import type { Skip } from '#data/sources/text-table.ts';
import type { Cell } from '#lib/readers/workbook/sheet.ts';

export interface RowBatch {
  /** Which sheet of a workbook, from 1; null for text. */
  sheet: number | null;
  rows: Cell[][];
  /** `lines[i]`: line of the file, or row of the sheet, that `rows[i]` begins on. */
  lines: number[];
  /** Lines that are no row at all. */
  skips: Skip[];
  /** Bytes of the file read so far. */
  bytesRead: number;
  /** How days with slashes are written: `09/30/2022` or `30/09/2022`. */
  monthFirst: boolean;
}

/** Raw rows of a published table, the same for every format of file: texts and numbers. */
import type { Skip } from '#data/sources/text-table.ts';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';

export interface RowBatch {
  /** The number of the worksheet, from 1; null for text. */
  sheet: number | null;
  rows: Cell[][];
  /** `lines[i]`: line of the file, or row of the worksheet, on which `rows[i]` begins. */
  lines: number[];
  /** Lines without a row. */
  skips: Skip[];
  /** Bytes of the file read so far. */
  bytesRead: number;
  /** The format of days with slashes: `09/30/2022` or `30/09/2022`. */
  monthFirst: boolean;
}

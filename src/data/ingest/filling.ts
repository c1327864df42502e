/** What the thread that fills a part has at hand. */
import type { Database } from '#data/store/database.ts';
import type { Part } from '#data/store/dataset.ts';
import type { WorkbookSandbox } from '#lib/readers/workbook/rows.ts';
import type { Reading } from './file-reading.ts';

export interface Filling {
  reading: Reading;
  /** Parts whose tables it reads. */
  beside: readonly Part[];
  state: Database;
  live: Database;
  /** Where workbooks are read. Default: in the sandbox. */
  workbooks?: WorkbookSandbox | undefined;
  warn(message: string): void;
}

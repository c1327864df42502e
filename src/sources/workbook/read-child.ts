/** The process that reads workbooks which cannot be trusted with the memory of another: asked for the next rows, answers with them. */
import { odsRows } from './ods.ts';
import type { ReadAnswer } from './outside.ts';
import { BrokenWorkbook } from './sheet.ts';
import { xlsRows } from './xls.ts';

const [, , format, path = ''] = process.argv;
const rows = format === 'xls' ? xlsRows(path) : odsRows(path);

process.on('message', async () => {
  process.send?.(await answer());
});

async function answer(): Promise<ReadAnswer> {
  try {
    const { done, value } = await rows.next();
    return done ? { done: true } : { rows: value };
  } catch (error) {
    if (error instanceof BrokenWorkbook) return { broken: error.message };
    throw error;
  }
}

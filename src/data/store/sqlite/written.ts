/** Whether anybody else wrote to a file of SQLite: other threads and other processes, whichever way they did it. */
import type { Database } from '#data/store/database.ts';

/** Another number after every transaction that another connection than this one committed. It costs a look into shared memory. */
export async function writtenByOthers(db: Database): Promise<number> {
  const row = await db.one<{ data_version: number }>('pragma data_version');
  if (row === null) throw new Error('SQLite does not tell its data_version.');
  return row.data_version;
}

/** How often persons were read, by day and operation. */
import type { Database, Statement } from '#data/store/database.ts';

export const addReads = (day: string, operation: string, reads: number): Statement => ({
  sql: `insert into person_read (day, operation, reads) values ($1, $2, $3)
        on conflict (day, operation) do update set reads = person_read.reads + excluded.reads`,
  params: [day, operation, reads],
});

export interface ReadsRow {
  day: string;
  operation: string;
  reads: number;
}

/** Newest day first. */
export const readsByDay = (state: Database): Promise<ReadsRow[]> =>
  state.all<ReadsRow>('select day, operation, reads from person_read order by day desc, operation');

/** Documents that no answer shows: in state, because what somebody decided must not be lost with what can be fetched again. */
import type { Database } from '#data/store/database.ts';

export interface WithheldRow {
  id: string;
  why: string;
  withheld_at: string;
}

/** Those of the documents that are withheld, by their ids. */
export async function withheldAmong(state: Database, ids: readonly string[]): Promise<Map<string, WithheldRow>> {
  if (ids.length === 0) return new Map();
  const places = ids.map((_, i) => `$${i + 1}`).join(', ');
  const rows = await state.all<WithheldRow>(`select * from withheld_document where id in (${places})`, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** In the order in which they were withheld. */
export const allWithheld = (state: Database): Promise<WithheldRow[]> =>
  state.all<WithheldRow>('select * from withheld_document order by withheld_at, id');

/** Whether it was shown before; of one that was withheld already the new reason counts. */
export async function withhold(state: Database, { id, why, withheld_at }: WithheldRow): Promise<boolean> {
  const wasWithheld = (await withheldAmong(state, [id])).has(id);
  await state.write([
    {
      sql: `insert into withheld_document (id, why, withheld_at) values ($1, $2, $3)
            on conflict (id) do update set why = excluded.why`,
      params: [id, why, withheld_at],
    },
  ]);
  return !wasWithheld;
}

/** Whether it was withheld. */
export async function release(state: Database, id: string): Promise<boolean> {
  const [rows = []] = await state.write([
    { sql: 'delete from withheld_document where id = $1 returning id', params: [id] },
  ]);
  return rows.length > 0;
}

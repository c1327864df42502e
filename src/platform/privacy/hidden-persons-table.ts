/** The register of hidden persons in the state store: it outlives every generation. */
import { recordChange } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';

export interface HiddenRow {
  person_id: string;
  /** Null in rows older than the column. */
  name: string | null;
  reason: string | null;
  hidden_at: string;
}

export const hiddenRows = (state: Database): Promise<HiddenRow[]> =>
  state.all<HiddenRow>('select person_id, name, reason, hidden_at from hidden_person order by person_id');

/** False if the person was already hidden; the first reason stays, a missing name is added. */
export async function hidePerson(state: Database, row: HiddenRow): Promise<boolean> {
  const [done] = await state.write([
    {
      sql: `insert into hidden_person (person_id, name, reason, hidden_at) values ($1, $2, $3, $4)
            on conflict (person_id) do nothing returning person_id`,
      params: [row.person_id, row.name, row.reason, row.hidden_at],
    },
    {
      sql: 'update hidden_person set name = $2 where person_id = $1 and name is null',
      params: [row.person_id, row.name],
    },
    recordChange('hidden'),
  ]);
  return (done ?? []).length > 0;
}

/** False if the person was not hidden. */
export async function unhidePerson(state: Database, personId: string): Promise<boolean> {
  const [done] = await state.write([
    { sql: 'delete from hidden_person where person_id = $1 returning person_id', params: [personId] },
    recordChange('hidden'),
  ]);
  return (done ?? []).length > 0;
}

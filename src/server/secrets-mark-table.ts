/** The mark of the secrets that all hosts of an installation share: one row. */
import type { Database } from '#data/store/database.ts';

export const storedMark = async (state: Database): Promise<string | null> =>
  (await state.one<{ mark: string }>('select mark from secrets_mark where one = 1'))?.mark ?? null;

/** Returns the mark of the first host to claim. */
export async function claimMark(state: Database, mark: string): Promise<string> {
  await state.write([
    { sql: 'insert into secrets_mark (one, mark) values (1, $1) on conflict (one) do nothing', params: [mark] },
  ]);
  return (await storedMark(state)) ?? mark;
}

/** The mark of a dataset overrides an earlier claim. */
export async function replaceMark(state: Database, mark: string): Promise<void> {
  if ((await storedMark(state)) === mark) return;
  await state.write([
    {
      sql: 'insert into secrets_mark (one, mark) values (1, $1) on conflict (one) do update set mark = excluded.mark',
      params: [mark],
    },
  ]);
}

/** By whose secrets the hosts of an installation go: one row. */
import type { Database } from '#data/store/database.ts';

export const storedMark = async (state: Database): Promise<string | null> =>
  (await state.one<{ mark: string }>('select mark from secrets_mark where one = 1'))?.mark ?? null;

/** Of two hosts at once the first one's counts, which is returned. */
export async function claimMark(state: Database, mark: string): Promise<string> {
  await state.write([
    { sql: 'insert into secrets_mark (one, mark) values (1, $1) on conflict (one) do nothing', params: [mark] },
  ]);
  return (await storedMark(state)) ?? mark;
}

/** A dataset was made with it, which says more than what was noted before. */
export async function replaceMark(state: Database, mark: string): Promise<void> {
  if ((await storedMark(state)) === mark) return;
  await state.write([
    {
      sql: 'insert into secrets_mark (one, mark) values (1, $1) on conflict (one) do update set mark = excluded.mark',
      params: [mark],
    },
  ]);
}

/** Rows of any procurement table by their keys. */
import type { Database } from '#data/store/database.ts';

/** Few lengths, so that an engine plans few texts; a page of a company has five. */
const LENGTHS = [1, 5, 10, 50];
export const KEYS_AT_ONCE = 50;

/** Rows of these keys, in the order of the keys. */
export async function rowsOf<Row extends { key: number }>(
  db: Database,
  table: string,
  keys: readonly number[],
  columns: readonly (keyof Row & string)[] | '*' = '*',
): Promise<Row[]> {
  const found = new Map<number, Row>();
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) {
    const some = keys.slice(i, i + KEYS_AT_ONCE);
    for (const row of await db.all<Row>(
      `select ${columns} from ${table} where key in (${placeholders(some)})`,
      padded(some),
    ))
      found.set(row.key, row);
  }
  return keys.flatMap((key) => found.get(key) ?? []);
}

/** Whether the table has any row. */
export const hasRows = async (db: Database, table: string): Promise<boolean> =>
  (await db.one(`select 1 as one from ${table} limit 1`)) !== null;

const lengthFor = (keys: readonly unknown[]): number => LENGTHS.find((length) => length >= keys.length) ?? KEYS_AT_ONCE;

/** Padded with repetitions to the next of the lengths. */
export const padded = <Key>(keys: readonly Key[]): Key[] =>
  Array.from({ length: lengthFor(keys) }, (_, i) => keys[i] ?? (keys.at(-1) as Key));

const lists = new Map(
  LENGTHS.map((length) => [length, Array.from({ length }, (_, i) => `$${i + 1}`).join(', ')] as const),
);

export const placeholders = (keys: readonly unknown[]): string => lists.get(lengthFor(keys)) as string;

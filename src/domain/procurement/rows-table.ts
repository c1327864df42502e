/** Rows of any procurement table by their keys, with the texts behind the numbers that deals are stored as (tables.ts). */
import type { Database } from '#data/store/database.ts';
import { codeText } from './cpv.ts';
import { dayText } from './day-number.ts';
import { NUMBER_LETTERS, PURCHASE_STATES } from './tables.ts';

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
  const found = await storedRows<Row>(db, table, keys, columns === '*' ? columns : columns.flatMap(storedColumns));
  await addTexts(db, [...found.values()], table);
  return keys.flatMap((key) => found.get(key) ?? []);
}

/** `authority_name` is stored as the number of its spelling. */
const storedColumns = (column: string): string[] => {
  const [, role] = /^(authority|supplier)_(?:code|cui|name)$/.exec(column) ?? [];
  return role === undefined ? [column] : [`${role}_id`, `${role}_spelling`];
};

async function storedRows<Row extends { key: number }>(
  db: Database,
  table: string,
  keys: readonly number[],
  columns: readonly string[] | '*' = '*',
): Promise<Map<number, Row>> {
  const found = new Map<number, Row>();
  const names = [...new Set(columns)].join(', ');
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) {
    const some = keys.slice(i, i + KEYS_AT_ONCE);
    for (const row of await db.all<Row>(
      `select ${names} from ${table} where key in (${placeholders(some)})`,
      padded(some),
    ))
      found.set(row.key, row);
  }
  return found;
}

interface Spelling {
  key: number;
  code: string | null;
  name: string;
}

/** What rows of deals have instead of texts; a table has some of the columns. */
interface Stored extends Partial<Record<`${Role}_${'id' | 'spelling'}`, number | null>> {
  key?: number;
  id?: string | null;
  day?: number | string;
  published_on?: number | string | null;
  cpv?: number | string | null;
  state?: number | string | null;
}
type Role = (typeof ROLES)[number];
const ROLES = ['authority', 'supplier'] as const;

/** Replaces numbers by texts, in the rows themselves. `table`: of rows whose published number is their key. */
export async function addTexts(db: Database, rows: readonly object[], table = ''): Promise<void> {
  const stored = rows as (Stored & Record<string, unknown>)[];
  const [first] = stored;
  if (first === undefined) return;
  const roles = ROLES.filter((role) => `${role}_spelling` in first);
  const keys = new Set(stored.flatMap((row) => roles.flatMap((role) => row[`${role}_spelling`] ?? [])));
  const spellings = await storedRows<Spelling>(db, 'spelling', [...keys]);
  const letters = NUMBER_LETTERS[table as keyof typeof NUMBER_LETTERS];
  for (const row of stored) {
    for (const role of roles) {
      const spelling = spellings.get(row[`${role}_spelling`] ?? 0);
      const id = row[`${role}_id`] ?? 0;
      row[`${role}_code`] = spelling?.code ?? null;
      row[`${role}_cui`] = id > 0 ? id : null;
      row[`${role}_name`] = spelling?.name ?? null;
    }
    if (letters !== undefined) row.id ??= `${letters}${row.key}`;
    if (typeof row.day === 'number') row.day = dayText(row.day);
    if (typeof row.published_on === 'number') row.published_on = dayText(row.published_on);
    if (typeof row.cpv === 'number') row.cpv = codeText(row.cpv);
    if (typeof row.state === 'number') row.state = PURCHASE_STATES[row.state] ?? null;
  }
}

/** Which of these keys the table has. */
export async function keysIn(db: Database, table: string, keys: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) {
    const some = keys.slice(i, i + KEYS_AT_ONCE);
    const sql = `select key from ${table} where key in (${placeholders(some)})`;
    for (const { key } of await db.all<{ key: number }>(sql, padded(some))) found.add(key);
  }
  return found;
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

/** Towns that suppliers of contracts are from, and suppliers whose town is not known. */
import type { Database } from '#data/store/database.ts';
import { codesUnder } from './cpv.ts';

export const isTown = async (db: Database, town: string): Promise<boolean> =>
  (await db.one('select key from town where key = $1', [town])) !== null;

/** Slug → spelling. */
export const allTowns = async (db: Database): Promise<Map<string, string>> =>
  new Map(
    (await db.all<{ key: string; name: string }>('select key, name from town')).map((row) => [row.key, row.name]),
  );

/** Suppliers under a CPV prefix with a contract that states no town; reads at most `max` of their rows. */
export async function suppliersWithoutTown(db: Database, prefix: string, max: number): Promise<number> {
  const row = await db.one<{ n: number }>(
    `select count(distinct supplier_id) as n from (
       select supplier_id from supplier_without_town where cpv >= $1 and cpv < $2 limit ${max}
     ) found`,
    codesUnder(prefix),
  );
  return row?.n ?? 0;
}

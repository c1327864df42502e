/** Contracts by number, and their suppliers. A number is not unique: every authority numbers its own. */
import type { Database } from '#data/store/database.ts';
import type { ContractRow, SupplierRow } from './contract.ts';
import type { AnnouncedLot } from './lot.ts';
import { known } from './published-value.ts';
import { KEYS_AT_ONCE, padded, placeholders } from './rows-table.ts';
import type { Reads } from './worker-reads.ts';

/** Of every authority, newest first. `number` is folded, here and below. */
export const contractsNumbered = (db: Database, number: string, limit: number): Promise<ContractRow[]> =>
  db.all<ContractRow>(`select * from contract where number_folded = $1 order by day desc, key desc limit ${limit}`, [
    number,
  ]);

/** The newest with the number, of one authority or of any. */
export const newestNumbered = (db: Database, number: string, authority: number | null): Promise<ContractRow | null> =>
  db.one<ContractRow>(
    `select * from contract where number_folded = $1 ${authority === null ? '' : 'and authority_cui = $2'}
     order by day desc, key desc limit 1`,
    [number, ...(authority === null ? [] : [authority])],
  );

/** How many other contracts have the number. */
export async function namesakesCount(db: Database, key: number, number: string): Promise<number> {
  const row = await db.one<{ count: number }>(
    'select count(*) as count from contract where number_folded = $1 and key <> $2',
    [number, key],
  );
  return row?.count ?? 0;
}

/** Other contracts with the number, of every authority, newest first. */
export const namesakesOf = (db: Database, key: number, number: string, limit: number): Promise<ContractRow[]> =>
  db.all<ContractRow>(
    `select * from contract where number_folded = $1 and key <> $2 order by day desc, key desc limit ${limit}`,
    [number, key],
  );

/** By the key of the contract. */
export async function suppliersOf(db: Database, keys: readonly number[]): Promise<Map<number, SupplierRow[]>> {
  const found = new Map<number, SupplierRow[]>();
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) {
    const some = keys.slice(i, i + KEYS_AT_ONCE);
    const rows = await db.all<SupplierRow>(
      `select contract, supplier_code, supplier_cui, supplier_name, city, county from contract_supplier
       where contract in (${placeholders(some)}) order by contract, position`,
      padded(some),
    );
    for (const row of rows) found.getOrInsertComputed(row.contract, () => []).push(row);
  }
  return found;
}

/** Lots of notices, by their numbers. */
export async function lotsAnnounced(db: Database, notices: readonly string[]): Promise<Map<string, AnnouncedLot[]>> {
  const found = new Map<string, AnnouncedLot[]>();
  for (let i = 0; i < notices.length; i += KEYS_AT_ONCE) {
    const some = notices.slice(i, i + KEYS_AT_ONCE);
    const rows = await db.all<{ notice: string; lots: string }>(
      `select notice, lots from notice where notice in (${placeholders(some)})`,
      padded(some),
    );
    for (const { notice, lots } of rows) found.set(notice, (JSON.parse(lots) as AnnouncedLot[] | null) ?? []);
  }
  return found;
}

/** Values in bani of lei, by the key of the contract. */
export async function valuesOf(db: Reads, keys: readonly number[]): Promise<Map<number, number | null>> {
  const given =
    db.engine === 'sqlite'
      ? 'select value from json_each($1)'
      : 'select json_array_elements_text($1::text::json)::bigint';
  const rows = await db.all<{ key: number; value_ron: number | null }>(
    `select key, ${known('value_ron')} as value_ron from contract where key in (${given})`,
    [JSON.stringify(keys)],
  );
  return new Map(rows.map(({ key, value_ron }) => [key, value_ron]));
}

/** A condition on contracts: a supplier from the town. */
export const SUPPLIED_FROM_TOWN =
  'exists (select 1 from contract_town t where t.contract = contract.key and t.town = ?)';

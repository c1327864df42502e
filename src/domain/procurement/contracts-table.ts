/** Contracts by number, and their suppliers. A number is not unique: every authority numbers its own. */
import type { Database, Reads, Value } from '#data/store/database.ts';
import type { Conditions } from './conditions.ts';
import type { ContractRow, ModificationRow, SupplierRow } from './contract.ts';
import { foldNumber } from './contract-id.ts';
import type { AnnouncedLot } from './lot.ts';
import { AWARDED_MAX, type AwardedRow } from './notice-award.ts';
import { known, noteIs, type ValueNote } from './published-value.ts';
import { addTexts, hasRows, KEYS_AT_ONCE, padded, placeholders } from './rows-table.ts';

/** Whole rows, newest first. */
async function contractsWhere(
  db: Database,
  conditions: string,
  params: readonly Value[],
  limit: number,
): Promise<ContractRow[]> {
  const rows = await db.all<ContractRow>(
    `select * from contract where ${conditions} order by day desc, key desc limit ${limit}`,
    params,
  );
  await addTexts(db, rows);
  return rows;
}

/** Of every authority, newest first. `number` is folded, here and below. */
export const contractsNumbered = (db: Database, number: string, limit: number): Promise<ContractRow[]> =>
  contractsWhere(db, 'number_folded = $1', [number], limit);

/** The newest with the number, of one authority or of any. */
export async function newestNumbered(
  db: Database,
  number: string,
  authority: number | null,
): Promise<ContractRow | null> {
  const [newest] = await (authority === null
    ? contractsNumbered(db, number, 1)
    : contractsWhere(db, 'number_folded = $1 and authority_id = $2', [number, authority], 1));
  return newest ?? null;
}

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
  contractsWhere(db, 'number_folded = $1 and key <> $2', [number, key], limit);

const MODIFICATIONS_MAX = 50;

/**
 * Newest first; null when none of any contract are loaded. Authorities use a number again: what tells neither the award notice nor the day of
 * the contract may be about any contract with the number, and is taken for all of them.
 */
export async function modificationsOf(
  db: Database,
  { number, authority_id, award_notice, day }: ContractRow,
): Promise<ModificationRow[] | null> {
  if (!(await hasRows(db, 'contract_modification'))) return null;
  if (number === null) return [];
  const rows = await db.all<ModificationRow>(
    `select * from contract_modification where authority_id = $1 and number_folded = $2
       and (award_notice = $3 or contract_day = $4 or (award_notice is null and contract_day is null))
     order by day desc, key desc limit ${MODIFICATIONS_MAX}`,
    [authority_id, foldNumber(number), award_notice, day],
  );
  await addTexts(db, rows);
  return rows;
}

/** The newest of each notice; call-offs follow an award and are none. */
export async function awardedUnder(db: Database, notices: readonly string[]): Promise<AwardedRow[]> {
  const found: AwardedRow[] = [];
  for (let i = 0; i < notices.length; i += KEYS_AT_ONCE) {
    const some = notices.slice(i, i + KEYS_AT_ONCE);
    const rows = await db.all<AwardedRow>(
      `select key, notice, award_notice, other_award_notices, award_system_id, awarded_on, lots, cancelled_lots, contracts from (
        select key, notice, award_notice, other_award_notices, award_system_id, awarded_on, lots, cancelled_lots, count(*) over (partition by notice) as contracts,
          row_number() over (partition by notice order by day desc, key desc) as place
        from contract where notice in (${placeholders(some)}) and kind in ('contract', 'framework')) numbered
       where place <= ${AWARDED_MAX} order by notice, place`,
      padded(some),
    );
    found.push(...rows);
  }
  return found;
}

/** By the key of the contract. */
export async function suppliersOf(db: Database, keys: readonly number[]): Promise<Map<number, SupplierRow[]>> {
  const found = new Map<number, SupplierRow[]>();
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) {
    const some = keys.slice(i, i + KEYS_AT_ONCE);
    const rows = await db.all<SupplierRow>(
      `select contract, supplier_id, supplier_spelling, city, county from contract_supplier
       where contract in (${placeholders(some)}) order by contract, position`,
      padded(some),
    );
    await addTexts(db, rows);
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

const OWN_CONDITIONS = [
  ['authorityCui', 'c.authority_id = ?'],
  ['authorityCounty', 'c.authority_county = ?'],
  ['minValue', `${known('c.value_ron')} >= ?`],
  ['maxValue', `${known('c.value_ron')} <= ?`],
] as const;
const SUPPLIER_CONDITIONS = [
  ['supplierCui', 's.supplier_id = ?'],
  ['supplierCounty', 's.seat_county = ?'],
] as const;
type Filter = (typeof OWN_CONDITIONS | typeof SUPPLIER_CONDITIONS)[number][0];

/** Adds conditions on a contract to those of a list whose column `key` names it; values in bani, counties as in the table. */
export const contractConditions =
  (filters: Partial<Record<Filter, Value | undefined>>, valueNote?: ValueNote) =>
  (conditions: Conditions, key: string): Conditions => {
    const all = conditions.copy();
    const own = OWN_CONDITIONS.filter(([name]) => filters[name] !== undefined);
    const texts = [...own.map(([, text]) => text), ...(valueNote === undefined ? [] : [noteIs(valueNote, 'c.value')])];
    if (texts.length > 0)
      all.add(
        `exists (select 1 from contract c where c.key = ${key} and ${texts.join(' and ')})`,
        ...own.flatMap(([name]) => filters[name] ?? []),
      );
    for (const [name, text] of SUPPLIER_CONDITIONS)
      if (filters[name] !== undefined)
        all.add(`exists (select 1 from contract_supplier s where s.contract = ${key} and ${text})`, filters[name]);
    return all;
  };

/** A condition on contracts: a supplier from the town. */
export const SUPPLIED_FROM_TOWN =
  'exists (select 1 from contract_town t where t.town = ? and t.day = contract.day and t.contract = contract.key)';

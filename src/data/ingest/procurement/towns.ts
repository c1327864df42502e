/** Towns of suppliers, and counties of both parties: where their seats are, how towns are spelled, and the tables of contracts by town (procurement/tables.ts). */

import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { town } from '#domain/procurement/tables.ts';
import { CAPITAL, SECTORS, townSlug } from '#domain/procurement/town.ts';
import { townName as localityName } from '#lib/values/locality.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { slug } from '#lib/values/text.ts';
import { countyName } from './rows.ts';

const SECTOR_NAMES = SECTORS.map((sector) => `'${sector}'`).join(', ');

/** A supplier in a sector is in the capital too. `union` counts each contract once in a town. */
const STATEMENTS = [
  `insert into contract_town (town, day, contract, cpv)
   select town, day, contract, cpv from contract_supplier where town is not null
   union select '${CAPITAL}', day, contract, cpv from contract_supplier where town in (${SECTOR_NAMES}) order by 1, 2, 3`,
  `insert into supplier_without_town (cpv, supplier_id)
   select distinct cpv, supplier_id from contract_supplier
   where town is null and cpv is not null and supplier_id is not null order by cpv, supplier_id`,
];

export async function loadTowns(part: PartBuild): Promise<void> {
  for (const sql of STATEMENTS) await part.execute(sql);
  const towns = await part.db.all<{ town: string }>('select distinct town from contract_town order by town');
  await part.load(
    town,
    towns.map(({ town: key }) => ({ key, name: townName(key) })),
  );
}

/** By slug; read on first use, in an ingest only. */
let registered: Map<string, string> | undefined;

/** Towns have precedence over communes, and these over villages; of two names that differ in diacritics only, the locality with more people. */
function readNames(): Map<string, string> {
  const names = new Map<string, string>();
  const towns = readReference<'name' | 'urban' | 'population_domiciled_2021'>('localities.tsv').toSorted(
    (a, b) =>
      Number(b.urban) - Number(a.urban) || Number(b.population_domiciled_2021) - Number(a.population_domiciled_2021),
  );
  for (const { name } of [...towns, ...readReference<'name'>('villages.tsv')])
    names.getOrInsert(slug(localityName(name)), localityName(name));
  return names;
}

/** `'cluj-napoca'` → `'Cluj-Napoca'`, `'sector-3'` → `'București Sectorul 3'`; of localities outside the register, the words: `'wien'` → `'Wien'`. */
export function townName(town: string): string {
  if (SECTORS.includes(town)) return localityName(town.replace('-', ' '));
  registered ??= readNames();
  return registered.get(town) ?? capitalised(town);
}

const capitalised = (town: string): string =>
  town.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase()).replaceAll('-', ' ');

export interface Seats {
  /** Must be called before `of`. */
  look(cuis: Iterable<number>): Promise<void>;
  /** The town's slug; null when unknown. */
  of(cui: number | null): string | null;
  /** The county in our spelling; null when unknown. */
  countyOf(cui: number | null): string | null;
}

const CODES_PER_QUERY = 500;

export function seatsOf(db: Database, parts: { registry: boolean; entities: boolean }): Seats {
  const towns = new Map<number, string | null>();
  const counties = new Map<number, string>();
  const note = (cui: number, locality: string | null, county: string | null): void => {
    const town = locality === null ? null : townSlug(locality);
    if (town !== null) towns.set(cui, town);
    const name = countyName(county);
    if (name !== null) counties.set(cui, name);
  };
  return {
    async look(cuis) {
      const unknown = [...new Set(cuis)].filter((cui) => !towns.has(cui));
      for (const cui of unknown) towns.set(cui, null);
      for (let i = 0; i < unknown.length; i += CODES_PER_QUERY) {
        const some = unknown.slice(i, i + CODES_PER_QUERY);
        const among = (codes: readonly number[]): string => `where cui in (${codes.join(', ')})`;
        if (parts.registry)
          for (const { cui, locality, county } of await db.all<{
            cui: number;
            locality: string | null;
            county: string | null;
          }>(`select cui, locality, county from firm ${among(some)}`))
            note(cui, locality, county);
        const remaining = some.filter((cui) => towns.get(cui) === null);
        if (parts.entities && remaining.length > 0)
          for (const { cui, record } of await db.all<{ cui: number; record: string }>(
            `select cui, record from entity ${among(remaining)}`,
          )) {
            const { headquartersAddress, fiscalAddress } = JSON.parse(record) as FiscalRecord;
            const address = headquartersAddress ?? fiscalAddress;
            note(cui, address?.locality ?? fiscalAddress?.locality ?? null, address?.county ?? null);
          }
      }
    },
    of: (cui) => (cui === null ? null : (towns.get(cui) ?? null)),
    countyOf: (cui) => (cui === null ? null : (counties.get(cui) ?? null)),
  };
}

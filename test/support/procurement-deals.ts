/** Random contracts and purchases in an older and a newer part with corrections of older ones, for tests of lists. */
import { loadBlocks } from '#data/ingest/procurement/blocks.ts';
import { recentContinues } from '#data/ingest/procurement/load.ts';
import { loadRollups } from '#data/ingest/procurement/rollups.ts';
import { loadTowns } from '#data/ingest/procurement/towns.ts';
import type { Build, Generations, Part } from '#data/store/dataset.ts';
import { dayNumber } from '#domain/procurement/day-number.ts';
import {
  ACCEPTED,
  contract,
  contractSupplier,
  procurementIndexes,
  procurementTables,
  purchase,
  spelling,
} from '#domain/procurement/tables.ts';
import { about, firms } from './small-generations.ts';
import { rowOf } from './table-rows.ts';

export interface Deal {
  kind: 'contract' | 'purchase';
  key: number;
  /** Empty without a day. */
  day: string;
  cpv: string;
  authority: number;
  suppliers: number[];
  cities: string[];
}

export interface Deals {
  past: Deal[];
  recent: Deal[];
  /** Deals in `recent` that replace one in `past`. */
  corrected: Deal[];
  /** The current deals of a kind. */
  current(kind: Deal['kind']): Deal[];
}

const CPVS = ['45211100', '45211110', '45212000', '45300000', '48000000', '33100000', '99999999'];
const SPELLINGS = [
  ...Array.from({ length: 6 }, (_, i) => `Authority ${1 + i}`),
  ...Array.from({ length: 8 }, (_, i) => `Supplier ${1 + i}`),
  'Supplier from abroad',
  'A supplier',
];
const CITIES = ['cluj-napoca', 'iasi', 'brasov'];

export function randomDeals(count: number, seed: number): Deals {
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const draw = (kind: Deal['kind'], key: number): Deal => ({
    kind,
    key,
    // Few days, so that many rows share one: ties are the hard case of paging.
    day: below(30) === 0 ? '' : `2024-0${1 + below(5)}-${10 + below(10)}`,
    cpv: CPVS[below(CPVS.length)] as string,
    authority: 1 + below(6),
    suppliers: [...new Set(Array.from({ length: kind === 'contract' ? 1 + below(3) : 1 }, () => 1 + below(8)))],
    cities: [...new Set(Array.from({ length: 1 + below(2) }, () => CITIES[below(CITIES.length)] as string))],
  });
  const kindOf = (i: number): Deal['kind'] => (i % 2 === 0 ? 'contract' : 'purchase');
  const past = Array.from({ length: count }, (_, i) => draw(kindOf(i), 1_000 + i));
  const added = Array.from({ length: count / 10 }, (_, i) => draw(kindOf(i), 100_000 + i));
  const corrected = past.filter(() => below(20) === 0).map(({ kind, key }) => draw(kind, key));
  const gone = new Set(corrected.map(({ key }) => key));
  return {
    past,
    recent: [...added, ...corrected],
    corrected,
    current: (kind) =>
      [...past.filter(({ key }) => !gone.has(key)), ...added, ...corrected].filter((d) => d.kind === kind),
  };
}

export async function dealsGeneration(generations: Generations, { past, recent }: Deals): Promise<void> {
  const build = await generations.build();
  const companies = await firms(build, ['Alfa']);
  const older = await dealsPart(build, 'procurement', past, null);
  const newer = await dealsPart(build, 'recent', recent, older);
  await build.publish([companies, older, newer], [companies.id]);
  await build.close();
}

async function dealsPart(build: Build, name: string, deals: readonly Deal[], older: Part | null): Promise<Part> {
  const part = await build.part(
    name,
    { ...about, area: 'procurement', ...(older && { continues: recentContinues }) },
    older ? [older] : [],
  );
  await part.execute(procurementTables);
  const first = older === null ? 1 : SPELLINGS.length + 1;
  await part.load(
    spelling,
    SPELLINGS.map((name, i) => ({ key: first + i, code: null, name })),
  );
  const spelled = (name: string): number => first + SPELLINGS.indexOf(name);
  const contracts = deals.filter(({ kind }) => kind === 'contract');
  await part.load(
    contract,
    contracts.map(({ key, day, cpv, authority, suppliers }) =>
      rowOf(contract, {
        key,
        day: dayNumber(day),
        cpv: Number(cpv),
        kind: 'contract',
        currency: 'RON',
        authority_id: authority,
        authority_spelling: spelled(`Authority ${authority}`),
        lots: '[]',
        suppliers: suppliers.length,
      }),
    ),
  );
  await part.load(
    contractSupplier,
    contracts.flatMap(({ key, day, cpv, authority, suppliers, cities }) =>
      Array.from({ length: Math.max(suppliers.length, cities.length) }, (_, position) =>
        rowOf(contractSupplier, {
          contract: key,
          position,
          day: dayNumber(day),
          cpv: Number(cpv),
          kind: 'contract',
          supplier_id: suppliers[position] ?? -1 - position,
          authority_id: authority,
          supplier_spelling: spelled(`Supplier ${suppliers[position] ?? 'from abroad'}`),
          town: cities[position] ?? null,
        }),
      ),
    ),
  );
  await part.load(
    purchase,
    deals
      .filter(({ kind }) => kind === 'purchase')
      .map(({ key, day, cpv, authority, suppliers }) =>
        rowOf(purchase, {
          key,
          title: 'A purchase',
          day: dayNumber(day),
          cpv: Number(cpv),
          authority_id: authority,
          authority_spelling: spelled(`Authority ${authority}`),
          supplier_id: suppliers[0] ?? null,
          supplier_spelling: spelled('A supplier'),
          state: ACCEPTED,
        }),
      ),
  );
  await part.execute(procurementIndexes);
  await loadTowns(part);
  await loadBlocks(part, older?.id ?? null);
  await loadRollups(part, older?.id ?? null);
  return part.finish();
}

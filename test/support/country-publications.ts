/** A country of random filings with computed rankings: ties, unknown figures, shared fiscal codes, every form. */

import { loadRankings } from '#data/ingest/rankings.ts';
import type { Generations } from '#data/store/dataset.ts';
import { type Figures, figuresOf } from '#domain/companies/balances/figures.ts';
import { peerKeys } from '#domain/companies/health/peers.ts';
import { ratios, ratioValue } from '#domain/companies/health/ratios.ts';
import {
  balance,
  financesIndexes,
  financesTables,
  firm,
  firmStatus,
  registryIndexes,
  registryTables,
  type SummaryColumn,
  summaryColumns,
} from '#domain/companies/tables.ts';
import type { Engine } from './both-engines.ts';
import { rowOf } from './table-rows.ts';

export interface Filing {
  cui: number;
  year: number;
  form: string;
  caen: string | null;
  revision: string | null;
  summary: Record<SummaryColumn, number | null>;
}

/** A small seeded generator (mulberry32), so that a failure is reproducible. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = randomNumbers(7);
const among = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
/** Few different amounts, for ties; some unknown. */
const amount = () => (random() < 0.1 ? null : Math.floor(random() * 40) * 1_000_00 - 5_000_00);

const firms = Array.from({ length: 420 }, (_, i) => ({
  id: i + 1,
  // Some fiscal codes repeat, and some registrations have none.
  cui: random() < 0.03 ? null : 90_000_000 + Math.floor(i * 0.95),
  county: random() < 0.05 ? null : among(['cluj', 'cluj', 'cluj', 'bihor', 'iasi']),
  struckOff: random() < 0.3,
}));

export const filings: Filing[] = [];
for (const cui of new Set(firms.map((firm) => firm.cui))) {
  if (cui === null) continue;
  const caen = random() < 0.05 ? null : among(['4711', '4719', '4711', '4711', '6201']);
  for (let year = 2019; year <= 2025; year++) {
    if (random() < 0.2) continue;
    const summary = Object.fromEntries(summaryColumns.map((column) => [column, amount()])) as Filing['summary'];
    summary.employees = random() < 0.1 ? null : Math.floor(random() * 12);
    const form = among(['UU', 'UU', 'UU', 'BL', 'NGO', 'bank']);
    filings.push({ cui, year, form, caen, revision: caen && (year === 2025 ? 'rev3' : 'rev2'), summary });
  }
}

/** A fiscal code belongs to its first active registration, else to its first. */
const seats = new Map(
  [...Map.groupBy(firms, (firm) => firm.cui)].map(([cui, own]) => [
    cui,
    (own.find((firm) => !firm.struckOff) ?? own[0])?.county ?? null,
  ]),
);
const countyOf = (cui: number): string | null => seats.get(cui) ?? null;

export const metrics = { turnover: 'turnover', profit: 'net_profit', employees: 'employees' } as const;
export const slices = {
  national: () => 'RO',
  county: (filing: Filing) => countyOf(filing.cui),
  caen: (filing: Filing) => (filing.caen && filing.revision ? `${filing.revision}:${filing.caen}` : null),
};
export const ranked = filings.filter((filing) => filing.form !== 'NGO');

type FiguresBack = (yearsBack: number) => Figures | null;

/** Every ratio, and the figures of the benchmarks. */
const measured = (figures: FiguresBack): [string, number | null][] => [
  ...ratios.map((ratio): [string, number | null] => [ratio.code, ratioValue(ratio, figures)]),
  ...(['turnover', 'netProfit', 'employees'] as const).map((name): [string, number | null] => [
    name,
    figures(0)?.[name] ?? null,
  ]),
];

const byCompany = new Map(filings.map((filing) => [`${filing.cui} ${filing.year}`, filing]));

/** Recomputed naively: every filing of the year, every ratio. */
export function expectedGroups(year: number): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const filing of filings) {
    if (filing.year !== year || !['UU', 'BL', 'IR'].includes(filing.form)) continue;
    const figures = (back: number) => {
      const past = byCompany.get(`${filing.cui} ${year - back}`);
      return past ? figuresOf(past.summary) : null;
    };
    const location = { caen: filing.caen, caenRevision: filing.revision, countySlug: countyOf(filing.cui) };
    for (const [measure, value] of measured(figures)) {
      if (value === null) continue;
      for (const { level, value: name } of peerKeys(location)) {
        groups.getOrInsert(`${level} ${name} ${measure}`, []).push(value);
      }
    }
  }
  return groups;
}

/** Loads the filings and computes the rankings. */
export async function filedCountry(engine: Engine): Promise<Generations> {
  const generations = await (await engine.place()).generations('demo');
  const build = await generations.build();
  const about = { source: 'computed', asOf: null, licence: null, fingerprint: 'random' };
  const registry = await build.part('registry', about);
  await registry.execute(registryTables);
  await registry.load(
    firm,
    firms.map(({ id, cui, county }) => {
      const names = { name: `Firma ${id}`, registration_number: `J${id}`, sort_key: `firma ${id}` };
      return rowOf(firm, { id, cui, county_slug: county, ...names });
    }),
  );
  await registry.load(
    firmStatus,
    firms.map(({ id, struckOff }) => ({ firm_id: id, code: struckOff ? '1084' : '1048' })),
  );
  await registry.execute(registryIndexes);
  const finances = await build.part('finances', about);
  await finances.execute(financesTables);
  await finances.load(
    balance,
    filings.map(({ revision, summary, ...filing }) => ({
      ...filing,
      caen_revision: revision,
      chart_id: 1,
      indicators: '[]',
      ...summary,
    })),
  );
  await finances.execute(financesIndexes);
  const parts = [await registry.finish(), await finances.finish()];
  const rankings = await build.part('rankings', about, parts);
  await loadRankings(rankings);
  await build.publish([...parts, await rankings.finish()], []);
  await build.close();
  return generations;
}

/** A search index of the names of a simulated country, built by the real loader from a registry without other data; stored in var/bench. */
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { progressOn } from '#data/ingest/progress.ts';
import { loadSearch } from '#data/ingest/search.ts';
import type { Dataset, Generations, Part, PartBuild } from '#data/store/dataset.ts';
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { openSqliteGenerations } from '#data/store/sqlite/generation-store.ts';
import type { Row } from '#data/store/table.ts';
import { country } from '#demo-country/country.ts';
import { type Dated, dayNumber } from '#demo-country/days.ts';
import type { Entity } from '#demo-country/entity.ts';
import {
  balance,
  financesIndexes,
  financesTables,
  firm,
  firmStatus,
  formerName,
  historyIndexes,
  historyTables,
  registryTables,
} from '#domain/companies/tables.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import { sortKey } from '#lib/values/sort-key.ts';
import { rowOf } from '#test/support/table-rows.ts';
import { codeOf } from './code.ts';

const FOUNDED = '2026-11-15';
const home = new URL('..', import.meta.url).pathname;

export interface NamesBuilt {
  seconds: number;
  megabytes: number;
  /** Peak of the process, the simulated country included. */
  memoryMegabytes: number;
}

export interface NamesCountry {
  dataset: Dataset;
  built: NamesBuilt;
  close(): Promise<void>;
}

/** Fingerprint of the code that determines the names and their index. */
const code = codeOf([
  'demo-country/*.ts',
  'src/lib/values/{company-name,locality,text}.ts',
  'src/data/ingest/{listing,search}.ts',
  'src/domain/search/{tables,pairs,typos}.ts',
  'src/data/store/{word-index,ddl,sqlite/parts}.ts',
]);

const stored = join(home, 'var/bench');

export const namesFolder = (firms: number): string => join(stored, `names-${firms}-${code}`);

export async function namesCountry(firms: number, databaseUrl: string | null = null): Promise<NamesCountry> {
  const folder = namesFolder(firms);
  for (const outdated of globSync(`names-${firms}-*`, { cwd: stored }))
    if (!outdated.endsWith(code)) rmSync(join(stored, outdated), { recursive: true });
  const generations =
    databaseUrl === null
      ? await openSqliteGenerations(folder, 'demo')
      : await openPostgresGenerations(databaseUrl, 'demo');
  const note = join(folder, 'built.json');
  if (generations.current() === null) {
    const built = await build(generations, firms, folder);
    if (databaseUrl === null) writeFileSync(note, JSON.stringify(built));
    return namesOf(generations, built);
  }
  const known = existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as NamesBuilt) : null;
  return namesOf(generations, known ?? { seconds: Number.NaN, megabytes: Number.NaN, memoryMegabytes: Number.NaN });
}

function namesOf(generations: Generations, built: NamesBuilt): NamesCountry {
  const dataset = generations.current();
  if (dataset === null) throw new Error('The country of names was not built.');
  return { dataset, built, close: () => generations.close() };
}

async function build(generations: Generations, firms: number, folder: string): Promise<NamesBuilt> {
  const bench = await generations.build();
  try {
    const about = { source: 'computed', asOf: null, licence: null, fingerprint: String(firms) };
    const registry = await bench.part('registry', about);
    const finances = await bench.part('finances', about);
    const history = await bench.part('history', about);
    await draw(firms, registry, finances, history);
    const drawn = [await registry.finish(), await finances.finish(), await history.finish()];
    const started = performance.now();
    const search = await bench.part('search', about, drawn);
    await loadSearch(search, async () => new Map(), { finances: true, entities: false });
    const part = await search.finish();
    const seconds = (performance.now() - started) / 1000;
    await bench.publish([...drawn, part], []);
    return { seconds, megabytes: sizeOf(folder, part), memoryMegabytes: process.resourceUsage().maxRSS / 1024 };
  } finally {
    await bench.close();
  }
}

const sizeOf = (folder: string, part: Part): number => {
  const file = join(folder, 'parts', `${part.id}.db`);
  return existsSync(file) ? statSync(file).size / 1e6 : Number.NaN;
};

const PAGE = 5_000;

interface Drawn {
  firms: Row<typeof firm>[];
  statuses: Row<typeof firmStatus>[];
  balances: Row<typeof balance>[];
  former: Row<typeof formerName>[];
}

async function draw(firms: number, registry: PartBuild, finances: PartBuild, history: PartBuild): Promise<void> {
  await registry.execute(registryTables);
  await finances.execute(financesTables);
  await history.execute(historyTables);
  const step = progressOn(process.stderr).step('drawing names', firms);
  const rows: Drawn = {
    firms: [],
    statuses: [],
    balances: [],
    former: [],
  };
  const flush = async (): Promise<void> => {
    await registry.load(firm, rows.firms.splice(0));
    await registry.load(firmStatus, rows.statuses.splice(0));
    await finances.load(balance, rows.balances.splice(0));
    await history.load(formerName, rows.former.splice(0));
  };
  const today = dayNumber(FOUNDED);
  let id = 0;
  for (const life of country({ seed: 'names', companies: firms, founded: FOUNDED }).firms(FOUNDED)) {
    add(life, ++id, today, rows);
    if (id % PAGE === 0) {
      await flush();
      step.at(id, id);
    }
  }
  await flush();
  await registry.execute('create index firm_cui on firm (cui); create index firm_status_firm on firm_status (firm_id)');
  await finances.execute(financesIndexes);
  await history.execute(historyIndexes);
  step.end('drawn');
}

function add(life: Entity, id: number, today: number, rows: Drawn): void {
  const number = parseRegistrationNumber(life.registration ?? '') ?? String(id);
  const name = at(life.names, today);
  const { locality } = at(life.addresses, today);
  const cui = life.cuiPublished ? Number(life.cui) : null;
  const { name: county, slug: county_slug } = locality.county;
  const seat = { county, county_slug, locality: locality.name };
  const names = { name, registration_number: number, sort_key: sortKey(name) };
  rows.firms.push(rowOf(firm, { id, cui, ...names, ...seat, legal_form: life.form }));
  for (const code of at(life.statuses, today)) rows.statuses.push({ firm_id: id, code });
  const turnover = Math.round(life.business.turnover) * 100;
  const filing = { year: 2025, form: 'UU', chart_id: 1, indicators: '[]', caen: life.trade.code, turnover };
  if (cui !== null && life.business.files !== 'never') rows.balances.push(rowOf(balance, { cui, ...filing }));
  for (const { from, value } of life.names)
    if (from <= today && value !== name) rows.former.push({ registration_number: number, name: value, until: FOUNDED });
}

/** The value in force on a day. */
const at = <Value>(dated: readonly Dated<Value>[], day: number): Value =>
  (dated.findLast(({ from }) => from <= day) ?? dated[0])?.value as Value;

/**
 * A country with many deals: random purchases and contracts in the real tables, with their indexes and sums, beside the
 * companies of the demo. Built once per size and stored in var/bench; `bench ingest` measures the ingest of publications.
 */
import { cpSync, existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadBlocks } from '#data/ingest/procurement/blocks.ts';
import { recentContinues } from '#data/ingest/procurement/load.ts';
import { loadRollups } from '#data/ingest/procurement/rollups.ts';
import { loadTowns } from '#data/ingest/procurement/towns.ts';
import type { Part } from '#data/store/dataset.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { party } from '#domain/procurement/rollup-tables.ts';
import {
  award,
  contract,
  contractSupplier,
  procurementIndexes,
  procurementTables,
  purchase,
  spelling,
} from '#domain/procurement/tables.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { codeOf } from './code.ts';
import { installation, kept, openCountry } from './demo-installation.ts';
import { type Deals, drawDeals, rowsOf } from './procurement-deals.ts';

/** Companies of the demo, for the look-ups. */
const COMPANIES = 300;

const code = codeOf([
  'bench/procurement-{country,deals}.ts',
  'src/domain/procurement/*tables.ts',
  'src/data/ingest/procurement/{blocks,rollups}.ts',
  'src/domain/procurement/deal-*.ts',
  'src/data/store/sqlite/parts.ts',
]);

export interface Bought {
  config: Config;
  store: Store;
  /** Null when the country existed already. */
  seconds: number | null;
  bytes: number;
}

export async function boughtCountry(count: number): Promise<Bought> {
  const deals = drawDeals(count);
  const folder = join(kept, `procurement-${count}-${code}`);
  for (const outdated of globSync(`procurement-${count}-*`, { cwd: kept }))
    if (outdated !== `procurement-${count}-${code}`) rmSync(join(kept, outdated), { recursive: true });
  const seconds = existsSync(folder) ? null : await make(folder, deals);
  const config = configOf(folder);
  const store = await openStore({ databaseUrl: null, folder, country: config.country });
  const parts = store.generations.current()?.manifest.parts.filter(({ area }) => area === 'procurement') ?? [];
  const bytes = parts.reduce((sum, { id }) => sum + sizeOf(join(folder, '**', `${id}.db`)), 0);
  return { config, store, seconds, bytes };
}

const configOf = (folder: string): Config =>
  readConfig({ FIRMOTECA_DATA: folder, FIRMOTECA_COMPANIES: String(COMPANIES), DATABASE_URL: '' });

const sizeOf = (pattern: string): number => globSync(pattern).reduce((sum, path) => sum + statSync(path).size, 0);

/** Builds in a temporary folder, which is renamed when complete. */
async function make(folder: string, deals: Deals): Promise<number> {
  const aside = `${folder}.building`;
  rmSync(aside, { recursive: true, force: true });
  const base = installation(COMPANIES);
  await (await openCountry(base)).close();
  cpSync(base.dataFolder, aside, { recursive: true });
  const store = await openStore({ databaseUrl: null, folder: aside, country: base.country });
  const build = await store.generations.build();
  const others = build.previous?.parts.filter(({ area }) => area !== 'procurement') ?? [];
  const started = performance.now();
  const about = { source: 'seap', asOf: deals.lastDay, licence: null, area: 'procurement' };
  let past: Part | null = null;
  for (const [name, rows] of Object.entries({ procurement: deals.past, recent: deals.recent })) {
    const part = await build.part(
      name,
      { ...about, fingerprint: name, ...(past && { continues: recentContinues }) },
      past ? [past] : [],
    );
    await part.execute(procurementTables);
    await part.load(purchase, rowsOf(rows.purchases, deals.purchase));
    await part.load(award, rowsOf(rows.awards, deals.award));
    await part.load(contract, rowsOf(rows.contracts, deals.contract));
    await part.load(contractSupplier, rowsOf(rows.contracts, deals.suppliers));
    if (past === null) {
      await part.load(party, deals.parties());
      await part.load(
        spelling,
        deals.parties().map(({ spelling: key, code, name }) => ({ key, code, name })),
      );
    }
    console.error(`  ${name}: rows after ${Math.round((performance.now() - started) / 1000)} s`);
    for (const sql of procurementIndexes.split(';').filter((text) => text.trim() !== '')) await part.execute(sql);
    console.error(`  ${name}: indexes after ${Math.round((performance.now() - started) / 1000)} s`);
    await loadTowns(part);
    await loadBlocks(part, past?.id ?? null);
    console.error(`  ${name}: blocks after ${Math.round((performance.now() - started) / 1000)} s`);
    await loadRollups(part, past?.id ?? null);
    console.error(`  ${name}: sums after ${Math.round((performance.now() - started) / 1000)} s`);
    const finished = await part.finish();
    others.push(finished);
    past = finished;
  }
  const seconds = (performance.now() - started) / 1000;
  await build.publish(others, build.previous?.lineage ?? []);
  await build.close();
  await store.close();
  renameSync(aside, folder);
  return seconds;
}

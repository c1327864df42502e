/** Related companies and the network in the largest groups, an officer with 5,000 firms and an address with 20,000, on SQLite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { progressOn } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { openStore } from '#data/store/open.ts';
import { networkOf } from '#domain/people/network.ts';
import { relatedTo } from '#domain/people/related-companies.ts';
import type { TieSubject } from '#domain/people/ties.ts';
import { type WrittenFirm, type WrittenOfficer, writeBalances, writeSnapshot } from '#test/support/publications.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { type Findings, type Timed, timesRow } from './table.ts';

const FIRMS_OF_OFFICER = 5_000;
const FIRMS_AT_ADDRESS = 20_000;

/** Companies requested in each group. */
const ASKED = 300;
const ROUNDS = 3;

type Crowd = 'officer with 5,000 firms' | 'address with 20,000 firms';

export async function crowds(): Promise<Findings[]> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-crowds-'));
  const store = await openStore({ databaseUrl: null, folder: join(folder, 'data'), country: 'demo' });
  try {
    writeCountry(join(folder, 'publications'));
    const publications = await findPublications(join(folder, 'publications'));
    await ingest({ ...store, publications, personKey: 'bench', strict: true, progress: progressOn(process.stderr) });
    await store.generations.refresh();
    const dataset = store.generations.current();
    if (dataset === null) throw new Error('The country of crowds was not built.');
    return [await measured(dataset)];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

/** The first firms share an officer, the others an address; some of both have more officers with a few firms. */
function writeCountry(folder: string): void {
  const busy: WrittenOfficer = { name: 'HARNICU VASILE', born: ['01/02/1960', 'Turda', 'Cluj'] };
  const firms = Array.from({ length: FIRMS_OF_OFFICER + FIRMS_AT_ADDRESS }, (_, n): WrittenFirm => {
    const shared = n < FIRMS_OF_OFFICER;
    const other: WrittenOfficer = { name: `TIHNITU ANA ${n % 4_000}`, born: ['03/04/1970', 'Dej', 'Cluj'] };
    return {
      cui: companyCui(n),
      number: `J12/${n + 1}/1998`,
      name: `FIRMA ${n} SRL`,
      street: shared ? `Str. ${n}` : 'Str. Sediilor',
      officers: shared ? (n % 3 === 0 ? [busy, other] : [busy]) : [other],
    };
  });
  writeSnapshot(folder, '02-09-2026', firms);
  writeBalances(
    folder,
    2025,
    firms.map(({ cui }, n) => [cui, '4711', 1_000 + ((n * 7_919) % 100_003), 10, 1]),
  );
}

async function measured(dataset: Dataset): Promise<Findings> {
  const crowd: Record<Crowd, number[]> = {
    'officer with 5,000 firms': spread(0, FIRMS_OF_OFFICER),
    'address with 20,000 firms': spread(FIRMS_OF_OFFICER, FIRMS_AT_ADDRESS),
  };
  const operations = { related: relatedTo, network: networkOf };
  const nobody: ReadonlySet<string> = new Set();
  const rows: Findings['rows'] = [];
  for (const [name, locations] of Object.entries(crowd))
    for (const [operation, find] of Object.entries(operations)) {
      const times: Timed[] = [];
      for (const location of locations) {
        const company = await tiedTo(location, dataset);
        let ms = Number.POSITIVE_INFINITY;
        for (let round = 0; round < ROUNDS; round++) {
          const started = performance.now();
          await find(company, dataset, nobody);
          ms = Math.min(ms, performance.now() - started);
        }
        times.push({ ms, of: company.name });
      }
      rows.push(timesRow(`${operation}, ${name}`, times));
    }
  return {
    name: 'crowds',
    title: 'Related companies and the network of companies in a crowd, in the store, ms',
    columns: ['operation, crowd', 'companies', 'p50', 'p90', 'p99', 'max and its company'],
    rows,
    remarks: ['Each company three times, the best counts. Aim: p99 20 ms.'],
  };
}

const spread = (first: number, count: number): number[] =>
  Array.from({ length: ASKED }, (_, i) => first + Math.floor((i * count) / ASKED));

async function tiedTo(n: number, { db }: Dataset): Promise<TieSubject & { active: boolean }> {
  const cui = companyCui(n);
  const firm = await db.one<NonNullable<TieSubject['firm']>>('select * from firm where cui = $1', [Number(cui)]);
  return { cui, name: `FIRMA ${n} SRL`, active: true, firm };
}

/** A whole country: publications in their real formats, a first build and an update by the normal command, with the cost of each part. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestReport, PartReport } from '#data/ingest/report.ts';
import { openStore } from '#data/store/open.ts';
import { isDatasetWhole } from '#data/store/serve-generation.ts';
import { startPostgres } from '#test/support/postgres-server.ts';
import { type CountryFolder, type Counts, publicationsIn, UPDATED } from './country-publications.ts';
import { extrapolated, freeBytes, needOf, sizesFor } from './country-sizes.ts';
import { type Ran, ran } from './process-tree.ts';
import type { Cell, Findings } from './table.ts';

export interface CountryOptions {
  /** Of each country that is built. */
  sizes: Counts[];
  engine: 'sqlite' | 'postgres';
  /** Where publications and datasets lie. */
  folder: string;
  /** Bytes of disk to use at most; null: what is free. */
  diskBytes: number | null;
}

type Sized = Pick<CountryOptions, 'engine' | 'folder'> & { counts: Counts };

const home = new URL('..', import.meta.url).pathname;
const PROGRAM = join(home, 'bin/firmoteca');

/** Larger than the defaults of a server for tests, as an operator's would be. */
const POSTGRES = ['shared_buffers=1GB', 'max_wal_size=8GB', 'maintenance_work_mem=256MB'];

export async function* country({ sizes, diskBytes, ...options }: CountryOptions): AsyncGenerator<Findings> {
  mkdirSync(options.folder, { recursive: true });
  for (const asked of sizes) {
    const free = diskBytes ?? freeBytes(options.folder);
    const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
    console.error(`${counted(asked)} need ${gigabytes(needOf(asked))} of disk; there are ${gigabytes(free)}.`);
    const built = sizesFor(asked, free);
    const tables: Findings[][] = [];
    for (const counts of built) {
      const own: Findings[] = [];
      for await (const findings of countryOf({ ...options, counts })) {
        own.push(findings);
        yield findings;
      }
      tables.push(own);
    }
    if (built.length === 1) continue;
    const companies = built.map((counts) => counts.companies);
    for (const i of tables[0]?.keys() ?? []) {
      const same = tables.flatMap((own) => own[i] ?? []);
      if (same.some(({ columns }) => columns.includes('rows'))) yield extrapolated(same, companies, asked.companies);
    }
  }
}

async function* countryOf(options: Sized): AsyncGenerator<Findings> {
  const published = await publicationsIn(options.folder, options.counts);
  yield publicationsTable(options, published);
  // Compiled before anything is measured.
  await ran(PROGRAM, ['help'], { name: 'build', env: process.env });
  const server = options.engine === 'postgres' ? await startPostgres(POSTGRES) : null;
  const data = dataIn(published.folder, options.engine);
  rmSync(data, { recursive: true, force: true });
  const postmaster = server && Number(readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  try {
    for (const [kind, folder] of [
      ['first build', published.first],
      ['update', published.both],
    ] as const) {
      const env = { ...environment(data), DATABASE_URL: server?.url ?? '' };
      const done = await ran(PROGRAM, ['ingest', '--from', folder, '--strict', '--json'], {
        name: 'ingest',
        beside: postmaster ? [postmaster] : [],
        env: { ...process.env, ...env },
      });
      yield* buildTables(options, kind, { ...done, report: JSON.parse(done.output) as IngestReport });
    }
  } finally {
    await server?.stop();
  }
}

const dataIn = (folder: string, engine: Sized['engine']): string => join(folder, `data-${engine}`);

const environment = (data: string) => ({
  FIRMOTECA_DATA: data,
  FIRMOTECA_COUNTRY: 'demo',
  FIRMOTECA_TODAY: UPDATED,
  DATABASE_URL: '',
});

/** The settings of an installation with this country, which is built unless it was. */
export async function builtCountry(folder: string, counts: Counts): Promise<ReturnType<typeof environment>> {
  const options = { folder, counts, engine: 'sqlite' } as const;
  const data = dataIn((await publicationsIn(folder, counts)).folder, 'sqlite');
  if (!existsSync(data) || !(await isWhole(data))) for await (const _ of countryOf(options));
  return environment(data);
}

async function isWhole(data: string): Promise<boolean> {
  const store = await openStore({ databaseUrl: null, folder: data, country: 'demo' });
  try {
    return await isDatasetWhole(store.generations.current());
  } finally {
    await store.close();
  }
}

interface Built extends Ran {
  report: IngestReport;
}

const counted = ({ companies }: Counts): string => `${companies.toLocaleString('en-GB')} companies`;
const titleOf = ({ counts, engine }: Sized): string =>
  `${counted(counts)}, ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`;
const megabytes = (bytes: number): number => bytes / 1e6;

function publicationsTable({ counts }: Sized, { stages }: CountryFolder): Findings {
  const rows: Cell[][] = stages.map(({ stage, seconds, bytes, process }) => [
    stage,
    seconds,
    process.cpuSeconds,
    megabytes(bytes),
    megabytes(process.peakBytes),
  ]);
  const total = (of: (row: Cell[]) => Cell | undefined): number => rows.reduce((sum, row) => sum + Number(of(row)), 0);
  return {
    name: `country-${counts.companies}-publications`,
    title: `Publications of ${counted(counts)}`,
    columns: ['stage', 'seconds', 'CPU s', 'MB', 'peak MB'],
    rows: [...rows, ['everything', total((row) => row[1]), total((row) => row[2]), total((row) => row[3]), '']],
    remarks: [
      `Asked for: ${Object.entries(counts)
        .map(([name, count]) => `${count.toLocaleString('en-GB')} ${name}`)
        .join(', ')}.`,
      'Stages of an earlier run are kept, with their figures. Two run at once: seconds overlap.',
      'Aims at 4.2 million: 30 minutes, 6 GB.',
    ],
  };
}

function* buildTables(options: Sized, kind: 'first build' | 'update', built: Built): Generator<Findings> {
  const { report, processes, seconds } = built;
  const name = `country-${options.counts.companies}-${options.engine}-${kind.replace(' ', '-')}`;
  const loaded = report.parts.filter(({ outcome }) => outcome === 'loaded');
  const cpu = processes.reduce((sum, each) => sum + each.cpuSeconds, 0);
  const sum = (of: (part: PartReport) => number): number => loaded.reduce((total, part) => total + of(part), 0);
  const dataset = report.parts.reduce((total, { bytes }) => total + (bytes ?? 0), 0);
  const row = (label: string, of: Figures): Cell[] => [
    label,
    of.rows,
    of.seconds,
    of.cpuSeconds,
    of.seconds > 0 ? of.rows / of.seconds : '',
    megabytes(of.bytes),
  ];
  yield {
    name,
    title: `${titleOf(options)}: ${kind}`,
    columns: ['part', 'rows', 'seconds', 'CPU s', 'rows/s', 'MB'],
    rows: [
      ...loaded.map((part) => row(part.part, { ...part, rows: rowsOf(part), bytes: part.bytes ?? 0 })),
      ['everything else', 0, '', cpu - sum((part) => part.cpuSeconds), '', 0],
      row('everything', { rows: sum(rowsOf), seconds, cpuSeconds: cpu, bytes: dataset }),
    ],
    remarks: [
      'Large parts are filled at the same time, each in a thread: seconds overlap.',
      'Everything else: start, files compared, workbooks read in processes of their own, garbage collection, the PostgreSQL server.',
      'MB of everything: the whole dataset, with parts that were carried over.',
      kind === 'first build'
        ? 'Aims at 4.2 million, two cores, SQLite: 20 minutes, 16 GB.'
        : 'The registry changed, and procurement gained a day. Aim at 4.2 million, two cores, SQLite: 8 minutes.',
    ],
  };
  yield {
    name: `${name}-memory`,
    title: `${titleOf(options)}: processes of the ${kind}`,
    columns: ['processes', 'count', 'CPU s', 'peak MB of the largest', 'without mapped files'],
    rows: processes.map((each) => [
      each.name,
      each.count,
      each.cpuSeconds,
      megabytes(each.peakBytes),
      megabytes(each.anonymousBytes),
    ]),
    remarks: ['Aim at 4.2 million: 4,000 MB.'],
  };
}

type Figures = Pick<PartReport, 'seconds' | 'cpuSeconds'> & { rows: number; bytes: number };

/** Lines read, or rows of a part that is computed. */
const rowsOf = ({ read, loaded }: PartReport): number => Math.max(read, loaded);

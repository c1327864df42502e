/** Times of statistics and rankings, from the request to the validated answer without the socket, and the cost of their build. */
import { execFileSync } from 'node:child_process';
import type { Operation } from '#api/endpoint.ts';
import type { PartReport } from '#data/ingest/report.ts';
import { offline } from '#data/live/ports.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { demoSettings } from '#demo-country/installation/settings.ts';
import { counties } from '#lib/values/county.ts';
import { app } from '#server/app.ts';
import { profileOf } from '#server/compose/profile.ts';
import type { Config } from '#server/config/config.ts';
import { loadSecrets } from '#server/secrets.ts';
import { proVisit } from '#test/support/pro-context.ts';
import { anyInstallation, openCountry } from './demo-installation.ts';
import type { Findings } from './table.ts';

/** Calls of each operation; the first ones do not count, while the JIT compiles. */
const CALLS = 1_000;
const WARM_UP = 200;

const AIM_MS = 5;
const ADDED_AIM = 0.3;

const OURS = new URL('./ingest-run.ts', import.meta.url);

type Asked = { params: Record<string, string>; query: string };

/** Measures the largest size only: the aims are for 100,000 companies. */
export async function* statistics(sizes: readonly number[]): AsyncGenerator<Findings> {
  const companies = Math.max(...sizes);
  const config = anyInstallation(companies);
  yield await operationTimes(companies, config);
  yield buildShare(companies, demoSettings(config).folder);
}

async function operationTimes(companies: number, config: Config): Promise<Findings> {
  const store = await openCountry(config);
  try {
    const log = { access: null, error: () => {} };
    const secrets = loadSecrets(config.secretsFile);
    const profile = await profileOf(config, secrets, store);
    const created = await app({ config, secrets, store, live: offline, profile, log });
    const dataset = store.generations.current();
    if (dataset === null) throw new Error('There is no country to look at.');
    const rows: Findings['rows'] = [];
    for (const [name, id, requested] of await questions(dataset)) {
      const operation = created.operations.find((one) => one.id === id);
      if (!operation) throw new Error(`There is no operation ${id}.`);
      rows.push([name, ...(await figuresOf(operation, requested, dataset)), AIM_MS]);
    }
    await created.close();
    return {
      name: `statistics-${companies}`,
      title: `Statistics and rankings, ${companies.toLocaleString('en-GB')} companies: ms inside the service`,
      columns: ['operation', 'CPU', 'p50', 'p99', 'slowest', 'aim of p99'],
      rows,
      remarks: [
        'Answers are kept as they were first written: hubs and single activities are mostly asked for the first time here.',
        `Aim: p99 of at most ${AIM_MS} ms at 100,000 companies.`,
      ],
    };
  } finally {
    await store.close();
  }
}

/** The share of rankings and statistics in an ingest of the registry, balance sheets, rates and imports. */
function buildShare(companies: number, publications: string): Findings {
  const report = execFileSync(process.execPath, [OURS.pathname, publications, 'companies'], { encoding: 'utf8' });
  const { seconds, parts, cpuSeconds } = JSON.parse(report) as {
    seconds: number;
    parts: PartReport[];
    cpuSeconds: Record<string, number>;
  };
  const own = parts.filter(({ part }) => part === 'rankings').reduce((sum, part) => sum + part.seconds, 0);
  const { rankings = 0, everything = 0 } = cpuSeconds;
  const row = (name: string, ours: number, all: number) => [
    name,
    all - ours,
    ours,
    (100 * ours) / (all - ours),
    100 * ADDED_AIM,
  ];
  return {
    name: `statistics-build-${companies}`,
    title: `What statistics add to the ingest of ${companies.toLocaleString('en-GB')} companies`,
    columns: ['first ingest', 'without, s', 'rankings and statistics, s', 'added, %', 'aim, %'],
    rows: [row('by the clock', own, seconds), row('CPU', rankings, everything)],
    remarks: ['Without procurement and the Gazette, beside which the share would be smaller still.'],
  };
}

async function questions({ db }: Dataset): Promise<[string, string, Asked[]][]> {
  const classes = await db.all<{ value: string }>(`select distinct value from market_year where slice = 'caen'`);
  const codes = [...new Set(classes.map(({ value }) => value.slice(-4)))];
  const ranked = await db.all<{ value: string }>(
    `select value from rank_size where year = 2025 and metric = 'turnover' and slice = 'caen'`,
  );
  const metrics = ['cifra', 'profit', 'angajati'];
  const groups = await db.all<{ code: string }>(
    `select code from benchmark where year = 2025 and revision = 'rev3' and length(code) = 3`,
  );
  const ask = (query: string, params = {}): Asked => ({ query, params });
  return [
    ['statistica', 'getMarket', [ask('')]],
    ['top-companies, national', 'getTopCompanies', metrics.map((metric) => ask(`metric=${metric}&limit=100`))],
    [
      'top-companies, one county',
      'getTopCompanies',
      counties.flatMap(({ slug }) =>
        metrics.map((metric) => ask(`slice=judet&value=${slug}&metric=${metric}&limit=100`)),
      ),
    ],
    [
      'top-companies, one activity',
      'getTopCompanies',
      ranked.map(({ value }) => ask(`slice=caen&value=${value}&year=2025&limit=100`)),
    ],
    [
      'top-companies, all counties',
      'getTopCompanies',
      metrics.map((metric) => ask(`slice=judet&metric=${metric}&limit=100`)),
    ],
    [
      'top-companies, all activities',
      'getTopCompanies',
      metrics.map((metric) => ask(`slice=caen&metric=${metric}&limit=100`)),
    ],
    ['leaderboard-years', 'getLeaderboardYears', [ask('')]],
    ['advanced-rankings', 'getAdvancedRankings', [2023, 2024, 2025].map((year) => ask(`year=${year}`))],
    ['benchmarks, 200 rows', 'getBenchmarks', [ask('limit=200')]],
    ['benchmarks, 50 rows', 'getBenchmarks', [ask('')]],
    ['benchmarks, one group', 'getBenchmarks', groups.map(({ code }) => ask(`caen=${code}`))],
    ['hub', 'getCaenHub', codes.map((code) => ask('', { code }))],
  ];
}

/** CPU time of a call on average, p50, p99 and slowest, in ms. */
async function figuresOf(operation: Operation, requested: readonly Asked[], dataset: Dataset): Promise<number[]> {
  const context = await proVisit(dataset);
  const times: number[] = [];
  let before = process.threadCpuUsage();
  for (let i = -WARM_UP; i < CALLS; i++) {
    if (i === 0) before = process.threadCpuUsage();
    const { params, query } = requested[(i + WARM_UP) % requested.length] ?? { params: {}, query: '' };
    const started = performance.now();
    await context.execute(operation, () => ({ params, query, body: undefined }));
    if (i >= 0) times.push(performance.now() - started);
  }
  const { user, system } = process.threadCpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return [(user + system) / 1000 / CALLS, at(0.5), at(0.99), at(1)];
}

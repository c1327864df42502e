/** How long statistics and rankings take, from the request to the checked answer without the socket: every operation, many keys. */
import { app } from '#app';
import { counties } from '#base/county.ts';
import type { Call } from '#http/endpoint.ts';
import type { Operation } from '#http/perform.ts';
import { offline } from '#live/ports.ts';
import { loadSecrets } from '#secrets';
import type { Dataset } from '#store/dataset.ts';
import { installation, openCountry } from './country.ts';
import type { Findings } from './table.ts';

/** Of each operation; the first few are not counted, while the compiler is at work. */
const CALLS = 2_000;
const WARM_UP = 300;

const AIM_MS = 5;

type Asked = { params: Record<string, string>; query: string };

export async function statistics(sizes: readonly number[]): Promise<Findings[]> {
  const found: Findings[] = [];
  for (const companies of sizes) found.push(await atSize(companies));
  return found;
}

async function atSize(companies: number): Promise<Findings> {
  const config = installation(companies);
  const store = await openCountry(config);
  try {
    const log = { access: null, error: () => {} };
    const made = await app({ config, secrets: loadSecrets(config.secretsFile), store, live: offline, log });
    const dataset = store.generations.current();
    if (dataset === null) throw new Error('There is no country to look at.');
    const rows: Findings['rows'] = [];
    for (const [name, id, asked] of await questions(dataset)) {
      const operation = made.operations.find((one) => one.id === id);
      if (!operation) throw new Error(`There is no operation ${id}.`);
      const times = await timesOf(operation, asked, dataset);
      const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
      rows.push([name, at(0.5), at(0.99), at(1)]);
    }
    await made.close();
    return {
      name: `statistics-${companies}`,
      title: `Statistics and rankings, ${companies.toLocaleString('en-GB')} companies: ms inside the service`,
      columns: ['operation', 'p50', 'p99', 'slowest'],
      rows,
      remarks: [`Aim: p99 of at most ${AIM_MS} ms at 100,000 companies.`],
    };
  } finally {
    await store.close();
  }
}

async function questions({ db }: Dataset): Promise<[string, string, Asked[]][]> {
  const classes = await db.all<{ value: string }>(`select distinct value from market_year where slice = 'caen'`);
  const codes = [...new Set(classes.map(({ value }) => value.slice(-4)))];
  const metrics = ['cifra', 'profit', 'angajati'];
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
      'top-companies, all activities',
      'getTopCompanies',
      metrics.map((metric) => ask(`slice=caen&metric=${metric}&limit=100`)),
    ],
    ['leaderboard-years', 'getLeaderboardYears', [ask('')]],
    ['advanced-rankings', 'getAdvancedRankings', [2023, 2024, 2025].map((year) => ask(`year=${year}`))],
    ['benchmarks, 200 rows', 'getBenchmarks', [ask('limit=200')]],
    ['benchmarks, 50 rows', 'getBenchmarks', [ask('')]],
    ['hub', 'getCaenHub', codes.map((code) => ask('', { code }))],
  ];
}

/** In ms, the shortest first. */
async function timesOf(operation: Operation, asked: readonly Asked[], dataset: Dataset): Promise<number[]> {
  const caller = { kind: 'key', account: 'bench', key: 'bench', pro: true, address: '127.0.0.1' } as const;
  const signal = new AbortController().signal;
  const call: Call = { caller, dataset, requestId: 'bench', now: Date.now(), wantsFresh: false, signal };
  const times: number[] = [];
  for (let i = -WARM_UP; i < CALLS; i++) {
    const { params, query } = asked[(i + WARM_UP) % asked.length] ?? { params: {}, query: '' };
    const started = performance.now();
    await operation.perform({ params, query, body: undefined }, call);
    if (i >= 0) times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b);
}

/** Times of procurement analyses, lists and previews, from the request to the validated answer without the socket; and of look-ups beside them. */

import type { Operation } from '#api/endpoint.ts';
import { offline } from '#data/live/ports.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { codesAfter } from '#domain/companies/facts-table.ts';
import { addDays } from '#lib/values/date.ts';
import { app } from '#server/app.ts';
import type { Analyses } from '#server/compose/analyses.ts';
import { profileOf } from '#server/compose/profile.ts';
import { openAnalyticsWorker } from '#server/jobs/analytics-worker.ts';
import { loadSecrets } from '#server/secrets.ts';
import { proVisit } from '#test/support/pro-context.ts';
import { boughtCountry } from './procurement-country.ts';
import { type Asked, analysesOf, listsOf } from './procurement-questions.ts';
import { type Cell, type Findings, type Timed, timesRow } from './table.ts';

/** Requests of each kind: each is sent once, since answers are cached. */
const ANALYSES = 60;
const LOOKUPS = 5_000;
/** Requests that do not count. */
const WARM_UP = 20;
/** A filter that no counted request has, whose answer would be cached otherwise. */
const WARM_UP_DAYS = 'dateFrom=2021-11-02';
/** Analyses during which look-ups are measured. */
const ANALYSES_BESIDE = 30;

const AIMS = [
  'Aims: analyses of two digits or more, and of one digit over whole months, p99 of at most 300 ms; one digit over other days 3,000 ms.',
  'Lists, first page and deep by cursor: p99 of at most 10 ms. Look-ups beside analyses: p99 of at most three times the idle one.',
];

export async function* procurement(purchases: number): AsyncGenerator<Findings> {
  const { config, store, seconds, bytes } = await boughtCountry(purchases);
  const settings = { databaseUrl: null, folder: config.dataFolder, country: config.country };
  const analyst = openAnalyticsWorker<Analyses>(settings, import.meta.resolve('#server/compose/analyses.ts'));
  const log = { access: null, error: () => {} };
  const secrets = loadSecrets(config.secretsFile);
  const profile = await profileOf(config, secrets, store);
  const created = await app({ config, secrets, store, live: offline, profile, analyses: analyst.queries, log });
  const dataset = store.generations.current();
  if (dataset === null) throw new Error('There is nothing to ask for.');
  const ask = await asker(created.operations, dataset);
  const title = `Procurement, ${purchases.toLocaleString('en-GB')} purchases`;
  const columns = ['asked', 'times', 'p50', 'p90', 'p99', 'slowest', 'CPU p50', 'CPU p99'];
  const built = seconds === null ? 'kept from before' : `built in ${seconds.toFixed(0)} s`;
  try {
    const rows: Findings['rows'] = [];
    // Starts the analytics worker and compiles its code.
    for (let i = 0; i < WARM_UP; i++)
      await ask({ id: 'getCpvAnalysis', params: { cpv: String(20 + i) }, query: WARM_UP_DAYS });
    for (const [name, questions] of Object.entries(analysesOf(ANALYSES))) rows.push(await timed(name, questions, ask));
    yield {
      name: `procurement-${purchases}`,
      title: `${title}: analyses, ms inside the service`,
      columns,
      rows,
      remarks: [`${built}, ${(bytes / 2 ** 20).toFixed(0)} MB with indexes and sums.`, ...AIMS.slice(0, 1)],
    };
    const lists: Findings['rows'] = [];
    for (const [name, questions] of Object.entries(await listsOf(dataset, ask)))
      lists.push(await timed(name, questions, ask, WARM_UP));
    lists.push(...(await besideAnalyses(dataset, ask)));
    yield {
      name: `procurement-lists-${purchases}`,
      title: `${title}: lists and look-ups, ms inside the service`,
      columns,
      rows: lists,
      remarks: AIMS.slice(1),
    };
  } finally {
    await created.close();
    await analyst.close();
    await store.close();
  }
}

/** The index of the 99th percentile in a row. */
const P99 = 4;

type Ask = (requested: Asked) => Promise<unknown>;

async function asker(operations: readonly Operation[], dataset: Dataset): Promise<Ask> {
  const context = await proVisit(dataset);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return async ({ id, params, query }) => {
    const operation = byId.get(id);
    if (!operation) throw new Error(`There is no operation ${id}.`);
    return context.execute(operation, () => ({ params, query, body: undefined }));
  };
}

/** `warm` is the number of uncounted requests before, while the JIT compiles. */
async function timed(name: string, questions: readonly Asked[], ask: Ask, warm = 0): Promise<Cell[]> {
  for (const requested of questions.slice(0, warm)) await ask(requested);
  const times: Timed[] = [];
  const cpu: number[] = [];
  for (const requested of questions) {
    const [started, before] = [performance.now(), process.cpuUsage()];
    await ask(requested);
    times.push({ ms: performance.now() - started, of: `${Object.values(requested.params)} ${requested.query}` });
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  return [...timesRow(name, times), ...shares(cpu)];
}

/** Median and 99th percentile of the CPU of all threads, which other load does not lengthen. */
const shares = (cpu: readonly number[]): Cell[] => {
  const sorted = cpu.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((share) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2));
};

/** Times of look-ups on the same thread while analyses run. */
async function besideAnalyses(dataset: Dataset, ask: Ask): Promise<Findings['rows']> {
  const codes = await codesAfter(dataset, '0', Number.MAX_SAFE_INTEGER);
  const lookUps = Array.from({ length: LOOKUPS }, (_, i) => ({
    id: 'getCompany',
    params: { cui: String(codes[(i * 7_919) % codes.length]) },
    query: '',
  }));
  const idle = await timed('look-ups, idle', lookUps, ask, LOOKUPS);
  const questions = Array.from({ length: ANALYSES_BESIDE }, (_, i) => ({
    id: 'getCpvAnalysis',
    params: { cpv: String(3 + (i % 6)) },
    query: `dateFrom=${addDays('2022-01-05', i)}&dateTo=${addDays('2026-05-10', i)}`,
  }));
  let running = true;
  const analyses = (async () => {
    for (const requested of questions) await ask(requested);
    running = false;
  })();
  const times: Timed[] = [];
  for (let i = 0; running; i++) {
    const requested = lookUps[i % LOOKUPS] as Asked;
    const started = performance.now();
    await ask(requested);
    times.push({ ms: performance.now() - started, of: String(requested.params.cui) });
    // Yields to messages of other threads, as between two requests.
    await new Promise(setImmediate);
  }
  await analyses;
  const beside = timesRow('look-ups, beside analyses', times);
  const ratio = (Number(beside[P99]) / Number(idle[P99])).toFixed(2);
  return [idle, [...beside, '', ''], ['look-ups, beside to idle', '', '', '', ratio, '', '', '']];
}

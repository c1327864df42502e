/** The most expensive requests of each kind of caller while persons are hidden, found by random search and mutation, in process and over sockets; and look-ups beside the four worst. */

import { ApiError } from '#api/api-error.ts';
import type { Credentials } from '#api/caller.ts';
import type { Pipeline } from '#api/pipeline.ts';
import { offline } from '#data/live/ports.ts';
import { type Random, random, seedNumber } from '#demo-country/random.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { app } from '#server/app.ts';
import type { Analyses } from '#server/compose/analyses.ts';
import { profileOf } from '#server/compose/profile.ts';
import { openAnalyticsWorker } from '#server/jobs/analytics-worker.ts';
import { loadSecrets } from '#server/secrets.ts';
import { dearOverSockets } from './dear-sockets.ts';
import { anyInstallation, openCountry } from './demo-installation.ts';
import { addressOf, drawn, type Question, telling } from './heavy-queries.ts';
import { hideSome } from './hidden-persons.ts';
import type { Findings } from './table.ts';

/** Requests of each operation: random ones, then mutations of the most expensive one. */
const DRAWN = 40;
const BRED = 30;
/** The most expensive requests of each operation by wall time, and the repetitions of each to measure its thread time. */
const FEW = 5;
const REPEATED = 20;
const SHOWN = 10;
const AIM_MS = 25;

const CALLERS: Record<string, Partial<Credentials>> = {
  anonymous: {},
  visitor: { transport: 'page' },
  Pro: { key: DEMO_KEY },
};

interface Cost {
  question: Question;
  /** CPU time of the serving thread, in ms. */
  ms: number;
  /** Wall time in ms, with the work of other threads. */
  wall: number;
  status: string;
}

export async function* dear(companies: number): AsyncGenerator<Findings> {
  const config = anyInstallation(companies);
  const store = await openCountry(config);
  const settings = { databaseUrl: null, folder: config.dataFolder, country: config.country };
  const analyst = openAnalyticsWorker<Analyses>(settings, import.meta.resolve('#server/compose/analyses.ts'));
  const secrets = loadSecrets(config.secretsFile);
  const log = { access: null, error: () => {} };
  const profile = await profileOf(config, secrets, store);
  const dataset = store.generations.current();
  if (dataset === null) throw new Error('There is no country to ask.');
  const some = await hideSome(store, dataset);
  const created = await app({ config, secrets, store, live: offline, profile, analyses: analyst.queries, log });
  const result = await telling(dataset);
  const values = { ...result, q: [...(result.q ?? []), ...some.questions] };
  const worst: string[] = [];
  try {
    for (const [who, sent] of Object.entries(CALLERS)) {
      const found: Cost[] = [];
      for (const operation of created.operations) {
        const next = random(seedNumber(`${who} ${operation.id}`), 0, 'dear');
        const ask = (question: Question) => cost(created.pipeline, { ...NOTHING, ...sent }, question);
        found.push(...(await dearest(() => drawn(operation, values, next), ask, next)));
      }
      const ten = found.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
      if (who === 'Pro') worst.push(...ten.map(({ question }) => addressOf(question)));
      yield {
        name: `dear-${who}-${companies}`,
        title: `The dearest requests of ${who}, ${companies.toLocaleString('en-GB')} companies: ms of the serving thread`,
        columns: ['request', 'status', 'CPU ms', 'by the clock', 'aim'],
        rows: ten.map(({ question, ms, wall, status }) => [
          addressOf(question).slice(0, 150),
          status,
          ms,
          wall,
          AIM_MS,
        ]),
        remarks: who === 'Pro' ? ['Payers make the same requests, where they are sold one by one.'] : [],
      };
    }
    yield* dearOverSockets(created, store, secrets, values, worst);
  } finally {
    await created.close();
    await analyst.close();
    await some.undo();
    await store.close();
  }
}

const NOTHING: Credentials = {
  transport: 'api',
  address: '198.51.100.7',
  key: null,
  session: null,
  token: null,
  payment: null,
  unreadable: null,
};

/** The most expensive requests of one operation, each with another set of parameters. */
async function dearest(
  draw: () => Question,
  ask: (question: Question) => Promise<Cost>,
  next: Random,
): Promise<Cost[]> {
  const best = new Map<string, Cost>();
  const shape = ({ operation, query }: Question): string => `${operation.id} ${Object.keys(query).sort().join(' ')}`;
  const attempts = async (question: Question): Promise<void> => {
    const found = await ask(question);
    if (found.wall > (best.get(shape(question))?.wall ?? 0)) best.set(shape(question), found);
  };
  for (let i = 0; i < DRAWN; i++) await attempts(draw());
  for (let i = 0; i < BRED; i++) {
    const [top] = [...best.values()].sort((a, b) => b.wall - a.wall);
    const other = draw();
    if (!top) continue;
    const names = Object.keys(other.query);
    const changed = names[Math.floor(next() * names.length)];
    await attempts({
      ...top.question,
      params: next() < 0.5 ? other.params : top.question.params,
      query: { ...top.question.query, ...(changed && { [changed]: other.query[changed] ?? '' }) },
    });
  }
  const few = [...best.values()].sort((a, b) => b.wall - a.wall).slice(0, FEW);
  // CPU time of this thread excludes other load; it is repeated, because systems report it in coarse steps.
  for (const one of few) {
    const before = process.threadCpuUsage();
    const again = [];
    for (let i = 0; i < REPEATED; i++) again.push((await ask(one.question)).wall);
    const { user, system } = process.threadCpuUsage(before);
    one.ms = (user + system) / 1_000 / REPEATED;
    one.wall = Math.min(...again);
  }
  return few;
}

async function cost(pipeline: Pipeline, sent: Credentials, question: Question): Promise<Cost> {
  const { operation, params, query, body } = question;
  const started = performance.now();
  let status = '200';
  try {
    const context = await pipeline.admit(sent, { id: 'r', now: Date.now(), signal: new AbortController().signal });
    await context.execute(operation, () => ({ params, query: new URLSearchParams(query).toString(), body }));
  } catch (error) {
    status = error instanceof ApiError ? error.code : String(error).slice(0, 40);
  }
  return { question, ms: 0, wall: performance.now() - started, status };
}

/** The company look-up over real sockets, compared with bare node:http sending the same bytes, without the gate, and on PostgreSQL. */
import type { Config } from '#server/config/config.ts';
import { startPostgres } from '#test/support/postgres-server.ts';
import { observedCountry } from './cached-country.ts';
import { anyInstallation } from './demo-installation.ts';
import { type Case, causes, columnsOf, LEAST, type Measured, measure, rowOf, timesOf } from './measure.ts';
import { startBare } from './replay-server.ts';
import { type Server, startServer } from './servers.ts';
import type { Findings } from './table.ts';

const HOT_KEYS = 1_000;
/** More keys than the memory cache of a thread holds, so that they stay cold after the first burst. */
const RANDOM_KEYS = 50_000;

/** The aim: CPU as a multiple of bare node:http. */
const AIM = 1.8;

export interface LookupExtent {
  sizes: readonly number[];
  rounds: number;
  requests: number;
  /** Whether to measure PostgreSQL, too, which needs a rebuild of the country: minutes for each size. */
  postgres: boolean;
}

export async function* lookup({ sizes, ...extent }: LookupExtent): AsyncGenerator<Findings> {
  for (const companies of sizes) yield* atSize(companies, extent);
}

async function* atSize(
  companies: number,
  { rounds, requests, postgres: withPostgres }: Omit<LookupExtent, 'sizes'>,
): AsyncGenerator<Findings> {
  const config = anyInstallation(companies);
  const { cuis, keys } = await observedCountry(config);
  const requested = { hot: pick(cuis, HOT_KEYS), random: pick(cuis, RANDOM_KEYS) };
  const queries = { hot: { paths: requested.hot.map(pathOf) }, random: { paths: requested.random.map(pathOf) } };
  const postgres = withPostgres ? await startPostgres() : null;
  const started: Server[] = [];
  const start = async (name: string, more: Parameters<typeof startServer>[1]): Promise<Server> => {
    started.push(await startServer(name, more));
    return started.at(-1) as Server;
  };
  try {
    const ours = await start('ours', { keys, env: environment(config) });
    started.push(await startBare(ours, queries.hot.paths, config.dataFolder));
    await start('ours without the gate', { keys, env: environment(config), args: ['ungated'] });
    await start('ours, access log', { keys, env: environment(config, 'all') });
    if (postgres) {
      const inPostgres = anyInstallation(companies, postgres.url);
      const stored = await observedCountry(inPostgres, () => [...new Set([...requested.hot, ...requested.random])]);
      await start('ours on PostgreSQL', { keys: stored.keys, env: environment(inPostgres) });
    }
    const cases = started.flatMap((server) =>
      Object.entries(queries).map(([ask, what]): Case => ({ server, ask, what })),
    );
    yield table(companies, await measure(cases, rounds, requests));
    const own = cases.filter(({ server }) => server.name === 'ours' || server.name === 'ours, access log');
    yield await causes(`lookup-${companies}`, 'Company look-up', own, requests);
  } finally {
    await Promise.all(started.map((server) => server.stop()));
    await postgres?.stop();
  }
}

const environment = ({ dataFolder, databaseUrl }: Config, log = 'errors') => ({
  FIRMOTECA_DATA: dataFolder,
  FIRMOTECA_LOG: log,
  FIRMOTECA_WORKERS: '1',
  DATABASE_URL: databaseUrl ?? '',
});

/** A reproducible unordered selection. */
function pick(cuis: readonly string[], count: number): string[] {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return cuis[state % cuis.length] as string;
  });
}

const pathOf = (cui: string): string => `/api/company/${cui}`;

function table(companies: number, measured: readonly Measured[]): Findings {
  const bareOf = (ask: string) => measured.find((one) => one.server === 'bare node:http' && one.ask === ask);
  const remarks = (['hot', 'random'] as const).flatMap((ask) => {
    const bare = bareOf(ask);
    return ['ours', 'ours without the gate'].map((server) => {
      const ours = measured.find((one) => one.server === server && one.ask === ask);
      const times = ours && bare ? timesOf(ours, bare).median : Number.NaN;
      return `${server}, ${ask}: ${times.toFixed(2)}x of bare; aim ${AIM}x: ${times <= AIM ? 'reached' : 'missed'}.`;
    });
  });
  return {
    name: `lookup-${companies}`,
    title: `Company look-up, ${companies.toLocaleString('en-GB')} companies, one serving thread, 32 connections`,
    columns: columnsOf('bare'),
    rows: measured.map((one) => rowOf(one, bareOf(one.ask))),
    remarks: [
      ...remarks,
      LEAST,
      'What bare does not do: the answer read from SQLite where it is not at hand (a third of what we add to random ones), the gate, headers, input, dates, meta.',
      'PostgreSQL, with `--postgres`: without the CPU of its own processes, and it keeps the answers of the companies asked for only.',
    ],
  };
}

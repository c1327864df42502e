/** Answers of a large country beside those of a small one: the same requests to both, one after the other, by turns. */
import { Agent, request } from 'node:http';
import { openStore, type Store } from '#data/store/open.ts';
import { dayNumber, dayText } from '#demo-country/days.ts';
import { cpvVocabulary } from '#demo-country/procurement/cpv.ts';
import { random, seedNumber } from '#demo-country/random.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { loadSecrets } from '#server/secrets.ts';
import { companyCall, tokensOf } from './agents.ts';
import { newKeys } from './callers.ts';
import { builtCountry } from './country.ts';
import type { Counts } from './country-publications.ts';
import type { Message } from './load.ts';
import { type Meant, queryFor } from './search-queries.ts';
import { type Server, startServer } from './servers.ts';
import type { Cell, Findings } from './table.ts';

/** Accounts of each kind of caller, so that none reaches its limit. */
const ACCOUNTS = 300;
/** Companies, names and notices that are asked for. */
const SAMPLE = 1_500;
/** Requests of each kind, in rounds by turns; a third of them again before, uncounted. */
const REQUESTS = 900;
const ANALYSES = 60;
const ROUNDS = 3;

interface Asked {
  path: string;
  headers?: Record<string, string>;
  message?: Message;
}

/** How much longer than in the small country, and the 99th percentile in ms. */
interface Aim {
  times: number;
  p99?: number;
}

interface Kind {
  name: string;
  asked: Asked[];
  aim: Aim;
}

interface Served {
  counts: Counts;
  server: Server;
  kinds: Kind[];
}

export async function serving(folder: string, small: Counts, large: Counts): Promise<Findings[]> {
  const served: Served[] = [];
  try {
    for (const counts of [small, large]) served.push(await servedCountry(folder, counts));
    const [first, second] = served as [Served, Served];
    const rows: Cell[][] = [];
    for (const [i, { name, aim }] of first.kinds.entries()) {
      const [less, more] = await compared(first, second, i);
      const times = more.p50 / less.p50;
      const isReached = times <= aim.times && more.p99 <= (aim.p99 ?? Number.POSITIVE_INFINITY);
      rows.push([
        ...[name, less.p50, less.p99, less.cpuMs, more.p50, more.p99, more.cpuMs, times],
        `${aim.times}x${aim.p99 === undefined ? '' : `, p99 ${aim.p99}`}`,
        isReached ? 'reached' : 'missed',
      ]);
      console.error(
        `  ${rows
          .at(-1)
          ?.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell))
          .join('  ')}`,
      );
    }
    const memory = await Promise.all(served.map(({ server }) => server.memory()));
    const [a, b] = served.map(({ counts }) => counts.companies.toLocaleString('en-GB'));
    return [
      {
        name: `serving-${large.companies}`,
        title: `Answers of ${b} companies beside ${a}, SQLite, two serving threads, one connection: ms`,
        columns: ['request', `p50, ${a}`, 'p99', 'CPU', `p50, ${b}`, 'p99', 'CPU', 'times p50', 'aim', ''],
        rows,
        remarks: [
          `Anonymous memory at the end: ${memory.map(({ anonymousBytes }) => `${Math.round(anonymousBytes / 1e6)} MB`).join(' and ')}. Aim: 500 MB.`,
          'Answers of the dataset alone: no source is asked. Every company, name and range of days is new to the service, except in the third before.',
          'Searches in documents are measured by `documents`.',
        ],
      },
    ];
  } finally {
    for (const { server } of served) await server.stop();
  }
}

async function servedCountry(folder: string, counts: Counts): Promise<Served> {
  const environment = await builtCountry(folder, counts);
  const config = readConfig(environment);
  const store = await openStore({ databaseUrl: null, folder: config.dataFolder, country: 'demo' });
  try {
    const keys = await newKeys(store.state, loadSecrets(config.secretsFile).keyPepper, ACCOUNTS);
    const env = { ...environment, FIRMOTECA_LOG: 'errors', FIRMOTECA_WORKERS: '2', TRUSTED_PROXIES: '127.0.0.1' };
    const server = await startServer(String(counts.companies), { keys, env });
    return { counts, server, kinds: await kindsOf(store, config, server) };
  } finally {
    await store.close();
  }
}

const LOOK_UP: Aim = { times: 1.6 };
const OTHER: Aim = { times: 3 };
const SEARCH: Aim = { times: 3, p99: 5 };
const ANALYSIS: Aim = { times: 3, p99: 300 };

async function kindsOf(store: Store, config: Config, { port, keys }: Server): Promise<Kind[]> {
  const dataset = store.generations.current();
  const procurement = dataset?.partGroup('procurement');
  if (!dataset || !procurement) throw new Error('There is no country to ask for.');
  const firms = await sampled<Meant>(
    (step) =>
      `select cui, name, locality, county, null as former from firm where cui is not null and id % ${step} = 0 order by id`,
    async () => (await dataset.db.one<{ rows: number }>('select count(*) as rows from firm'))?.rows ?? 0,
    (sql) => dataset.db.all<Meant>(sql),
  );
  const people = await sampled<{ name: string }>(
    (step) => `select name from person where rank % ${step} = 0 order by rank`,
    async () => (await dataset.db.one<{ rows: number }>('select count(*) as rows from person'))?.rows ?? 0,
    (sql) => dataset.db.all<{ name: string }>(sql),
  );
  const places = await dataset.db.all<{ county: string; locality: string }>(
    'select county_slug as county, locality_slug as locality from listing group by 1, 2 order by count(*) desc, 1, 2 limit 60',
  );
  const titles = await procurement.all<{ title: string }>(
    `select title from notice order by notice desc limit ${SAMPLE}`,
  );
  const tokens = await tokensOf(config, port, ACCOUNTS);
  const keyed = (path: string, i: number): Asked => ({ path, headers: { 'x-api-key': keys[i % keys.length] ?? '' } });
  const ofFirms = (path: (cui: number) => string): Asked[] => firms.map(({ cui }, i) => keyed(path(cui), i));
  const found = (path: string, texts: readonly (string | null)[]): Asked[] =>
    texts.flatMap((text, i) => (text === null ? [] : [keyed(`${path}?q=${encodeURIComponent(text)}`, i)]));
  const searches = (kind: string): Asked[] =>
    found(
      '/api/search',
      firms.map((firm) => queryFor(kind, firm)),
    );
  return [
    { name: 'look-up', asked: ofFirms((cui) => `/api/company/${cui}`), aim: LOOK_UP },
    { name: 'financials', asked: ofFirms((cui) => `/api/company/${cui}/financials`), aim: LOOK_UP },
    { name: 'search, whole name', asked: searches('exact name'), aim: SEARCH },
    { name: 'search, beginning', asked: searches('60 % typed or more'), aim: SEARCH },
    { name: 'search, mistyped', asked: searches('one edit'), aim: SEARCH },
    {
      name: 'people',
      asked: found(
        '/api/search/people',
        people.map(({ name }) => name),
      ),
      aim: OTHER,
    },
    {
      name: 'list of a county',
      asked: places.map(({ county }, i) => keyed(`/api/firme/${county}`, i)),
      aim: OTHER,
    },
    {
      name: 'list of a locality',
      asked: places.map(({ county, locality }, i) => keyed(`/api/firme/${county}/${locality}`, i)),
      aim: OTHER,
    },
    {
      name: 'tender search',
      asked: found(
        '/api/sicap/tenders/search',
        titles.map(({ title }, i) => (i % 2 === 0 ? twoWords(title) : (COMMON[(i >> 1) % COMMON.length] ?? ''))),
      ),
      aim: OTHER,
    },
    ...Array.from({ length: 8 }, (_, i) => ({
      name: `analysis of ${i + 1} ${i === 0 ? 'digit' : 'digits'}`,
      asked: analyses(i + 1).map((path, n) => keyed(path, n)),
      aim: ANALYSIS,
    })),
    { name: 'network', asked: ofFirms((cui) => `/api/company/${cui}/network`), aim: OTHER },
    {
      name: 'company page',
      asked: firms.map(({ cui }, i) => {
        const { path, headers } = keyed(`/firma/${cui}`, i);
        // A page is limited by the address of its reader.
        return { path, headers: { ...headers, accept: 'text/html', 'x-forwarded-for': `10.0.${i >> 8}.${i & 255}` } };
      }),
      aim: OTHER,
    },
    {
      name: 'call of get_company',
      asked: firms.map(({ cui }, i) => ({
        path: '/mcp',
        headers: { authorization: `Bearer ${tokens[i % tokens.length]}` },
        message: companyCall(String(cui)),
      })),
      aim: OTHER,
    },
  ];
}

/** Words of very many titles. */
const COMMON = ['servicii', 'furnizare', 'lucrari de reparatii', 'echipamente medicale', 'achizitie', 'produse'];

const twoWords = (title: string): string =>
  (title.match(/\p{L}{4,}/gu) ?? ['servicii'])
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 2)
    .join(' ');

/** Rows spread evenly over a table. */
async function sampled<Row>(
  sql: (step: number) => string,
  rows: () => Promise<number>,
  all: (sql: string) => Promise<Row[]>,
): Promise<Row[]> {
  return (await all(sql(Math.max(1, Math.floor((await rows()) / SAMPLE))))).slice(0, SAMPLE);
}

/** Codes as often as they are bought, over a range of days that no other analysis has. */
function analyses(digits: number): string[] {
  const { draw } = cpvVocabulary();
  const roll = random(seedNumber('serving'), digits, 'analyses');
  const first = dayNumber('2021-11-15');
  return Array.from({ length: ANALYSES + ANALYSES / ROUNDS }, (_, i) => {
    const cpv = draw(roll(), roll()).code.slice(0, digits);
    const [from, to] = [dayText(first + ((i * 37) % 700)), dayText(first + 1_100 + ((i * 53) % 600))];
    return `/api/seap/cpv/${cpv}/analysis?dateFrom=${from}&dateTo=${to}`;
  });
}

interface Measured {
  p50: number;
  p99: number;
  cpuMs: number;
}

async function compared(small: Served, large: Served, kind: number): Promise<[Measured, Measured]> {
  const all = [small, large].map((served) => ({ served, waits: [] as number[], cpu: 0 }));
  for (let round = -1; round < ROUNDS; round++)
    for (const each of all) {
      const { asked } = each.served.kinds[kind] as Kind;
      const counted = Math.min(REQUESTS, asked.length);
      const length = Math.ceil(counted / (ROUNDS + 1));
      const some = Array.from({ length }, (_, i) => asked[((round + 1) * length + i) % asked.length] as Asked);
      const before = await each.served.server.cpuMicroseconds();
      const waits = await timesOf(each.served.server.port, some);
      if (round < 0) continue;
      each.waits.push(...waits);
      each.cpu += (await each.served.server.cpuMicroseconds()) - before;
    }
  return all.map(({ waits, cpu }): Measured => {
    const sorted = waits.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    return { p50: at(0.5), p99: at(0.99), cpuMs: cpu / 1_000 / waits.length };
  }) as [Measured, Measured];
}

/** From the request to the last byte, in ms, over one connection. */
async function timesOf(port: number, asked: readonly Asked[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const waits: number[] = [];
  for (const one of asked) {
    const started = performance.now();
    await answered(agent, port, one);
    waits.push(performance.now() - started);
  }
  agent.destroy();
  return waits;
}

function answered(agent: Agent, port: number, { path, headers, message }: Asked): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const posted = Object.fromEntries((message?.headers ?? []).map((line) => line.split(': ') as [string, string]));
  const method = message ? 'POST' : 'GET';
  const sent = request({
    agent,
    host: '127.0.0.1',
    port,
    path,
    method,
    headers: { accept: 'application/json', ...headers, ...posted },
  });
  sent.once('error', reject);
  sent.once('response', (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (piece: string) => {
      if (text.length < 300) text += piece;
    });
    answer.once('error', reject).once('end', () => {
      if (answer.statusCode === 200) resolve();
      else reject(new Error(`${path}: ${answer.statusCode} ${text.slice(0, 300)}`));
    });
  });
  sent.end(message?.body);
  return promise;
}

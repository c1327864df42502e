/** The dearest requests of every kind of caller over a socket: CPU of the serving thread from the first byte read to the last sent, rendering included. */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { Store } from '#data/store/open.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import type { App } from '#server/app.ts';
import type { Secrets } from '#server/secrets.ts';
import { accountBrowser } from '#test/support/account-browser.ts';
import { questions } from '#test/support/agent-questions.ts';
import { samples } from '#test/support/web-samples.ts';
import { httpServer } from '#transports/http/server.ts';
import { message } from './agents.ts';
import { newTokens } from './callers.ts';
import type { Values } from './heavy-queries.ts';
import type { Findings } from './table.ts';

const REPEATED = 10;
const SHOWN = 10;
const AIM_MS = 25;
const LOOKUPS = 3_000;
const TIMES_AIM = 3;

interface Request {
  path: string;
  /** Shown in place of the path. */
  name?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Cost {
  /** CPU time of the serving thread, of one request. */
  ms: number;
  /** The longest time in which the thread answered nobody else, ms. */
  piece: number;
  status: number;
}

/** A client has a thread of its own: the CPU time of this one is that of the service. */
const CLIENT = `const { parentPort, workerData: origin } = require('node:worker_threads');
parentPort.on('message', async (requests) => {
  const answers = [];
  for (const { path, ...init } of requests) {
    const started = performance.now();
    const answer = await fetch(origin + path, { redirect: 'manual', ...init });
    await answer.arrayBuffer();
    answers.push({ status: answer.status, ms: performance.now() - started });
  }
  parentPort.postMessage(answers);
});`;

interface Client {
  send(requests: readonly Request[]): Promise<{ status: number; ms: number }[]>;
  close(): Promise<unknown>;
}

function clientOf(origin: string): Client {
  const worker = new Worker(CLIENT, { eval: true, workerData: origin });
  return {
    async send(requests) {
      worker.postMessage(requests);
      return (await once(worker, 'message'))[0];
    },
    close: () => worker.terminate(),
  };
}

export async function* dearOverSockets(
  created: App,
  { state }: Store,
  secrets: Secrets,
  values: Values,
  found: readonly string[],
): AsyncGenerator<Findings> {
  const server = httpServer(created.router, { access: null, error: () => {} }, created.observe);
  const { port } = await server.listen(0, '127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  const client = clientOf(origin);
  // As a serving thread does after its start.
  for (const prepare of created.router.warmUps) prepare();
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  const cpuOf = async (requests: readonly Request[]): Promise<Cost> => {
    pauses.reset();
    const before = process.threadCpuUsage();
    const [answer] = await client.send(requests);
    const { user, system } = process.threadCpuUsage(before);
    return { ms: (user + system) / 1_000 / requests.length, piece: pauses.max / 1e6, status: answer?.status ?? 0 };
  };
  try {
    const own = { store: { state }, secrets } as Parameters<typeof accountBrowser>[0];
    const { cookie } = await accountBrowser(own, { pro: false });
    const [token = ''] = await newTokens(state, secrets.sessionKey, `${origin}/mcp`, 1);
    const pages = samples({ secrets } as Parameters<typeof samples>[0]).flatMap(({ at: { ro, en } }) => [ro, en]);
    const worst: (Request & Cost)[] = [];
    for (const [who, requests] of Object.entries(requestsOf(values, { cookie, token, origin, found, pages }))) {
      const costs: (Request & Cost & { first: number })[] = [];
      for (const request of requests) {
        const { name, ...sent } = request;
        const first = await cpuOf([sent]);
        const again = await cpuOf(Array.from({ length: REPEATED }, () => sent));
        costs.push({ ...request, ...again, first: first.ms });
      }
      const dearest = costs.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
      worst.push(...dearest);
      yield {
        name: `dear-sockets-${who}`,
        title: `The dearest requests of ${who} over a socket: CPU ms of the serving thread`,
        columns: ['request', 'status', 'first', 'again', 'longest piece', 'aim'],
        rows: dearest.map(({ name, path, status, first, ms, piece }) => [
          (name ?? path).slice(0, 120),
          status,
          first,
          ms,
          piece,
          AIM_MS,
        ]),
        remarks: ['Longest piece: how long other requests wait at most, collections of garbage included.'],
      };
    }
    const four = worst.sort((a, b) => b.ms - a.ms).slice(0, 4);
    yield await beside(origin, values.cui ?? [], four);
  } finally {
    pauses.disable();
    await client.close();
    await server.close();
  }
}

interface Senders {
  cookie: string;
  token: string;
  origin: string;
  /** The most expensive operations that a random search found. */
  found: readonly string[];
  /** The address of every page. */
  pages: readonly string[];
}

function requestsOf(values: Values, { cookie, token, origin, ...known }: Senders): Record<string, Request[]> {
  const [cui = '', second = ''] = values.cui ?? [];
  const cuis = [...(values.cui ?? []), ...Array.from({ length: 30 }, (_, n) => String(90000014 + 8 * n))].slice(0, 30);
  const paths = (all: readonly string[], headers: Record<string, string>): Request[] =>
    all.map((path) => ({ path, headers }));
  const pages = [
    ...known.pages,
    `/firma/${cui}`,
    `/en/company/${second}`,
    `/firma/${cui}/achizitii`,
    `/compara?cui=${cui},${second}`,
    '/cautare?q=a',
    '/cautare?q=servicii+de',
    '/en/search?q=popescu+i',
    '/licitatii?q=lucrari',
    '/docs',
    '/en/docs/getCompany',
  ];
  const texts = ['/llms.txt', '/openapi.json', '/sitemap.xml'];
  const free = [`/api/company/${cui}`, '/api/search?q=a', '/api/search/all?q=a', '/api/caen'];
  // Without a limit a table has the whole list.
  const lists = [
    `/api/company/${cui}/related`,
    `/api/seap/company/${cui}/contracts`,
    `/api/seap/company/${cui}/direct-purchases`,
    '/api/seap/cpv/3/direct-purchases',
    '/api/seap/cpv/45/contracts',
    '/api/sicap/tenders/search?q=lucrari',
    '/api/sicap/procedures',
    '/api/firme/bucuresti',
  ];
  const key = { 'x-api-key': DEMO_KEY };
  const call = (name: string, args: object): Request => {
    const { headers, body } = message('tools/call', { name, arguments: args });
    const named = Object.fromEntries(headers.map((line) => line.split(': ') as [string, string]));
    return {
      path: '/mcp',
      name: `${name} ${JSON.stringify(args)}`,
      method: 'POST',
      headers: { ...named, authorization: `Bearer ${token}` },
      body,
    };
  };
  const boundary = 'x-firmoteca-bench';
  const list = (codes: string): Request => ({
    path: '/verificare',
    name: `upload of ${codes.length} characters`,
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, origin, 'sec-fetch-site': 'same-origin' },
    body: `--${boundary}\r\ncontent-disposition: form-data; name="codes"\r\n\r\n${codes}\r\n--${boundary}--\r\n`,
  });
  const codes = Array.from({ length: 1_000 }, (_, n) => `RO${90000014 + n}`);
  const asked = questions.filter(({ tool, account }) => tool !== null && !account);
  return {
    visitor: [...paths(pages, { accept: 'text/html' }), ...paths([...texts, ...free], {})],
    'a free account': [
      ...paths([...pages, '/cont', '/en/account/usage', '/en/account/apps'], { accept: 'text/html', cookie }),
      ...paths(free, { cookie }),
    ],
    Pro: [
      ...paths([...free, ...lists, ...known.found], key),
      ...paths(
        ['csv', 'xlsx'].flatMap((format) =>
          lists.map((path) => `${path}${path.includes('?') ? '&' : '?'}format=${format}`),
        ),
        key,
      ),
      {
        path: '/api/company/batch',
        method: 'POST',
        headers: { ...key, 'content-type': 'application/json' },
        body: JSON.stringify({ cuis: codes.slice(0, 100) }),
      },
    ],
    agent: [
      ...asked.map(({ tool, arguments: given }) => call(tool ?? '', given)),
      call('search', { query: 'a' }),
      call('search', { query: 'servicii de' }),
      call('list_companies', { county: 'Bucuresti' }),
      call('look_up_companies', { cuis }),
      call('get_company', { cui, include: ['directors', 'caen', 'rankings', 'timeline', 'decisions', 'procurement'] }),
      call('get_company_financials', { cui }),
      call('get_company_network', { cui }),
      call('list_related_companies', { cui }),
      call('list_contracts', { cui }),
      call('list_direct_purchases', { cui }),
      call('search_tenders', { query: 'lucrari' }),
      call('analyze_market', { cpv: '45' }),
      call('analyze_procurement', { cui }),
    ],
    upload: [
      list(codes.join('\n')),
      list('RO '.repeat(3_000)),
      list('"'.repeat(20_000)),
      list(`${'x'.repeat(19)}\n`.repeat(5_000)),
    ],
  };
}

/** Look-ups over a socket alone, and while four other clients send the four dearest requests without a pause. */
async function beside(origin: string, cuis: readonly string[], worst: readonly Request[]): Promise<Findings> {
  const headers = { 'x-api-key': DEMO_KEY };
  const lookups = Array.from({ length: LOOKUPS }, (_, i) => ({
    path: `/api/company/${cuis[i % cuis.length]}`,
    headers,
  }));
  const one = await clientOf(origin);
  const timesOf = async () => (await one.send(lookups)).map(({ ms }) => ms).sort((a, b) => a - b);
  await timesOf();
  const idle = await timesOf();
  const others = await Promise.all(worst.map(() => clientOf(origin)));
  let isOver = false;
  const sending = others.map(async ({ send }, i) => {
    while (!isOver) await send(worst.slice(i, i + 1));
  });
  const busy = await timesOf();
  isOver = true;
  await Promise.all(sending);
  await Promise.all([one, ...others].map(({ close }) => close()));
  const at = (times: number[], share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0;
  const row = (name: string, times: number[]) => [name, at(times, 0.5), at(times, 0.99), at(times, 1)];
  return {
    name: 'dear-beside',
    title: 'Look-ups over a socket while the four dearest requests are made without a pause: ms',
    columns: ['look-ups', 'p50', 'p99', 'slowest'],
    rows: [row('alone', idle), row('beside', busy), ['times', '', at(busy, 0.99) / at(idle, 0.99), '']],
    remarks: [
      `Aim: p99 of at most ${TIMES_AIM} times the idle one. One serving thread; the clients need the other cores.`,
      `Beside: ${worst.map(({ name, path }) => (name ?? path).slice(0, 60)).join('; ')}`,
    ],
  };
}

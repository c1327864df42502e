/** The dearest requests of every kind of caller over a socket: CPU of the serving thread from the first byte read to the last sent, rendering included. */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { Store } from '#data/store/open.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import type { App } from '#server/app.ts';
import type { Secrets } from '#server/secrets.ts';
import { accountBrowser } from '#test/support/account-browser.ts';
import { httpServer } from '#transports/http/server.ts';
import { message } from './agents.ts';
import { newTokens } from './callers.ts';
import type { Values } from './heavy-queries.ts';
import type { Findings } from './table.ts';

const REPEATED = 10;
const SHOWN = 10;
const AIM_MS = 25;

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

/** The client has a thread of its own: the CPU time of this one is that of the service. */
const CLIENT = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', async ({ origin, requests }) => {
  const statuses = [];
  for (const { path, ...init } of requests) {
    const answer = await fetch(origin + path, { redirect: 'manual', ...init });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  parentPort.postMessage(statuses);
});`;

export async function* dearOverSockets(
  created: App,
  { state }: Store,
  secrets: Secrets,
  values: Values,
): AsyncGenerator<Findings> {
  const server = httpServer(created.router, { access: null, error: () => {} }, created.observe);
  const { port } = await server.listen(0, '127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  const client = new Worker(CLIENT, { eval: true });
  const send = async (requests: readonly Request[]): Promise<number[]> => {
    client.postMessage({ origin, requests });
    const [statuses] = (await once(client, 'message')) as [number[]];
    return statuses;
  };
  // As a serving thread does after its start.
  for (const prepare of created.router.warmUps) prepare();
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  const cpuOf = async (requests: readonly Request[]): Promise<Cost> => {
    pauses.reset();
    const before = process.threadCpuUsage();
    const [status = 0] = await send(requests);
    const { user, system } = process.threadCpuUsage(before);
    return { ms: (user + system) / 1_000 / requests.length, piece: pauses.max / 1e6, status };
  };
  try {
    const own = { store: { state }, secrets } as Parameters<typeof accountBrowser>[0];
    const { cookie } = await accountBrowser(own, { pro: false });
    const [token = ''] = await newTokens(state, secrets.sessionKey, `${origin}/mcp`, 1);
    for (const [who, requests] of Object.entries(requestsOf(values, { cookie, token, origin }))) {
      const rows: (Cost & { name: string; first: number })[] = [];
      for (const request of requests) {
        const { name = request.path, ...sent } = request;
        const first = await cpuOf([sent]);
        const again = await cpuOf(Array.from({ length: REPEATED }, () => sent));
        rows.push({ ...again, name, first: first.ms });
      }
      const dearest = rows.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
      yield {
        name: `dear-sockets-${who}`,
        title: `The dearest requests of ${who} over a socket: CPU ms of the serving thread`,
        columns: ['request', 'status', 'first', 'again', 'longest piece', 'aim'],
        rows: dearest.map(({ name, status, first, ms, piece }) => [
          name.slice(0, 120),
          status,
          first,
          ms,
          piece,
          AIM_MS,
        ]),
        remarks: ['Longest piece: how long other requests wait at most, collections of garbage included.'],
      };
    }
  } finally {
    pauses.disable();
    await client.terminate();
    await server.close();
  }
}

function requestsOf(
  values: Values,
  { cookie, token, origin }: { cookie: string; token: string; origin: string },
): Record<string, Request[]> {
  const [cui = '', second = ''] = values.cui ?? [];
  const cuis = [...(values.cui ?? []), ...Array.from({ length: 30 }, (_, n) => String(90000014 + 8 * n))].slice(0, 30);
  const pages = [
    `/firma/${cui}`,
    `/en/company/${second}`,
    '/cautare?q=a',
    '/cautare?q=servicii+de',
    '/en/search?q=popescu+i',
    `/compara?cui=${cui}&cui=${second}`,
    '/licitatii?q=lucrari',
    '/en/tenders',
    '/clasament',
    '/statistici',
    '/cursuri',
    '/docs',
    '/en/docs/getCompany',
    '/',
  ].map((path): Request => ({ path, headers: { accept: 'text/html' } }));
  const free = [
    '/llms.txt',
    '/openapi.json',
    `/api/company/${cui}`,
    '/api/search?q=a',
    '/api/search/all?q=a',
    '/api/caen',
    '/sitemap.xml',
  ];
  const sold = [
    `/api/company/${cui}/related`,
    `/api/company/${cui}/network`,
    `/api/company/${cui}/seap`,
    `/api/company/${cui}/contracts?limit=100`,
    '/api/cpv/3/direct-purchases?limit=100',
    '/api/cpv/45/contracts?limit=100',
    '/api/tenders/search?q=lucrari&limit=100',
    '/api/sicap/procedures?limit=100',
    '/api/companies/bucuresti?limit=100',
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
  const paths = (all: readonly string[], headers: Record<string, string>): Request[] =>
    all.map((path) => ({ path, headers }));
  return {
    visitor: [...pages, ...paths(free, {})],
    'a free account': [
      ...pages,
      ...paths(['/cont', '/en/account/usage', '/en/account/apps'], { accept: 'text/html' }),
    ].map((request) => ({ ...request, headers: { ...request.headers, cookie } })),
    Pro: [
      ...paths([...free, ...sold], key),
      ...paths(
        ['csv', 'xlsx'].flatMap((format) =>
          sold.map((path) => `${path}${path.includes('?') ? '&' : '?'}format=${format}`),
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
      call('search', { query: 'a' }),
      call('search', { query: 'servicii de' }),
      call('list_companies', { county: 'Bucuresti' }),
      call('list_companies', { county: 'Cluj' }),
      call('look_up_companies', { cuis }),
      call('get_company', { cui, include: ['directors', 'caen', 'rankings', 'timeline', 'decisions', 'procurement'] }),
      call('get_company_financials', { cui }),
      call('assess_company_solvency', { cui }),
      call('get_company_network', { cui }),
      call('list_related_companies', { cui }),
      call('list_contracts', { cui }),
      call('list_direct_purchases', { cui }),
      call('search_tenders', { query: 'lucrari' }),
      call('analyze_market', { cpv: '45' }),
      call('analyze_procurement', { cui }),
      call('get_rankings', { metric: 'turnover' }),
      call('get_market_statistics', { caen: '4711' }),
      call('get_exchange_rate_history', { currency: 'EUR' }),
    ],
    upload: [
      list(codes.join('\n')),
      list('RO '.repeat(3_000)),
      list('"'.repeat(20_000)),
      list(`${'x'.repeat(19)}\n`.repeat(5_000)),
    ],
  };
}

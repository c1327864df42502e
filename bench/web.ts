/** The company page: size and paint times on a slow phone, and CPU of the server compared with its JSON and bare node:http. */
import type { Browser } from 'playwright-core';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { launchBrowser } from '#test/support/browser.ts';
import { causesTable } from './profile.ts';
import { startBare } from './replay-server.ts';
import { type Server, startServer } from './servers.ts';
import { type Findings, median } from './table.ts';
import { type Loaded, loadOnPhone } from './web-phone.ts';

const CUI = '90000014';
const PAGE = `/firma/${CUI}`;
/** The operations that the page requests. */
const OPERATIONS = ['', '/health', '/financials', '/related', '/seap', '/leaderboard', '/timeline'].map(
  (part) => `/api/company/${CUI}${part}`,
);
const LOADS = 5;
/** Uncounted views, after which the JIT has compiled the page. */
const WARM_UP = 400;
const ROUNDS = 7;
const VIEWS = 100;

const AIMS = { bytes: 60_000, script: 30_000, lcpMs: 800, cls: 0.02, cpuMs: 5 };

export async function* web(): AsyncGenerator<Findings> {
  const ours = await startServer('ours', { keys: [DEMO_KEY], args: ['web'] });
  try {
    yield await weight(ours);
    yield await rendering(ours);
    const shares = await ours.profile(() => views(ours, [PAGE], VIEWS));
    yield causesTable('web', 'The company page', [{ ask: 'the page', shares }]);
  } finally {
    await ours.stop();
  }
}

async function weight({ port }: Server): Promise<Findings> {
  const browser: Browser = await launchBrowser();
  const loads: Loaded[] = [];
  for (let i = 0; i < LOADS; i++) loads.push(await loadOnPhone(browser, `http://127.0.0.1:${port}${PAGE}`));
  await browser.close();
  const of = (name: keyof Loaded): number => median(loads.map((one) => one[name]));
  const row = (what: string, value: number, aim: number): (string | number)[] => [
    what,
    value,
    aim,
    value <= aim ? 'reached' : 'missed',
  ];
  return {
    name: 'web-page',
    title: `The company page on a phone: 390 x 844, 4x slower CPU, 1.6 Mbit/s, 150 ms, nothing kept, median of ${LOADS}`,
    columns: ['what', 'measured', 'aim', ''],
    rows: [
      row('transferred, bytes', of('bytes'), AIMS.bytes),
      row('of it script, bytes', of('script'), AIMS.script),
      row('largest paint (LCP), ms', of('lcpMs'), AIMS.lcpMs),
      row('moved while loading (CLS)', of('cls'), AIMS.cls),
    ],
    remarks: [
      `First paint after ${Math.round(of('fcpMs'))} ms. The way itself takes a connection and a question (300 ms) before the first byte; the style stands in the first page, so that nothing else is waited for.`,
    ],
  };
}

async function rendering(ours: Server): Promise<Findings> {
  const bare = await startBare(ours, [PAGE], process.env.TMPDIR ?? '/tmp');
  try {
    const cases = [
      { name: 'the page, rendered', server: ours, paths: [PAGE] },
      { name: 'its operations as JSON, one by one', server: ours, paths: OPERATIONS },
      { name: 'bare node:http sending the page', server: bare, paths: [PAGE] },
    ];
    const rows = [];
    for (const { name, server, paths } of cases) rows.push([name, await cpuOf(server, paths)] as [string, number]);
    const [page = ['', 0]] = rows;
    return {
      name: 'web-rendering',
      title: `CPU of the server for one company page, ms, median of ${ROUNDS} rounds of ${VIEWS} views, one after the other`,
      columns: ['what', 'CPU ms'],
      rows,
      remarks: [
        `Aim ${AIMS.cpuMs} ms: ${page[1] <= AIMS.cpuMs ? 'reached' : 'missed'}. The page is one request and the JSON ${OPERATIONS.length}; both are compressed where they are long, which bare does not do.`,
      ],
    };
  } finally {
    await bare.stop();
  }
}

/** CPU of the process for one request to each path. */
async function cpuOf(server: Server, paths: readonly string[]): Promise<number> {
  await views(server, paths, WARM_UP);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await server.cpuMicroseconds();
    await views(server, paths, VIEWS);
    rounds.push(((await server.cpuMicroseconds()) - before) / VIEWS / 1_000);
  }
  return median(rounds);
}

async function views({ port }: Server, paths: readonly string[], count: number): Promise<void> {
  const headers = { 'x-api-key': DEMO_KEY, 'accept-encoding': 'gzip, deflate, br, zstd' };
  for (let i = 0; i < count; i++)
    for (const path of paths) await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).arrayBuffer();
}

/** Time from the start of the process to its first answers, at the first start and at later ones. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { showcase } from '#demo-country/showcase.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { freePort } from '#test/support/free-port.ts';
import { type Findings, median } from './table.ts';

/** Aims of a first start until it listens, until the first company and until all data; stricter for countries up to the usual size. */
const AIM_SECONDS = { listen: 2, first: 25, firstOfUsual: 10, whole: 60, wholeOfUsual: 30, later: 1 };
const USUAL = 3_000;
const LATER_STARTS = 5;
/** Poll interval: short enough to measure hundredths of a second, long enough not to slow down a first build. */
const LOOK_MS = 20;

interface Started {
  listens: number;
  company: number;
  whole: number;
}

export async function start(companies: number): Promise<Findings[]> {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-bench-'));
  try {
    const first = await startOnce(folder, companies);
    const later: Started[] = [];
    for (let i = 0; i < LATER_STARTS; i++) later.push(await startOnce(folder, companies));
    const second = {
      listens: median(later.map(({ listens }) => listens)),
      company: median(later.map(({ company }) => company)),
      whole: median(later.map(({ whole }) => whole)),
    };
    const verdict = (seconds: number, aim: number) =>
      `${seconds.toFixed(2)} s, aim ${aim} s: ${seconds <= aim ? 'reached' : 'missed'}`;
    const isUsual = companies <= USUAL;
    const aimOfFirst = isUsual ? AIM_SECONDS.firstOfUsual : AIM_SECONDS.first;
    const aimOfWhole = isUsual ? AIM_SECONDS.wholeOfUsual : AIM_SECONDS.whole;
    return [
      {
        name: 'start',
        title: `Start of the service, demo country of ${companies.toLocaleString('en-GB')} companies`,
        columns: ['', 'seconds to listen', 'seconds to a company', 'seconds to the whole'],
        rows: [
          ['first start', first.listens, first.company, first.whole],
          ['later starts', second.listens, second.company, second.whole],
        ],
        remarks: [
          `First start, listens: ${verdict(first.listens, AIM_SECONDS.listen)}.`,
          `First start, a company: ${verdict(first.company, aimOfFirst)}.`,
          `First start, everything: ${verdict(first.whole, aimOfWhole)}.`,
          `Later starts, a company, median of ${LATER_STARTS}: ${verdict(second.company, AIM_SECONDS.later)}.`,
        ],
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function startOnce(folder: string, companies: number): Promise<Started> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(new URL('../bin/firmoteca', import.meta.url).pathname, ['serve'], {
    env: {
      ...process.env,
      PORT: String(port),
      FIRMOTECA_DATA: folder,
      FIRMOTECA_COMPANIES: String(companies),
      // Polling sends requests, which must not reach a limit.
      FIRMOTECA_LIMITS: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The service ended with ${code}.`);
  });
  const seconds = async (path: string): Promise<number> => {
    while ((await statusOf(`http://127.0.0.1:${port}${path}`)) !== 200) await sleep(LOOK_MS);
    return (performance.now() - started) / 1000;
  };
  try {
    const listens = await Promise.race([seconds('/livez'), ended]);
    const company = await Promise.race([seconds(`/api/company/${showcase[0]?.cui}`), ended]);
    const whole = await Promise.race([seconds('/readyz?whole'), ended]);
    return { listens, company, whole };
  } finally {
    child.kill('SIGTERM');
    await ended.catch(() => {});
  }
}

/** Null while the service does not listen. */
const statusOf = (url: string): Promise<number | null> =>
  fetch(url, { headers: { 'x-api-key': DEMO_KEY } }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => null,
  );

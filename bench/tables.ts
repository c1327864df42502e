/** Speed of table files for spreadsheets, and their memory by length. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Findings } from './table.ts';

const ROWS = [1_000, 10_000, 50_000];

interface Used {
  peakKilobytes: number;
  cpuMicroseconds: number;
}

/** Pause of a slow reader after each chunk. */
const SLOW_MS = 20;

const LOOK_MS = 20;
const KILOBYTES = 1_024;

/** Measures each figure in a separate process, so that memory is not shared. */
export async function tables(): Promise<Findings[]> {
  const rows: Findings['rows'] = [];
  for (const format of ['json', 'csv', 'xlsx'])
    for (const count of ROWS) rows.push([`${format}, ${count} rows`, ...(await figuresOf(format, count))]);
  for (const format of ['csv', 'xlsx'])
    for (const count of ROWS)
      rows.push([`${format}, ${count} rows, four slow readers`, ...(await figuresOf(format, count, 4, SLOW_MS))]);
  return [
    {
      name: 'tables',
      title: 'Tables for spreadsheets: eleven columns, over a socket',
      columns: ['table', 'rows/s', 'CPU seconds', 'MB sent', 'peak MB', 'peak MB above the start', 'most MB in use'],
      rows,
      remarks: [
        'JSON is the same list in pages of 200, each asked for by its cursor.',
        'In use: above the start, after a collection, looked at while the same table is made again. The peak has what nobody collected yet.',
        'Aim: what is in use for 50,000 rows is no more than for 10,000: what is sent is not kept.',
      ],
    },
  ];
}

/** Figures with `readers` concurrent readers, each with a pause after every chunk. */
async function figuresOf(format: string, count: number, readers = 1, pauseMs = 0): Promise<number[]> {
  const server = fork(new URL('./table-server.ts', import.meta.url), [String(count)], { execArgv: ['--expose-gc'] });
  const { port } = await output<{ port: number }>(server);
  const requested = <Message>(what: 'used' | 'live'): Promise<Message> => {
    server.send(what);
    return output<Message>(server);
  };
  const used = (): Promise<Used> => requested<Used>('used');
  const origin = `http://127.0.0.1:${port}`;
  await taken(`${origin}/api/long?format=${format}&limit=1`);
  const before = await used();
  const start = performance.now();
  const table = (): Promise<number> =>
    format === 'json' ? allPages(origin) : taken(`${origin}/api/long?format=${format}`, pauseMs);
  const all = await Promise.all(Array.from({ length: readers }, table));
  const bytes = all.reduce((sum, one) => sum + one, 0);
  const seconds = (performance.now() - start) / 1_000;
  const after = await used();
  const live = await liveBytes(() => requested<number>('live'), readers, table);
  server.kill();
  return [
    Math.round((count * readers) / seconds),
    rounded((after.cpuMicroseconds - before.cpuMicroseconds) / 1e6),
    rounded(bytes / 1e6),
    rounded(after.peakKilobytes / KILOBYTES),
    rounded((after.peakKilobytes - before.peakKilobytes) / KILOBYTES),
    rounded(live / 1e6),
  ];
}

/** Peak of live memory, without garbage, during a second run. */
async function liveBytes(look: () => Promise<number>, readers: number, make: () => Promise<number>): Promise<number> {
  const before = await look();
  let most = before;
  let isOver = false;
  const created = Promise.all(Array.from({ length: readers }, make)).then(() => {
    isOver = true;
  });
  while (!isOver) {
    most = Math.max(most, await look());
    await sleep(LOOK_MS);
  }
  await created;
  return most - before;
}

const output = async <Message>(server: ChildProcess): Promise<Message> => (await once(server, 'message'))[0] as Message;

const headers = { 'x-api-key': 'any' };

/** Reads and discards an answer, and returns its bytes. */
async function taken(address: string, pauseMs = 0): Promise<number> {
  const response = await fetch(address, { headers });
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += (piece as Uint8Array).length;
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return bytes;
}

async function allPages(origin: string): Promise<number> {
  let bytes = 0;
  for (let next: string | null = '/api/long?limit=200'; next !== null; ) {
    const text: string = await (await fetch(origin + next, { headers })).text();
    bytes += text.length;
    next = (JSON.parse(text) as { meta: { page: { next: string | null } } }).meta.page.next;
  }
  return bytes;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

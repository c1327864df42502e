/** Simulated days of a service: what runs on each of them, and whether disk, memory, handles and log stay as they are. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#data/store/database.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { interfaces } from '#demo-country/faults.ts';
import { addDays, bucharestDay, type Day } from '#lib/values/date.ts';
import { trendOf } from '../load/figures.ts';
import type { Done, Order } from '../load/generator.ts';
import { people } from '../load/people.ts';
import { type LoadedService, loadedService, PROGRAM } from '../load/service.ts';
import { cpuSecondsOf, memoryOf } from '../load/watch.ts';
import { answerOf } from '../servers.ts';
import type { Cell, Findings } from '../table.ts';
import { FILE_SETTING, setClock } from './clock.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After every leap: ten requests, and now and then somebody who changes something. */
const TRAFFIC = { name: 'traffic', rate: 40, seconds: 0.25 };
/** The service has done what the leap made due when it uses less than this, in a row. */
const QUIET = { cpuSeconds: 0.03, everyMs: 100, times: 3, sourcesMs: 700 };
const QUIET_MS_MAX = 120_000;
/** Shares of the days: when generations are built, when the sources are down and for how long. */
const GENERATIONS = [0.25, 0.5, 0.75];
const DOWN_AT = 0.4;
const DOWN_DAYS = 2;
const BACKUPS = 3;
/** Lists of a day of procurement. */
const LISTS = 4;
/** What a rise over the days after the first generation may be: share of the level, or handles. */
const TOLERANCE = { memory: 0.05, disk: 0.05, log: 0.1, handles: 8 };

export interface SoakOptions {
  days: number;
  companies: number;
  seed: number;
  /** Hours of a leap of the clock. Default: half of one. */
  leapHours?: number;
  tell(text: string): void;
}

interface DayFigures {
  day: Day;
  anonymousBytes: number;
  handles: number;
  logBytes: number;
  disk: Record<string, number>;
  generation: string;
  /** Null where the job was not expected to succeed. */
  jobs: Record<string, boolean | null>;
  outcomes: Record<string, number>;
  notes: string[];
}

export async function soak({ days, companies, seed, leapHours = 0.5, tell }: SoakOptions) {
  const leapMs = leapHours * HOUR_MS;
  const own = mkdtempSync(join(tmpdir(), 'firmoteca-soak-'));
  const clock = join(own, 'clock');
  setClock(clock, 0);
  const preload = new URL('./clock.ts', import.meta.url).href;
  const settings = { [FILE_SETTING]: clock, NODE_OPTIONS: `--import ${preload}` };
  const service = await loadedService({ companies, name: 'soak', settings, days: days + 2, hasPayers: false });
  const generator = fork(new URL('../load/generator.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { pid, port, folder, kinds, callers, cookies, cuis, env } = service;
  const others = people({ port, seed, cuis, cookies, bank: null });
  const country = await countryAt(pid);
  const began = Date.now();
  let ahead = 0;
  const problems: string[] = [];
  const figures: DayFigures[] = [];
  const now = (): number => Date.now() + ahead;
  const onDay = (share: number): number => Math.round(share * days);
  const builds = GENERATIONS.map(onDay);
  const downFrom = onDay(DOWN_AT);
  try {
    for (let index = 0; index < days; index++) {
      const day = addDays(bucharestDay(began), index);
      const notes: string[] = [];
      const outcomes: Record<string, number> = {};
      if (index === downFrom) {
        for (const on of interfaces) await fault(country, 'POST', on);
        notes.push('sources down');
      }
      if (index === downFrom + DOWN_DAYS) {
        await fault(country, 'DELETE', '');
        notes.push('sources back');
      }
      // As timers would at night.
      await command(['backup', '--keep', String(BACKUPS)], env);
      if (builds.includes(index)) {
        await command(['ingest'], env);
        notes.push('generation built');
      }
      // To the end of the day, whenever the first one begins.
      while (bucharestDay(now() + leapMs) === day) {
        ahead += leapMs;
        setClock(clock, ahead);
        generator.send({
          port,
          seed: seed + index,
          kinds,
          callers,
          stretches: [TRAFFIC],
          connections: 4,
        } satisfies Order);
        const done = await answerOf<Done>(generator);
        for (const each of Object.values(done.kinds).flat())
          for (const [outcome, count] of Object.entries(each.outcomes))
            outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
        for (const sample of done.samples) problems.push(`${day}: ${sample.slice(0, 300)}`);
        await quiet(service, now);
      }
      const changes = await others.run([{ name: 'day', rate: 1_000, seconds: 1 }]);
      for (const sample of others.samples.splice(0)) problems.push(`${day}: ${sample.slice(0, 300)}`);
      for (const { kind, sent } of changes.day ?? []) outcomes[kind] = (outcomes[kind] ?? 0) + sent;
      await quiet(service, now);
      const isDown = index >= downFrom && index < downFrom + DOWN_DAYS;
      figures.push({
        day,
        ...(await seen(service)),
        jobs: await jobsOf(folder, { first: bucharestDay(began), index, day, now: now(), isDown }),
        outcomes,
        notes,
      });
      const last = figures.at(-1) as DayFigures;
      for (const [job, hasRun] of Object.entries(last.jobs))
        if (hasRun === false) problems.push(`${day}: missed: ${job}`);
      tell(
        rowOf(last, figures.at(-2))
          .map((cell) => (typeof cell === 'number' ? Math.round(cell * 10) / 10 : cell))
          .join('  '),
      );
      ahead += Math.max(0, nextDay(now()) - now());
      setClock(clock, ahead);
    }
  } finally {
    generator.disconnect();
    await service.stop();
    rmSync(own, { recursive: true });
  }
  return { findings: [daysTable(figures, companies, builds[0] ?? 0), jobsTable(figures)], problems };
}

/** The first moment of the next day in Romania, to the minute. */
function nextDay(now: number): number {
  const day = bucharestDay(now);
  let at = now;
  while (bucharestDay(at) === day) at += 60_000;
  return at;
}

/** Until the service computes nothing, and has asked no source for a moment. */
async function quiet({ pid, folder }: LoadedService, now: () => number): Promise<void> {
  const end = performance.now() + QUIET_MS_MAX;
  for (let times = 0; times < QUIET.times && performance.now() < end; ) {
    const before = cpuSecondsOf(pid);
    await sleep(QUIET.everyMs);
    const isBusy = cpuSecondsOf(pid) - before > QUIET.cpuSeconds;
    times = isBusy || (await askedAt(folder)) > now() - QUIET.sourcesMs ? 0 : times + 1;
  }
}

/** When the service may ask a source again, by its clock: a moment after it has asked. */
async function askedAt(folder: string): Promise<number> {
  const live = openSqlite(join(folder, 'live.db'), { readOnly: true });
  try {
    return Number((await live.one<{ at: number }>('select max(next_at) as at from source_pace'))?.at ?? 0);
  } finally {
    await live.close();
  }
}

async function command(args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(PROGRAM, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (piece) => (text += piece));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text.slice(-500)}`);
}

/** The address of the simulated country, which only the service knows: one of the ports on which its process listens. */
async function countryAt(pid: number): Promise<string> {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[([0-9]+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  const listening = '0A';
  for (const line of readFileSync('/proc/net/tcp', 'latin1').split('\n')) {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    if (state !== listening || !sockets.has(inode)) continue;
    const address = `http://127.0.0.1:${Number.parseInt(local.split(':')[1] ?? '', 16)}`;
    const answer = await fetch(`${address}/_faults`).catch(() => null);
    if (answer?.ok && (await answer.text()).includes('"bilant"')) return address;
  }
  throw new Error('The service has no simulated country.');
}

async function fault(country: string, method: 'POST' | 'DELETE', on: string): Promise<void> {
  const body = method === 'POST' ? { body: JSON.stringify({ kind: 'down' }) } : {};
  const answer = await fetch(`${country}/_faults/${on}`, { method, ...body });
  if (!answer.ok) throw new Error(`The simulated country refused a fault: ${await answer.text()}`);
}

async function seen({ pid, folder, logFile, metrics }: LoadedService) {
  const handles = readdirSync(`/proc/${pid}/fd`).length;
  const disk: Record<string, number> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // SQLite's journals count with their database.
    const name = entry.name.replace(/-(wal|shm)$/, '');
    if (entry.name === 'service.log') continue;
    disk[name] = (disk[name] ?? 0) + sizeOf(join(folder, entry.name));
  }
  const generation = /^firmoteca_info\{.*generation="([^"]*)"/m.exec(await metrics())?.[1] ?? '';
  return { anonymousBytes: memoryOf(pid).anonymousBytes, handles, logBytes: statSync(logFile).size, disk, generation };
}

function sizeOf(path: string): number {
  try {
    const { size, isDirectory } = ((stats) => ({ size: stats.size, isDirectory: stats.isDirectory() }))(statSync(path));
    return isDirectory ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : size;
  } catch {
    // It was removed meanwhile.
    return 0;
  }
}

/** Whether each daily job has done its work of this day, read from what it leaves in the stores. */
async function jobsOf(
  folder: string,
  { first, index, day, now, isDown }: { first: Day; index: number; day: Day; now: number; isDown: boolean },
): Promise<DayFigures['jobs']> {
  const open = (name: string): Database => openSqlite(join(folder, `${name}.db`), { readOnly: true });
  const [live, state, documents] = [open('live'), open('state'), open('documents')];
  const at = (ms: number): string => new Date(ms).toISOString();
  const number = async (db: Database, sql: string, ...params: (string | number)[]): Promise<number> =>
    Number((await db.one<{ n: number }>(sql, params))?.n ?? 0);
  /** Of a source: nothing is expected while it is down. */
  const fromSource = (hasRun: boolean): boolean | null => (isDown ? null : hasRun);
  try {
    // Also those of the days when the source was down.
    const lists = await number(
      live,
      'select count(*) as n from procurement_increment where day >= $1 and day < $2',
      first,
      day,
    );
    const rates = await live.one<{ at: string }>('select fetched_at as at from rate_look');
    const press = await live.one<{ at: string }>('select fetched_at as at from press_look');
    const oldFirms = await number(
      live,
      'select count(*) as n from fiscal_observation where fetched_at < $1',
      at(now - DAY_MS - 2 * HOUR_MS),
    );
    const oldLists = await number(
      documents,
      'select count(*) as n from revocation_list where tried_at < $1',
      now - DAY_MS,
    );
    return {
      'procurement lists': fromSource(lists === LISTS * index),
      rates: fromSource(rates !== null && now - Date.parse(rates.at) < 4 * DAY_MS),
      press: fromSource(press !== null && now - Date.parse(press.at) < 2 * HOUR_MS),
      'all companies': fromSource(oldFirms === 0),
      'revocation lists': fromSource(oldLists === 0),
      'clean-up of sessions':
        (await number(
          state,
          'select count(*) as n from browser_session where expires_at < $1',
          at(now - 2 * HOUR_MS),
        )) === 0,
      'clean-up of lists':
        (await number(state, 'select count(*) as n from bulk_check where expires_at < $1', at(now - 2 * HOUR_MS))) ===
        0,
      backup: readdirSync(join(folder, 'backups')).some(
        (name) =>
          name >
          `firmoteca-demo-${at(now - DAY_MS - HOUR_MS)
            .slice(0, 10)
            .replaceAll('-', '')}`,
      ),
    };
  } finally {
    for (const db of [live, state, documents]) await db.close();
  }
}

const MB = 1e6;
const diskOf = ({ disk }: DayFigures): number => Object.values(disk).reduce((sum, bytes) => sum + bytes, 0);

const rowOf = (figures: DayFigures, before: DayFigures | undefined): Cell[] => [
  figures.day,
  figures.anonymousBytes / MB,
  figures.handles,
  (figures.logBytes - (before?.logBytes ?? 0)) / MB,
  diskOf(figures) / MB,
  (figures.disk.parts ?? 0) / MB,
  (figures.disk['live.db'] ?? 0) / MB,
  (figures.disk['state.db'] ?? 0) / MB,
  (figures.disk.backups ?? 0) / MB,
  (figures.disk.publications ?? 0) / MB,
  figures.generation,
  Object.entries(figures.outcomes)
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join(', '),
  figures.notes.join(', '),
];

function daysTable(figures: readonly DayFigures[], companies: number, warm: number): Findings {
  const after = figures.slice(warm + 1);
  const logs = after.map((each, i) => each.logBytes - (figures[warm + i]?.logBytes ?? 0));
  const verdict = (what: string, samples: readonly number[], share: number, absolute = 0): string => {
    const { level, rise, riseAtLeast } = trendOf(samples);
    const grows = riseAtLeast > 0 && rise > level * share + absolute;
    return `${what}: ${level.toFixed(1)}, rise ${rise.toFixed(1)} (at least ${riseAtLeast.toFixed(1)}): ${grows ? 'GROWS' : 'flat'}.`;
  };
  return {
    name: `soak-${companies}`,
    title: `${figures.length} simulated days, ${companies.toLocaleString('en-GB')} companies`,
    columns: [
      ...['day', 'anonymous MB', 'handles', 'log MB of the day', 'disk MB', 'parts', 'live', 'state', 'backups'],
      ...['publications', 'generation', 'answers, changes', ''],
    ],
    rows: figures.map((each, i) => rowOf(each, figures[i - 1])),
    remarks: [
      `After the first generation was rebuilt, ${after.length} days:`,
      verdict(
        'Anonymous memory, MB',
        after.map(({ anonymousBytes }) => anonymousBytes / MB),
        TOLERANCE.memory,
      ),
      verdict(
        'File handles',
        after.map(({ handles }) => handles),
        0,
        TOLERANCE.handles,
      ),
      verdict(
        'Log of a day, MB',
        logs.map((bytes) => bytes / MB),
        TOLERANCE.log,
      ),
      verdict(
        'Disk, MB',
        after.map((each) => diskOf(each) / MB),
        TOLERANCE.disk,
      ),
      'A rise is one whose 95 % interval lies above 0, and which exceeds 5 % of the level (10 % of the log, 8 handles).',
    ],
  };
}

function jobsTable(figures: readonly DayFigures[]): Findings {
  const names = Object.keys(figures[0]?.jobs ?? {});
  const signs = new Map<boolean | null, string>([
    [true, 'run'],
    [false, 'MISSED'],
    [null, 'source down'],
  ]);
  return {
    name: 'soak-jobs',
    title: 'Daily jobs: expected and run, by what they leave in the stores at the end of the day',
    columns: ['day', ...names],
    rows: figures.map(({ day, jobs }) => [day, ...names.map((name) => signs.get(jobs[name] ?? null) ?? '')]),
    remarks: [],
  };
}

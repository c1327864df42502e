/**
 * A script on a small disk, which fills: while a build runs beside a service, while callers write, before a stop, at a start, and in a backup.
 * Started by `onSmallDisk` with an order; prints the reports.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listens, run } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';
import {
  build,
  copyInstallation,
  environmentOf,
  type Publications,
  type Serving,
  serve,
  servedIn,
  startBuild,
  strayParts,
} from './installation.ts';
import { fillDisk, freeBytes, resizeDisk } from './machine.ts';
import { type Prober, questionsOf, startProber, type Truth, truthOf } from './probes.ts';
import { lostRegistrations, register } from './registrations.ts';
import { type FaultReport, figuresOf, problemsOf } from './report.ts';

export interface DiskOrder {
  publications: Publications;
  /** The small disk, and its size. */
  folder: string;
  bytes: number;
  /** Shares of what an update needs, at which the disk is full. */
  shares: number[];
}

const LOOK_MS = 20;
/** What the service itself writes in a minute: its live store, and logs of databases. */
const OWN_BYTES = 2_000_000;
/** What is free when callers begin to write: enough for some dozens of registrations. */
const LAST_BYTES = 300_000;
/** Refused registrations, after which no more are tried; accepted ones, for a disk that does not fill. */
const REFUSED = 5;
const REGISTERED_MAX = 2_000;
/** Log lines of a service whose disk is full for the time of these steps. */
const LINES_MAX = 20;

const { publications, folder, bytes, shares } = JSON.parse(process.argv[2] ?? '') as DiskOrder;
const data = join(folder, 'data');
const environment = { ...environmentOf(data), TMPDIR: folder };
process.stdout.write(JSON.stringify(await diskFull()));

async function diskFull(): Promise<FaultReport[]> {
  const first = await firstBuild();
  await build(publications.first, environment);
  const needed = await neededBytes();
  const service = await serve(environment);
  const truth = await truthOf(service, await questionsOf(data));
  const prober = startProber(service, truth);
  const reports = [first];
  for (const share of shares) reports.push(await fullWhileBuilding(share, needed, prober));
  reports.push(await fullWhileWriting(service, prober));
  await prober.end();
  reports.push(await fullAtStart(service, truth));
  reports.push(await fullInBackup());
  return reports;
}

/** The operator reads which folder it is about and what helps. */
function unclear(when: string, output: string, about = data): string[] {
  const text = output.trim();
  if (text.includes(about) && /\b[Ff]ree space\b/.test(text) && !/\n\s+at .+:\d+:\d+\)?$/m.test(text)) return [];
  return [`${when}: the message names no folder, or nothing that helps: ${text.slice(-500)}`];
}

async function firstBuild(): Promise<FaultReport> {
  fillDisk(folder, 20_000);
  const { code, output } = await run(['ingest', '--from', publications.first, '--strict', '--json'], environment);
  resizeDisk(folder, bytes);
  const problems = code === 1 ? unclear('first build', output) : [`the first build ended with ${code}: ${output}`];
  return { fault: 'disk full at the first command', figures: `ends with ${code}`, problems };
}

/** Of the update, beyond what is there: built in a copy, which is removed. */
async function neededBytes(): Promise<number> {
  const copy = join(folder, 'copy');
  copyInstallation(data, copy);
  const before = freeBytes(folder);
  let least = before;
  const watch = setInterval(() => {
    least = Math.min(least, freeBytes(folder));
  }, LOOK_MS);
  try {
    await build(publications.both, { ...environment, ...environmentOf(copy) });
  } finally {
    clearInterval(watch);
    rmSync(copy, { recursive: true });
  }
  return before - least;
}

async function fullWhileBuilding(share: number, needed: number, prober: Prober): Promise<FaultReport> {
  const before = { ...(await servedIn(data)), free: freeBytes(folder) };
  fillDisk(folder, Math.round(share * needed));
  const started = startBuild(publications.both, environment);
  const { code } = await started.ended;
  resizeDisk(folder, bytes);
  const problems =
    code === 1 ? unclear('update', started.output()) : [`the update ended with ${code}: ${started.output()}`];
  const after = await servedIn(data, { whole: true });
  problems.push(...after.problems);
  if (after.id !== before.id) problems.push(`${after.id} is served instead of ${before.id}`);
  const stray = strayParts(data);
  if (stray.length > 0) problems.push(`it left ${stray.join(', ')}`);
  const lost = before.free - freeBytes(folder);
  if (lost > OWN_BYTES) problems.push(`${lost} bytes were not freed`);
  const probed = prober.seen();
  problems.push(...problemsOf('beside the build', probed));
  return { fault: `disk full at ${Math.round(share * 100)} % of an update`, figures: figuresOf(probed), problems };
}

async function fullWhileWriting(service: Serving, prober: Prober): Promise<FaultReport> {
  const logged = service.output().length;
  const ids: string[] = [];
  const problems: string[] = [];
  fillDisk(folder, LAST_BYTES);
  for (let refused = 0; refused < REFUSED && ids.length < REGISTERED_MAX; ) {
    const registered = await register(service.origin);
    if ('id' in registered) ids.push(registered.id);
    else {
      refused++;
      // What is freed by a checkpoint is filled again.
      fillDisk(folder);
      if (!registered.isDocumented) problems.push(`a write got ${registered.refusal}`);
    }
  }
  if (ids.length === REGISTERED_MAX) problems.push('the disk did not fill');
  await until('the log reports the full disk', () => service.output().length > logged);
  resizeDisk(folder, bytes);
  let again = 0;
  await until('writes succeed again', async () => {
    const registered = await register(service.origin);
    if ('id' in registered) ids.push(registered.id);
    return 'id' in registered && ++again > 1;
  });
  problems.push(...(await lostRegistrations(data, ids)));
  const output = service.output().slice(logged);
  const lines = output.split('\n').filter((line) => line.includes('"level":50'));
  if (lines.length > LINES_MAX) problems.push(`the log has ${lines.length} lines about it`);
  problems.push(
    ...unclear(
      'the log',
      lines
        .filter((line) => /full|space/.test(line))
        .join('\n')
        .replaceAll(String.raw`\n`, '\n'),
    ),
  );
  const probed = prober.seen();
  problems.push(...problemsOf('reading', probed));
  return {
    fault: 'disk full while callers write',
    figures: `${ids.length} registrations acknowledged and kept, ${lines.length} log lines; ${figuresOf(probed)}`,
    problems,
  };
}

/** A full disk stops no stop. A start serves, or ends with the reason: SQLite needs some kilobytes to open a database. */
async function fullAtStart(service: Serving, truth: Truth): Promise<FaultReport> {
  fillDisk(folder);
  const { code, ms } = await service.stop();
  const problems = code === 0 ? [] : [`the service ended with ${code} on a full disk: ${service.output().slice(-500)}`];
  fillDisk(folder);
  const onFull = await start(service.key).catch((error: Error) => error);
  if (onFull instanceof Error) problems.push(...unclear('the start', onFull.message));
  resizeDisk(folder, bytes);
  const again = onFull instanceof Error ? await start(service.key) : onFull;
  try {
    for (const [path, told] of await truthOf(again, [...truth.keys()]))
      if (truth.get(path) !== told) problems.push(`after the start ${path} is another`);
    await until('writes succeed again', async () => 'id' in (await register(again.origin)));
    const stopped = await again.stop();
    if (stopped.code !== 0) problems.push(`the service ended with ${stopped.code}: ${again.output().slice(-500)}`);
  } finally {
    await again.kill();
  }
  const started = onFull instanceof Error ? 'starts when there is space again' : 'starts';
  return {
    fault: 'disk full at a stop and a start',
    figures: `stops in ${(ms / 1_000).toFixed(1)} s, ${started}`,
    problems,
  };
}

async function start(key: string): Promise<Serving> {
  return { ...(await listens(environment)), key };
}

async function fullInBackup(): Promise<FaultReport> {
  const file = join(folder, 'some.backup');
  fillDisk(folder, 20_000);
  const { code, output } = await run(['backup', file], environment);
  resizeDisk(folder, bytes);
  const problems = code === 1 ? unclear('backup', output, folder) : [`the backup ended with ${code}: ${output}`];
  const left = readdirSync(folder).filter((name) => name.startsWith('some.backup'));
  if (left.length > 0 || existsSync(file)) problems.push(`it left ${left.join(', ')}`);
  return { fault: 'disk full in a backup', figures: `ends with ${code}`, problems };
}

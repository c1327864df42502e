/** CPU and peak memory of a program and the processes it starts, and of others beside it, from /proc. */
import { type SpawnOptions, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const LOOK_MS = 100;
/** Between two lines of progress. */
const TELL_MS = 60_000;
/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

export interface ProcessFigures {
  name: string;
  /** Processes of the name, one after the other or at once. */
  count: number;
  cpuSeconds: number;
  /** Of the largest, with mapped files, and without. */
  peakBytes: number;
  anonymousBytes: number;
}

export interface Ran {
  seconds: number;
  output: string;
  processes: ProcessFigures[];
}

interface RunOptions extends Pick<SpawnOptions, 'env'> {
  name: string;
  /** Process ids of servers that work for it: their CPU from now on, and their memory. */
  beside?: readonly number[];
}

interface Seen {
  name: string;
  cpuSeconds: number;
  /** Before the program ran. */
  cpuBefore: number;
  peakBytes: number;
  anonymousBytes: number;
}

/** Runs a program to its end; its messages go to standard error. Throws when it fails. */
export async function ran(
  program: string,
  args: readonly string[],
  { name, env, beside = [] }: RunOptions,
): Promise<Ran> {
  const seen = new Map<number, Seen>();
  for (const pid of beside) look(pid, null, seen);
  for (const one of seen.values()) one.cpuBefore = one.cpuSeconds;
  const started = performance.now();
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  // It does not outlive a benchmark that is stopped.
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  let toldAt = started;
  const watch = setInterval(() => {
    if (child.pid !== undefined) look(child.pid, name, seen);
    for (const pid of beside) look(pid, null, seen);
    const now = performance.now();
    if (now - toldAt < TELL_MS) return;
    toldAt = now;
    const own = child.pid === undefined ? undefined : seen.get(child.pid);
    const megabytes = Math.round((own?.anonymousBytes ?? 0) / 1e6);
    console.error(`  ${name}: ${Math.round((now - started) / 1_000)} s, at most ${megabytes} MB so far`);
  }, LOOK_MS);
  const output: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise.finally(() => {
    clearInterval(watch);
    process.off('exit', stop);
  });
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output.join('').slice(-500)}`);
  const seconds = (performance.now() - started) / 1_000;
  return { seconds, output: output.join(''), processes: summary([...seen.values()]) };
}

/** `name`: of this process; null takes it from its command, as for its children. */
function look(pid: number, name: string | null, seen: Map<number, Seen>): void {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const bytes = (field: string): number =>
      Number(new RegExp(`^${field}:\\s+([0-9]+) kB`, 'm').exec(status)?.[1] ?? 0) * 1_024;
    // The name of a program may hold blanks and brackets.
    const [, fields = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    const cpuSeconds = (user + system) / TICKS;
    const before = seen.get(pid);
    seen.set(pid, {
      name: before?.name ?? name ?? commandOf(pid),
      cpuSeconds,
      cpuBefore: before?.cpuBefore ?? 0,
      peakBytes: Math.max(before?.peakBytes ?? 0, bytes('VmHWM')),
      anonymousBytes: Math.max(before?.anonymousBytes ?? 0, bytes('RssAnon')),
    });
    // A process is the child of the thread that started it.
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1');
      for (const each of children.split(' ').filter(Boolean)) look(Number(each), null, seen);
    }
  } catch {
    // It ended meanwhile.
  }
}

function commandOf(pid: number): string {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  if (/postgres/.test(command)) return 'PostgreSQL';
  return /node/.test(command) ? 'readers of workbooks' : 'launcher';
}

const summary = (seen: readonly Seen[]): ProcessFigures[] =>
  [...Map.groupBy(seen, ({ name }) => name)].map(([name, all]) => ({
    name,
    count: all.length,
    cpuSeconds: all.reduce((sum, one) => sum + one.cpuSeconds - one.cpuBefore, 0),
    peakBytes: Math.max(...all.map(({ peakBytes }) => peakBytes)),
    anonymousBytes: Math.max(...all.map(({ anonymousBytes }) => anonymousBytes)),
  }));

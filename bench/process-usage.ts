/** Runs a program and measures its time and its peak memory, child processes included. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const MEGABYTE = 1_000_000;
const LOOK_MS = 10;

export interface Watched {
  ms: number;
  /** Null where the system does not report it. */
  peakBytes: number | null;
}

/** Runs the program `runs` times in sequence, and reports the time of one run. */
export async function watched(program: string, args: readonly string[], runs = 1): Promise<Watched> {
  let [sum, peak] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    const { peakBytes } = await ran(program, args, false);
    sum += performance.now() - started;
    peak = Math.max(peak, peakBytes ?? 0);
  }
  return { ms: sum / runs, peakBytes: peak || null };
}

/** Runs a workload in a separate process, which reports its time without the start. */
export async function worked(what: string, paths: readonly string[]): Promise<Watched> {
  const work = new URL('./documents-workload.ts', import.meta.url).pathname;
  const { peakBytes, output } = await ran(process.execPath, [work, what, ...paths], true);
  return { ms: Number(output), peakBytes };
}

interface Ran {
  peakBytes: number | null;
  output: string;
}

function ran(program: string, args: readonly string[], mustSucceed: boolean): Promise<Ran> {
  const { promise, resolve, reject } = Promise.withResolvers<Ran>();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', mustSucceed ? 'inherit' : 'ignore'] });
  const peaks = new Map<number, number>();
  const look = setInterval(() => child.pid && note(child.pid, peaks), LOOK_MS);
  let output = '';
  child.stdout.on('data', (piece) => {
    if (output.length < 1_000) output += piece;
  });
  child.once('error', reject);
  child.once('close', (code) => {
    clearInterval(look);
    if (mustSucceed && code !== 0) return reject(new Error(`${args.join(' ').slice(0, 200)} ended with ${code}.`));
    const most = [...peaks.values()].reduce((sum, bytes) => sum + bytes, 0);
    resolve({ peakBytes: most || null, output });
  });
  return promise;
}

/** Updates the peak memory of a process and its children; of successive children the largest counts. */
function note(pid: number, peaks: Map<number, number>, depth = 0): void {
  try {
    const [, kilobytes] = /VmHWM:\s+([0-9]+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    peaks.set(depth, Math.max(peaks.get(depth) ?? 0, Number(kilobytes ?? 0) * 1_024));
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
    for (const child of children.split(' ').filter(Boolean)) note(Number(child), peaks, depth + 1);
  } catch {
    // The process ended meanwhile, or the system does not report memory.
  }
}

/** Runs test files in a child process and reads their results while they run; a process that hangs is killed with its children. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openHandles, reportFlags } from './open-handles.ts';
import { killTree } from './processes.ts';
import type { ReportLine, Result } from './reporter.ts';

const REPORTER = join(import.meta.dirname, 'reporter.ts');
const ENTRY = join(import.meta.dirname, 'batch-entry.ts');
/** No test takes this long without an event, even on a busy machine: a silent process hangs. */
const SILENCE_MS_MAX = 600_000;
/** Time for a process to exit after all its tests. */
const EXIT_MS_MAX = 120_000;
const POLL_MS = 200;
/** With more processes than cores, helper threads of the garbage collector delay other processes, and a small young generation is collected often. */
const MEMORY_FLAGS = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'];
/** For a process that ended without a failed test: enough lines for a stack trace. */
const TAIL_LINES = 60;

export interface TestResult {
  name: string;
  result: Result;
  error?: string;
}

export interface Outcome {
  file: string;
  seconds: number;
  isGood: boolean;
  tests: TestResult[];
  remarks: string[];
  /** For a file that did not end normally: its process hung or died. */
  trouble: string | null;
}

export interface Listener {
  begun(file: string): void;
  ended(outcome: Outcome): void;
}

const running = new Set<number>();

/** Process groups of the running batches. */
export const runningGroups = (): ReadonlySet<number> => running;

/** Kills everything that is still running. */
export function killRunning(): void {
  for (const pid of running) killTree(pid);
}

/** Runs one process over the files; files without a result, because the process died, run again in single processes to find the cause. */
export async function runBatch(
  files: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
  listener: Listener,
  silenceMsMax = SILENCE_MS_MAX,
): Promise<void> {
  const { left, trouble, isHanging } = await runProcess(files, folder, env, listener, silenceMsMax);
  if (trouble === null) return;
  const fail = (file: string): void =>
    listener.ended({ file, seconds: 0, isGood: false, tests: [], remarks: [], trouble });
  const [suspect = files.at(-1) ?? '', ...others] = left;
  const again = isHanging ? others : left;
  const isKnown = isHanging || files.length === 1 || again.length === 0;
  if (isKnown) fail(suspect);
  if (files.length === 1) return;
  let bad = isKnown ? 1 : 0;
  const counting: Listener = {
    begun: listener.begun,
    ended(outcome) {
      if (!outcome.isGood) bad++;
      listener.ended(outcome);
    },
  };
  for (const file of again) await runBatch([file], folder, env, counting, silenceMsMax);
  // Each file passes alone, so only their combination kills the process.
  if (bad === 0) fail(suspect);
}

/** `left`: files without a result, the running one first. */
async function runProcess(
  files: readonly string[],
  folder: string,
  env: NodeJS.ProcessEnv,
  listener: Listener,
  silenceMsMax: number,
): Promise<{ left: string[]; trouble: string | null; isHanging: boolean }> {
  const name = `${files[0]?.replaceAll('/', '+')}-${files.length}-${++batches}`;
  const [log, report] = [join(folder, `${name}.log`), join(folder, `${name}.ndjson`)];
  const diagnosis = join(folder, `${name}.json`);
  // Its own folder: a test must not see the remains of a killed process of another batch.
  const temporary = join(folder, `tmp${batches}`);
  mkdirSync(temporary);
  // PostgreSQL does not run as root, and its user must be able to enter the folder.
  chmodSync(folder, 0o711);
  chmodSync(temporary, 0o711);
  const output = openSync(log, 'w');
  const child = spawn(
    process.execPath,
    [
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${REPORTER}`,
      `--test-reporter-destination=${report}`,
      ...reportFlags(diagnosis),
      ...MEMORY_FLAGS,
      ENTRY,
      ...files,
    ],
    // A process group of its own: Ctrl-C reaches only the runner, which then ends everything in order.
    { stdio: ['ignore', output, output], env: { ...env, TMPDIR: temporary }, detached: true },
  );
  closeSync(output);
  const pid = child.pid ?? 0;
  running.add(pid);
  const collected = collector(listener);
  const lines = reportReader(report);
  let isHanging = false;
  let open: string[] = [];
  let isOver = false;
  const exit = once(child, 'exit').finally(() => {
    isOver = true;
  });
  for (let heardAt = performance.now(); !isOver; await Promise.race([exit, sleep(POLL_MS)])) {
    const fresh = lines();
    if (fresh.length > 0) heardAt = performance.now();
    for (const line of fresh) collected.take(line);
    const patienceMs = collected.size() === files.length ? Math.min(silenceMsMax, EXIT_MS_MAX) : silenceMsMax;
    if (performance.now() - heardAt < patienceMs) continue;
    isHanging = true;
    open = await openHandles(pid, diagnosis);
    killTree(pid);
    break;
  }
  const [code, signal] = (await exit) as [number | null, string | null];
  // Kills processes that a test left behind in its group.
  killTree(pid);
  running.delete(pid);
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  for (const line of lines()) collected.take(line);
  const left = [...collected.current(), ...files.filter((file) => !collected.has(file))];
  const isExplained = code === 0 || (code === 1 && collected.failures() > 0);
  if (left.length === 0 && isExplained) return { left, trouble: null, isHanging };
  const cause = causeOf(isHanging, left.length > 0, code ?? signal);
  const remarks = collected.rootRemarks();
  return { left, trouble: [cause, ...open, ...remarks, tailOf(log)].join('\n'), isHanging };
}

function causeOf(isHanging: boolean, isWithin: boolean, end: number | string | null): string {
  if (!isHanging) return `Its process ended with ${end}.`;
  if (isWithin) return 'It hung: no event for too long.';
  return 'It hung: all its tests ended, and its process did not: something that one of them opened is still open.';
}

let batches = 0;

/** Assembles the lines of a report into outcomes of files. */
function collector(listener: Listener) {
  const done = new Set<string>();
  let file: string | null = null;
  let tests: TestResult[] = [];
  let remarks: string[] = [];
  let failed = 0;
  return {
    take(line: ReportLine): void {
      if ('begins' in line) {
        file = line.begins;
        listener.begun(file);
      } else if ('remark' in line) remarks.push(line.remark);
      else if ('name' in line) tests.push(line);
      else {
        const isGood = tests.every(({ result }) => result !== 'failed');
        if (!isGood) failed++;
        done.add(line.ended);
        file = null;
        listener.ended({ file: line.ended, seconds: line.ms / 1000, isGood, tests, remarks, trouble: null });
        tests = [];
        remarks = [];
      }
    },
    size: (): number => done.size,
    has: (name: string): boolean => done.has(name) || name === file,
    current: (): string[] => (file === null ? [] : [file]),
    failures: (): number => failed,
    rootRemarks: (): string[] => [
      ...tests.flatMap(({ name, error }) => (error ? [`✖ ${name}\n${error}`] : [])),
      ...remarks,
    ],
  };
}

/** Each call returns the lines added since the last one. */
function reportReader(path: string): () => ReportLine[] {
  let offset = 0;
  let rest = Buffer.alloc(0);
  return () => {
    if (!existsSync(path)) return [];
    const file = openSync(path, 'r');
    const chunks = [rest];
    for (;;) {
      const chunk = Buffer.alloc(65_536);
      const size = readSync(file, chunk, 0, chunk.length, offset);
      if (size === 0) break;
      offset += size;
      chunks.push(chunk.subarray(0, size));
    }
    closeSync(file);
    const all = Buffer.concat(chunks);
    const end = all.lastIndexOf(10) + 1;
    rest = all.subarray(end);
    return all
      .subarray(0, end)
      .toString()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ReportLine);
  };
}

function tailOf(log: string): string {
  const text = readFileSync(log, 'utf8');
  const at = text.indexOf('✖ failing tests:');
  return at < 0 ? text.split('\n').slice(-TAIL_LINES).join('\n') : text.slice(at);
}

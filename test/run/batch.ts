/** Runs test files in a process of their own and reads their results while they run; a process that hangs is killed with its children. */
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
/** No test takes this long without an event, whatever else the machine does: a silent process hangs. */
const SILENCE_MS_MAX = 600_000;
/** A process whose tests have all ended has this long to end itself. */
const EXIT_MS_MAX = 120_000;
const POLL_MS = 200;
/** Where more processes run than there are cores, helpers of the collector hold others up, and a small young generation is collected often. */
const MEMORY_FLAGS = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'];
/** Of a process that ended without naming a failed test: enough to see the end of a stack. */
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
  /** For a file that ended otherwise than by its tests: it hung, or its process died. */
  trouble: string | null;
}

export interface Listener {
  begun(file: string): void;
  ended(outcome: Outcome): void;
}

const running = new Set<number>();

/** Process groups of the batches that run now. */
export const runningGroups = (): ReadonlySet<number> => running;

/** Ends everything that is still running. */
export function killRunning(): void {
  for (const pid of running) killTree(pid);
}

/** Runs one process over the files; those that a dying process left without a result run again, a process each, to find the cause. */
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
  // Alone all of them are good: the process died by what they do together.
  if (bad === 0) fail(suspect);
}

/** `left`: files without a result, the one that was running first. */
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
  // Of its own: what a killed process of another batch leaves behind is not counted by a test of this one.
  const temporary = join(folder, `tmp${batches}`);
  mkdirSync(temporary);
  // PostgreSQL does not run as root: its user reaches what is its own in there.
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
    // A group of its own: Ctrl-C reaches the runner alone, which then ends everything in order.
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
  // What a test left behind in its group ends with it.
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

/** Puts the lines of a report together to outcomes of files. */
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

/** Each call returns the lines that were added to the file since the last one. */
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

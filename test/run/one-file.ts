/** Runs one file of tests in a process of its own, as `node --test` does; one that hangs is killed with all that it started. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Counts, ReportLine } from './reporter.ts';

const REPORTER = join(import.meta.dirname, 'reporter.ts');
/** The longest file takes two minutes on a quiet machine: one that takes this long hangs, and that is a failure. */
const FILE_MS_MAX = 900_000;
/** Of a file that ended without telling which test failed: enough to see the end of a stack. */
const TAIL_LINES = 60;

export interface Outcome {
  file: string;
  seconds: number;
  isGood: boolean;
  counts: Counts;
  remarks: string[];
  /** What its failing tests said; empty when there are none. */
  failures: string;
}

const running = new Set<number>();

/** Ends whatever is still under way. */
export function killRunning(): void {
  for (const group of running) killGroup(group);
}

export async function runFile(
  file: string,
  folder: string,
  env: NodeJS.ProcessEnv,
  limitMs = FILE_MS_MAX,
): Promise<Outcome> {
  const name = file.replaceAll('/', '+');
  const [log, report] = [join(folder, `${name}.log`), join(folder, `${name}.ndjson`)];
  const output = openSync(log, 'w');
  const started = performance.now();
  const reporters = ['--test-reporter=spec', '--test-reporter-destination=stdout'].concat([
    `--test-reporter=${REPORTER}`,
    `--test-reporter-destination=${report}`,
  ]);
  // A group of its own, so that a killed file leaves no child behind.
  const child = spawn(process.execPath, [...reporters, file], {
    stdio: ['ignore', output, output],
    env,
    detached: true,
  });
  closeSync(output);
  const group = child.pid ?? 0;
  running.add(group);
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    killGroup(group);
  }, limitMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(deadline);
  running.delete(group);

  const told = existsSync(report) ? linesOf(readFileSync(report, 'utf8')) : [];
  const counts = told.flatMap((line) => ('counts' in line ? [line.counts] : [])).at(-1);
  const failed = told.flatMap((line) => ('failed' in line ? [line.failed] : []));
  const isGood = code === 0 && counts !== undefined && counts.failed + counts.cancelled === 0;
  return {
    file,
    seconds: (performance.now() - started) / 1000,
    isGood,
    counts: counts ?? { ...NOTHING, tests: 1, failed: 1 },
    remarks: told.flatMap((line) => ('remark' in line ? [line.remark] : [])),
    failures: isGood
      ? ''
      : failuresIn(readFileSync(log, 'utf8'), [
          isLate ? `It hung, and was killed after ${limitMs / 1000} seconds.` : `It ended with ${code}.`,
          ...failed,
        ]),
  };
}

const NOTHING: Counts = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 };

const linesOf = (text: string): ReportLine[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ReportLine);

/** Node lists failing tests at the end, whole; of a process that died before there is what it told until then. */
function failuresIn(log: string, told: readonly string[]): string {
  const at = log.indexOf('✖ failing tests:');
  return at < 0 ? [...told, log.split('\n').slice(-TAIL_LINES).join('\n')].join('\n') : log.slice(at);
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

/** Progress of a run with the expected remaining time: one line that is overwritten on a terminal, a line every half minute in a log. */
import type { Listener } from './batch.ts';
import type { Plan } from './plan.ts';

const TERMINAL_MS = 1_000;
const LOG_MS = 30_000;

export interface RunProgress extends Listener {
  stop(): void;
}

/** `workers`: concurrent processes. */
export function startProgress({ files, expected }: Plan, workers: number): RunProgress {
  const started = performance.now();
  const underWay = new Map<string, number>();
  const open = new Set(files);
  const done = { files: 0, tests: 0, failed: 0, seconds: 0, expected: 0 };
  const isTerminal = process.stdout.isTTY === true;

  /** The remaining seconds, at the pace so far. */
  const left = (): number => {
    const pace = done.expected > 20 ? done.seconds / done.expected : 1;
    let rest = 0;
    for (const file of open) {
      const taken = elapsedOf(underWay.get(file));
      // A file beyond its expected time probably takes some time longer.
      rest += Math.max(expected(file) * pace - taken, taken / 5);
    }
    return rest / workers;
  };
  const line = (): string =>
    [
      `${clock(elapsedOf(started))}, about ${clock(left())} left: ${done.files} of ${files.length} files, ${done.tests} tests, ${done.failed} failed`,
      ...[...underWay].map(([file, since]) => `${file} ${clock(elapsedOf(since))}`),
    ].join(' · ');
  const show = (): void => {
    if (isTerminal) process.stdout.write(`\r\x1b[K${line().slice(0, process.stdout.columns - 1)}`);
    else console.log(line());
  };
  const timer = setInterval(show, isTerminal ? TERMINAL_MS : LOG_MS).unref();

  return {
    begun: (file) => void underWay.set(file, performance.now()),
    ended({ file, seconds, tests, isGood, trouble }) {
      underWay.delete(file);
      open.delete(file);
      done.files++;
      done.tests += tests.length;
      done.failed += tests.filter(({ result }) => result === 'failed').length + (trouble === null ? 0 : 1);
      done.seconds += seconds;
      done.expected += expected(file);
      if (!isGood) console.log(`${isTerminal ? '\r\x1b[K' : ''}FAILED ${file} (${clock(seconds)})`);
    },
    stop() {
      clearInterval(timer);
      if (isTerminal) process.stdout.write('\r\x1b[K');
    },
  };
}

const elapsedOf = (since: number | undefined): number => (since === undefined ? 0 : (performance.now() - since) / 1000);

/** Minutes and seconds. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Where a run is: one line that is written over on a terminal, a line every half minute in a log. */
import type { Outcome } from './one-file.ts';
import type { Plan } from './plan.ts';

const TERMINAL_MS = 1_000;
const LOG_MS = 30_000;

export interface RunProgress {
  begun(file: string): void;
  ended(outcome: Outcome): void;
  stop(): void;
}

/** `lanes`: files at a time. */
export function startProgress({ files, expected }: Plan, lanes: number): RunProgress {
  const started = performance.now();
  const underWay = new Map<string, number>();
  const open = new Set(files);
  const done = { files: 0, tests: 0, failed: 0, seconds: 0, expected: 0 };
  const isTerminal = process.stdout.isTTY === true;

  /** What is left, as slow or fast as what is done. */
  const left = (): number => {
    const pace = done.expected > 20 ? done.seconds / done.expected : 1;
    let rest = 0;
    for (const file of open) {
      const taken = elapsedOf(underWay.get(file));
      // Whatever takes longer than it should takes a while longer yet.
      rest += Math.max(expected(file) * pace - taken, taken / 5);
    }
    return rest / lanes;
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
    ended({ file, seconds, counts, isGood }) {
      underWay.delete(file);
      open.delete(file);
      done.files++;
      done.tests += counts.tests;
      done.failed += counts.failed + counts.cancelled;
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

/** Progress of a long job: one redrawn line on a terminal, a periodic line for each step elsewhere. */

const REDRAW_MS = 120; // fast enough to look alive, slow enough to cost nothing
const LINE_MS = 10_000; // in a log file

export interface Progress {
  /** `total` in the unit that `at` reports; null when unknown. */
  step(label: string, total: number | null): Step;
}

export interface Step {
  /** Rows read, the finished amount of the total, and the current item. Cheap enough for every batch. */
  at(rows: number, done: number, what?: string): void;
  end(outcome: string): void;
}

export interface Screen {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export const silent: Progress = { step: () => ({ at: () => {}, end: () => {} }) };

export function progressOn(screen: Screen, clock: () => number = performance.now.bind(performance)): Progress {
  const redraws = screen.isTTY === true;
  const draw = (line: string, last: boolean) => {
    // A wrapped line could not be overwritten.
    const fitting = line.slice(0, (screen.columns || COLUMNS_DEFAULT) - 3);
    screen.write(redraws ? `\r\x1b[2K  ${fitting}${last ? '\n' : ''}` : `${line}\n`);
  };
  /** The short line of each step under way. */
  const open = new Map<symbol, string>();
  return {
    step(label, total) {
      const key = Symbol(label);
      const started = clock();
      let drawnAt = redraws ? Number.NEGATIVE_INFINITY : started;
      return {
        at(rows, done, what) {
          const now = clock();
          if (now - drawnAt < (redraws ? REDRAW_MS : LINE_MS)) return;
          drawnAt = now;
          const head = what === undefined ? label : `${label} ${what}`;
          open.set(key, `${label} ${total ? percent(done, total) : grouped(rows)}`);
          const isAlone = !redraws || open.size === 1;
          draw(isAlone ? line(head, rows, done, total, (now - started) / 1000) : [...open.values()].join(', '), false);
        },
        end(outcome) {
          open.delete(key);
          draw(`${label.padEnd(LABEL_WIDTH)} ${outcome}`, true);
        },
      };
    },
  };
}

const LABEL_WIDTH = 28;
const COLUMNS_DEFAULT = 80; // of a terminal that reports none, or 0

function line(label: string, rows: number, done: number, total: number | null, seconds: number): string {
  const parts = [label.padEnd(LABEL_WIDTH)];
  if (total) parts.push(percent(done, total).padStart(5));
  parts.push(`${grouped(rows)} rows`);
  if (seconds > 0) parts.push(`${grouped(Math.round(rows / seconds))} rows/s`);
  if (total !== null && done > 0) parts.push(`${clockTime((seconds * Math.max(0, total - done)) / done)} left`);
  return parts.join('  ');
}

const percent = (done: number, total: number): string => `${Math.min(100, Math.floor((done / total) * 100))} %`;

export const grouped = (count: number): string => count.toLocaleString('en-GB');

/** `75` → `1:15`. */
function clockTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

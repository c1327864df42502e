/** How far a long job is: one line redrawn per step on a terminal, a line now and then elsewhere. */

const REDRAW_MS = 120; // fast enough to look alive, slow enough to cost nothing
const LINE_MS = 10_000; // in a log file

export interface Progress {
  /** `total` in the unit that `at` reports; null when nobody knows it. */
  step(label: string, total: number | null): Step;
}

export interface Step {
  /** So many rows read, so much of the total behind us, and what is in hand. Cheap enough to be called for every batch. */
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
  const show = (line: string, last: boolean) => {
    // A line that wraps could not be drawn over.
    const fitting = line.slice(0, (screen.columns || COLUMNS_DEFAULT) - 3);
    screen.write(redraws ? `\r\x1b[2K  ${fitting}${last ? '\n' : ''}` : `${line}\n`);
  };
  return {
    step(label, total) {
      const started = clock();
      let shown = redraws ? Number.NEGATIVE_INFINITY : started;
      return {
        at(rows, done, what) {
          const now = clock();
          if (now - shown < (redraws ? REDRAW_MS : LINE_MS)) return;
          shown = now;
          const head = what === undefined ? label : `${label} ${what}`;
          show(line(head, rows, done, total, (now - started) / 1000), false);
        },
        end: (outcome) => show(`${label.padEnd(LABEL_WIDTH)} ${outcome}`, true),
      };
    },
  };
}

const LABEL_WIDTH = 28;
const COLUMNS_DEFAULT = 80; // of a terminal that does not say, or says 0

function line(label: string, rows: number, done: number, total: number | null, seconds: number): string {
  const parts = [label.padEnd(LABEL_WIDTH)];
  if (total !== null && total > 0)
    parts.push(`${String(Math.min(100, Math.floor((done / total) * 100))).padStart(3)} %`);
  parts.push(`${grouped(rows)} rows`);
  if (seconds > 0) parts.push(`${grouped(Math.round(rows / seconds))} rows/s`);
  if (total !== null && done > 0) parts.push(`${clockTime((seconds * Math.max(0, total - done)) / done)} left`);
  return parts.join('  ');
}

export const grouped = (count: number): string => count.toLocaleString('en-GB');

/** `75` → `1:15`. */
function clockTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** One thread's part of the figures: a few additions for every answer, and a look at itself every few seconds. */
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { BOUNDS, GAUGES, type Gauge, OTHER, placed, type Row } from './memory.ts';

const LOOK_MS = 5_000;
/** The event loop is asked this often; what it waits beyond that is its lag. */
const LAG_STEP_MS = 50;

/** A request that was answered. */
export interface RequestOutcome {
  request: {
    operation?: string | null | undefined;
    tool?: string | null | undefined;
    endedAs?: number | null | undefined;
  };
  status: number;
  ms: number;
  /** The answer began and could not be ended, by a fault of ours. */
  isBroken: boolean;
}

export interface Recorder {
  count(outcome: RequestOutcome): void;
  /** Tells more apart than operations; every thread in the same order. */
  add(names: readonly string[]): void;
  stop(): void;
}

/** `told`: figures that others keep, read when the thread looks at itself. */
export function recorder(
  row: Row,
  operations: readonly string[],
  told: () => Partial<Record<Gauge, number>>,
): Recorder {
  const places = new Map(placed(operations).map((id, index) => [id, cellsOf(row, index)]));
  const first = places.size;
  const other = cellsOf(row, OTHER);
  const lag = monitorEventLoopDelay({ resolution: LAG_STEP_MS });
  lag.enable();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  const set = (gauge: Gauge, value: number): void => {
    row.gauges[GAUGES.indexOf(gauge)] = value;
  };

  const look = (): void => {
    const now = performance.eventLoopUtilization();
    set('utilization', performance.eventLoopUtilization(now, before).utilization);
    before = now;
    set('lagMeanSeconds', beyondStep(lag.mean));
    set('lagMaxSeconds', beyondStep(lag.max));
    lag.reset();
    set('heapBytes', process.memoryUsage().heapUsed);
    for (const [gauge, value] of Object.entries(told())) set(gauge as Gauge, value);
  };
  look();
  const timer = setInterval(look, LOOK_MS).unref();

  return {
    count({ request, status: sent, ms, isBroken }) {
      const status = request.endedAs ?? sent;
      const { classes, times, seconds } = places.get(request.operation ?? request.tool ?? '') ?? other;
      add(classes, status < 300 ? 0 : status < 400 ? 1 : status < 500 ? 2 : 3, 1);
      add(times, bucketOf(ms / 1000), 1);
      add(seconds, 0, ms / 1000);
      if (status === 429) add(row.gauges, GAUGES.indexOf('limited'), 1);
      if (isBroken) add(row.gauges, GAUGES.indexOf('broken'), 1);
    },
    add(names) {
      for (const [index, name] of placed(names, first).entries()) places.set(name, cellsOf(row, first + index));
    },
    stop() {
      clearInterval(timer);
      lag.disable();
    },
  };
}

const cellsOf = (row: Row, operation: number) => ({
  classes: row.classes(operation),
  times: row.times(operation),
  seconds: row.seconds(operation),
});

/** Only this thread writes here: no atomic addition is needed. */
function add(cells: Float64Array, at: number, amount: number): void {
  cells[at] = Number(cells[at]) + amount;
}

function bucketOf(seconds: number): number {
  let bucket = 0;
  while (bucket < BOUNDS.length && seconds > Number(BOUNDS[bucket])) bucket++;
  return bucket;
}

/** Nanoseconds of the histogram, which has NaN before its first value. */
const beyondStep = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - LAG_STEP_MS / 1000) : 0;

/** Records the metrics of one thread: a few additions for every answer, and a sample of the thread every few seconds. */
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { BOUNDS, countedNames, GAUGES, type Gauge, OTHER, type Row } from './memory.ts';

const SAMPLE_MS = 5_000;
/** Resolution of the event-loop monitor; a longer interval is lag. */
const LAG_STEP_MS = 50;

export interface RequestOutcome {
  request: {
    operation?: string | null | undefined;
    tool?: string | null | undefined;
    endedAs?: number | null | undefined;
  };
  status: number;
  ms: number;
  /** The answer began and broke off by an internal error. */
  isBroken: boolean;
}

export type Recorder = ReturnType<typeof recorder>;

/** `readGauges`: values of other modules, read with each sample. */
export function recorder(row: Row, operations: readonly string[], readGauges: () => Partial<Record<Gauge, number>>) {
  const cellsByName = new Map(countedNames(operations).map((id, index) => [id, cellsOf(row, index)]));
  const first = cellsByName.size;
  const other = cellsOf(row, OTHER);
  const lag = monitorEventLoopDelay({ resolution: LAG_STEP_MS });
  lag.enable();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  const set = (gauge: Gauge, value: number): void => {
    row.gauges[GAUGES.indexOf(gauge)] = value;
  };

  const sample = (): void => {
    const now = performance.eventLoopUtilization();
    set('utilization', performance.eventLoopUtilization(now, before).utilization);
    before = now;
    set('lagMeanSeconds', beyondStep(lag.mean));
    set('lagMaxSeconds', beyondStep(lag.max));
    lag.reset();
    set('heapBytes', process.memoryUsage().heapUsed);
    for (const [gauge, value] of Object.entries(readGauges())) set(gauge as Gauge, value);
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS).unref();

  return {
    count({ request, status: sent, ms, isBroken }: RequestOutcome): void {
      const status = request.endedAs ?? sent;
      const { classes, times, seconds } = cellsByName.get(request.operation ?? request.tool ?? '') ?? other;
      add(classes, status < 300 ? 0 : status < 400 ? 1 : status < 500 ? 2 : 3, 1);
      add(times, bucketOf(ms / 1000), 1);
      add(seconds, 0, ms / 1000);
      if (status === 429) add(row.gauges, GAUGES.indexOf('limited'), 1);
      if (isBroken) add(row.gauges, GAUGES.indexOf('broken'), 1);
    },
    countFull: (): void => add(row.gauges, GAUGES.indexOf('full'), 1),
    /** Adds names besides operations; every thread in the same order. */
    add(names: readonly string[]): void {
      for (const [index, name] of countedNames(names, first).entries())
        cellsByName.set(name, cellsOf(row, first + index));
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

/** The figures of all serving threads, in memory that they share: each writes its own row, whoever is asked reads them all. */

/**
 * Operations that can be told apart, four times as many as are promised: 36 KB a thread. The main thread allocates before any
 * thread has read the declarations, so the number is fixed. The row's place for everything else comes after them.
 */
const OPERATIONS_MAX = 256;

export const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** Upper bounds in seconds: from an answer that is kept at hand to one that waits for a source. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** Figures of a thread that are no sums of requests. */
export const GAUGES = [
  'limited',
  'broken',
  'lagMeanSeconds',
  'lagMaxSeconds',
  'utilization',
  'limits',
  'usageFlushes',
  'usageFlushFailures',
  'heapBytes',
] as const;

export type Gauge = (typeof GAUGES)[number];

/** Of each operation: answers by class, answers by time (the last for those over every bound), seconds in all. */
const CELLS = CLASSES.length + BOUNDS.length + 2;
const ROW = (OPERATIONS_MAX + 1) * CELLS + GAUGES.length;

export const allocateMetrics = (threads: number): SharedArrayBuffer =>
  new SharedArrayBuffer(threads * ROW * Float64Array.BYTES_PER_ELEMENT);

/** Where a thread writes its figures, beside those of the others. */
export interface MetricsMemory {
  memory: SharedArrayBuffer;
  /** Counts of payments, which are everybody's. */
  payments: SharedArrayBuffer;
  thread: number;
}

/** One thread's figures. */
export interface Row {
  classes(operation: number): Float64Array;
  times(operation: number): Float64Array;
  seconds(operation: number): Float64Array;
  gauges: Float64Array;
}

/** Place of what is no declared operation (pages, probes), and of operations that there is no place for. */
export const OTHER = OPERATIONS_MAX;

/** Those with a place of their own, in the order of their places, of which `taken` are others'. */
export const placed = (operations: readonly string[], taken = 0): readonly string[] =>
  operations.slice(0, OPERATIONS_MAX - taken);

export function rowsIn(memory: SharedArrayBuffer): Row[] {
  const threads = memory.byteLength / ROW / Float64Array.BYTES_PER_ELEMENT;
  return Array.from({ length: threads }, (_, thread) => {
    const row = new Float64Array(memory, thread * ROW * Float64Array.BYTES_PER_ELEMENT, ROW);
    const part = (operation: number, from: number, length: number): Float64Array =>
      row.subarray(operation * CELLS + from, operation * CELLS + from + length);
    return {
      classes: (operation) => part(operation, 0, CLASSES.length),
      times: (operation) => part(operation, CLASSES.length, BOUNDS.length + 1),
      seconds: (operation) => part(operation, CELLS - 1, 1),
      gauges: row.subarray(ROW - GAUGES.length),
    };
  });
}

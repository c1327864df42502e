/** Metrics of all serving threads in shared memory: each thread writes its own row and can read all rows. */

/**
 * Operations with cells of their own, four times the expected number: 36 KB a thread. The number is fixed, because the main thread allocates
 * before any thread has read the declarations. The cells of `OTHER` follow.
 */
const OPERATIONS_MAX = 256;

export const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

/** Upper bounds in seconds: from a cached answer to one that waits for a source. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** Values of a thread, besides the requests by operation. */
export const GAUGES = [
  'limited',
  'broken',
  'full',
  'lagMeanSeconds',
  'lagMaxSeconds',
  'utilization',
  'limits',
  'usageFlushes',
  'usageFlushFailures',
  'heapBytes',
] as const;

export type Gauge = (typeof GAUGES)[number];

/** Per operation: answers by class, answers by time (the last cell for those above every bound), and total seconds. */
const CELLS = CLASSES.length + BOUNDS.length + 2;
const ROW = (OPERATIONS_MAX + 1) * CELLS + GAUGES.length;

export const allocateMetrics = (threads: number): SharedArrayBuffer =>
  new SharedArrayBuffer(threads * ROW * Float64Array.BYTES_PER_ELEMENT);

export interface MetricsMemory {
  memory: SharedArrayBuffer;
  /** Counts of payments, which all threads share. */
  payments: SharedArrayBuffer;
  thread: number;
}

export interface Row {
  classes(operation: number): Float64Array;
  times(operation: number): Float64Array;
  seconds(operation: number): Float64Array;
  gauges: Float64Array;
}

/** Index of requests without a declared operation (pages, probes), and of operations beyond the maximum. */
export const OTHER = OPERATIONS_MAX;

/** The names that still get cells of their own, if `used` cells have other names. */
export const countedNames = (operations: readonly string[], used = 0): readonly string[] =>
  operations.slice(0, OPERATIONS_MAX - used);

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

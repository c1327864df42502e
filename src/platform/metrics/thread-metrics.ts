/** What the serving threads say of themselves: how they count limits and write usage, and how busy they are. */
import { counter, gauge, type Metric, type Sample } from './exposition.ts';
import { GAUGES, type Gauge, type Row } from './memory.ts';

/** How requests are counted, as a number in memory. */
export const LIMIT_STATES = ['off', 'host', 'shared', 'alone'] as const;

export function threadMetrics(rows: readonly Row[]): Metric[] {
  const values = (name: Gauge): number[] => rows.map(({ gauges }) => Number(gauges[GAUGES.indexOf(name)]));
  const each = (name: Gauge): Sample[] =>
    values(name).map((value, thread) => ({ labels: { thread: String(thread) }, value }));
  const total = (name: Gauge): Sample[] => [{ value: values(name).reduce((all, one) => all + one, 0) }];
  const states = LIMIT_STATES.map((state, number) => ({
    labels: { state },
    value: values('limits').filter((value) => value === number).length,
  }));
  return [
    counter('firmoteca_requests_limited_total', 'Requests that were answered 429.', total('limited')),
    counter('firmoteca_answers_broken_total', 'Answers that began and broke off, by a fault of ours.', total('broken')),
    gauge('firmoteca_limits_threads', 'Serving threads by how they count; alone: Redis does not answer.', states),
    counter('firmoteca_usage_flushes_total', 'Writings of usage to the state store.', total('usageFlushes')),
    counter(
      'firmoteca_usage_flush_failures_total',
      'Those that failed and are tried again.',
      total('usageFlushFailures'),
    ),
    gauge('firmoteca_event_loop_lag_mean_seconds', 'Mean lag in the last 5 seconds.', each('lagMeanSeconds')),
    gauge('firmoteca_event_loop_lag_max_seconds', 'Longest lag in the last 5 seconds.', each('lagMaxSeconds')),
    gauge('firmoteca_event_loop_utilization', 'Part of the last 5 seconds that it was busy.', each('utilization')),
    gauge('firmoteca_heap_bytes', 'JavaScript heap of a serving thread.', each('heapBytes')),
  ];
}

/** All figures of the process, as whoever watches over it wants them. */
import { histogram, type Metric, type Sample } from './exposition.ts';
import { BOUNDS, CLASSES, GAUGES, type Gauge, OTHER, type Row } from './memory.ts';

/** How requests are counted, as a number in memory. */
export const LIMIT_STATES = ['off', 'host', 'shared', 'alone'] as const;

export interface UpstreamFigures {
  source: string;
  breaker: string;
  latencyMs: number | null;
}

export interface Figures {
  rows: readonly Row[];
  operations: readonly string[];
  /** Null when the live store cannot be read at the moment. */
  upstreams: readonly UpstreamFigures[] | null;
  /** Callers that were counted in the last minute. */
  callers: number;
  version: string;
  generation: string | null;
}

export function metricsOf({ rows, operations, upstreams, callers, version, generation }: Figures): Metric[] {
  const places = [
    ...operations.map((operation, place) => ({ operation, place })),
    { operation: 'other', place: OTHER },
  ];
  const sum = (cells: (row: Row) => Float64Array): Float64Array => {
    const [first = new Float64Array(), ...others] = rows.map(cells);
    return first.map((value, i) => others.reduce((total, row) => total + Number(row[i]), value));
  };
  const asked = places.flatMap(({ operation, place }) => {
    const times = sum((row) => row.times(place));
    const seconds = Number(sum((row) => row.seconds(place))[0]);
    return times.some((count) => count > 0) ? [{ operation, place, times, seconds }] : [];
  });
  const gauge = (name: Gauge): number[] => rows.map(({ gauges }) => Number(gauges[GAUGES.indexOf(name)]));
  const byThread = (name: Gauge): Sample[] =>
    gauge(name).map((value, thread) => ({ labels: { thread: String(thread) }, value }));
  const total = (name: Gauge): Sample[] => [{ value: gauge(name).reduce((all, each) => all + each, 0) }];

  return [
    counter(
      'firmoteca_requests_total',
      'Requests that were answered, by operation and class of status.',
      asked.flatMap(({ operation, place }) =>
        [...sum((row) => row.classes(place))].flatMap((value, i) =>
          value > 0 ? [{ labels: { operation, class: CLASSES[i] ?? '' }, value }] : [],
        ),
      ),
    ),
    {
      name: 'firmoteca_request_seconds',
      help: 'Time from a request to its answer.',
      type: 'histogram',
      samples: asked.flatMap(({ operation, times, seconds }) => histogram({ operation }, BOUNDS, times, seconds)),
    },
    counter('firmoteca_requests_limited_total', 'Requests that were answered 429.', total('limited')),
    gaugeOf(
      'firmoteca_limits_threads',
      'Serving threads by how they count limits; alone: Redis does not answer.',
      LIMIT_STATES.map((state, i) => ({
        labels: { state },
        value: gauge('limits').filter((value) => value === i).length,
      })),
    ),
    gaugeOf('firmoteca_limits_callers', 'Callers that this host counted in the last minute.', [{ value: callers }]),
    gaugeOf(
      'firmoteca_upstream_breaker',
      'State of the breaker of each live source: 1 for the state it is in.',
      (upstreams ?? []).flatMap(({ source, breaker }) =>
        ['closed', 'open', 'halfOpen'].map((state) => ({
          labels: { source, state },
          value: state === breaker ? 1 : 0,
        })),
      ),
    ),
    gaugeOf(
      'firmoteca_upstream_latency_seconds',
      'How long the last answer of each live source took.',
      (upstreams ?? []).flatMap(({ source, latencyMs }) =>
        latencyMs === null ? [] : [{ labels: { source }, value: latencyMs / 1000 }],
      ),
    ),
    counter('firmoteca_usage_flushes_total', 'Writings of usage to the state store.', total('usageFlushes')),
    counter(
      'firmoteca_usage_flush_failures_total',
      'Writings of usage that failed and are tried again.',
      total('usageFlushFailures'),
    ),
    gaugeOf(
      'firmoteca_event_loop_lag_mean_seconds',
      'Mean lag of a serving thread’s event loop, last 5 seconds.',
      byThread('lagMeanSeconds'),
    ),
    gaugeOf(
      'firmoteca_event_loop_lag_max_seconds',
      'Longest lag of a serving thread’s event loop, last 5 seconds.',
      byThread('lagMaxSeconds'),
    ),
    gaugeOf(
      'firmoteca_event_loop_utilization',
      'Part of the last 5 seconds that a serving thread was busy.',
      byThread('utilization'),
    ),
    gaugeOf('firmoteca_heap_bytes', 'JavaScript heap of a serving thread.', byThread('heapBytes')),
    ...processMetrics(),
    gaugeOf('firmoteca_info', 'Version of the software and generation of the dataset.', [
      { labels: { version, generation: generation ?? '' }, value: 1 },
    ]),
  ];
}

function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage();
  return [
    counter('process_cpu_seconds_total', 'CPU time of the whole process.', [{ value: (user + system) / 1e6 }]),
    gaugeOf('process_resident_memory_bytes', 'Memory of the whole process.', [{ value: process.memoryUsage.rss() }]),
    gaugeOf('process_start_time_seconds', 'When the process started, Unix time.', [
      { value: Math.round(Date.now() / 1000 - process.uptime()) },
    ]),
  ];
}

const counter = (name: string, help: string, samples: Sample[]): Metric => ({ name, help, type: 'counter', samples });
const gaugeOf = (name: string, help: string, samples: Sample[]): Metric => ({ name, help, type: 'gauge', samples });

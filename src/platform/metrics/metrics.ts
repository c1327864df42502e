/** All metrics of the process: requests by operation, serving threads, and the metrics of other modules. */
import { counter, gauge, histogram, type Metric, type Sample } from './exposition.ts';
import { BOUNDS, CLASSES, countedNames, GAUGES, type Gauge, OTHER, type Row } from './memory.ts';

export interface UpstreamFigures {
  source: string;
  breaker: string;
  latencyMs: number | null;
}

export interface Figures {
  rows: readonly Row[];
  operations: readonly string[];
  /** Null while the live store cannot be read. */
  upstreams: readonly UpstreamFigures[] | null;
  samples: readonly Metric[];
  /** Empty where nothing is sold. */
  payments: readonly Metric[];
  documents: readonly Metric[];
  mail: readonly Metric[];
  leader: readonly Metric[];
  /** Empty where no plans are sold. */
  billing: readonly Metric[];
  /** Empty without a standby. */
  standby: readonly Metric[];
  /** Callers that were counted in the last minute. */
  callers: number;
  version: string;
  generation: string | null;
}

export const metricsOf = ({
  rows,
  operations,
  upstreams,
  samples,
  payments,
  documents,
  mail,
  leader,
  billing,
  standby,
  callers,
  version,
  generation,
}: Figures): Metric[] => [
  ...requestMetrics(rows, operations),
  ...threadMetrics(rows),
  gauge('firmoteca_limits_callers', 'Callers that this host counted in the last minute.', [{ value: callers }]),
  ...upstreamMetrics(upstreams ?? []),
  ...samples,
  ...payments,
  ...documents,
  ...mail,
  ...leader,
  ...billing,
  ...standby,
  ...processMetrics(),
  gauge('firmoteca_info', 'Version of the software and generation of the dataset.', [
    { labels: { version, generation: generation ?? '' }, value: 1 },
  ]),
];

const BREAKER_STATES = ['closed', 'open', 'halfOpen'];

function upstreamMetrics(upstreams: readonly UpstreamFigures[]): Metric[] {
  const states = upstreams.flatMap(({ source, breaker }) =>
    BREAKER_STATES.map((state) => ({ labels: { source, state }, value: state === breaker ? 1 : 0 })),
  );
  const latencies = upstreams.flatMap(({ source, latencyMs }) =>
    latencyMs === null ? [] : [{ labels: { source }, value: latencyMs / 1000 }],
  );
  return [
    gauge('firmoteca_upstream_breaker', 'Breaker of each live source: 1 for the state it is in.', states),
    gauge('firmoteca_upstream_latency_seconds', 'How long the last answer of each live source took.', latencies),
  ];
}

function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage();
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  return [
    counter('process_cpu_seconds_total', 'CPU time of the whole process.', [{ value: (user + system) / 1e6 }]),
    gauge('process_resident_memory_bytes', 'Memory of the whole process.', [{ value: process.memoryUsage.rss() }]),
    gauge('process_start_time_seconds', 'When the process started, Unix time.', [{ value: startedAt }]),
  ];
}

function requestMetrics(rows: readonly Row[], operations: readonly string[]): Metric[] {
  const used = [...countedNames(operations).entries(), [OTHER, 'other'] as const].flatMap(([index, operation]) => {
    const times = sum(rows.map((row) => row.times(index)));
    return times.some((count) => count > 0) ? [{ operation, index, times }] : [];
  });
  const classes = used.flatMap(({ operation, index }) => {
    const counts = sum(rows.map((row) => row.classes(index)));
    return CLASSES.map((name, i) => ({ labels: { operation, class: name }, value: Number(counts[i]) }));
  });
  const times = used.flatMap(({ operation, index, times: counts }) => {
    const [seconds = 0] = sum(rows.map((row) => row.seconds(index)));
    return histogram({ operation }, BOUNDS, counts, seconds);
  });
  return [
    counter(
      'firmoteca_requests_total',
      'Requests that were answered, by operation and class of status.',
      classes.filter(({ value }) => value > 0),
    ),
    {
      name: 'firmoteca_request_seconds',
      help: 'Time from a request to its answer.',
      type: 'histogram',
      samples: times,
    },
  ];
}

/** Cell by cell over all threads. */
const sum = ([first = new Float64Array(), ...others]: Float64Array[]): Float64Array =>
  first.map((value, i) => others.reduce((total, row) => total + Number(row[i]), value));

/** States of the limits; the memory contains the index. */
export const LIMIT_STATES = ['off', 'host', 'shared', 'alone'] as const;

function threadMetrics(rows: readonly Row[]): Metric[] {
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
    counter(
      'firmoteca_limits_full_total',
      'Callers refused because all together have what a thread holds: bodies, running requests.',
      total('full'),
    ),
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

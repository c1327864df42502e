/** All figures of the process, as whoever watches over it wants them. */
import { counter, gauge, type Metric } from './exposition.ts';
import type { Row } from './memory.ts';
import { requestMetrics } from './request-metrics.ts';
import { threadMetrics } from './thread-metrics.ts';

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
  /** Empty where nothing is sold. */
  payments: readonly Metric[];
  documents: readonly Metric[];
  mail: readonly Metric[];
  duties: readonly Metric[];
  /** Empty where no plans are sold. */
  billing: readonly Metric[];
  /** Empty where there is none. */
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
  payments,
  documents,
  mail,
  duties,
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
  ...payments,
  ...documents,
  ...mail,
  ...duties,
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

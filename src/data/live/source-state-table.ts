/** The state of each live source, as the last process that contacted it saw it: for /api/health and the operator. */
import type { Database, Statement } from '#data/store/database.ts';
import type { BreakerState } from './breaker.ts';
import { instant } from './clock.ts';
import type { SourceReport } from './upstream-queue.ts';

interface SourceState {
  source: string;
  breaker: BreakerState;
  lastSuccess: string | null;
  lastFailure: string | null;
  /** The last failure: `timeout`, `rejected` … */
  failureReason: string | null;
  latencyMs: number | null;
}

export async function sourceStates(db: Database): Promise<SourceState[]> {
  const states = await db.all<SourceState>(`select source, breaker, last_success as "lastSuccess",
    last_failure as "lastFailure", failure_reason as "failureReason", latency_ms as "latencyMs"
    from source_state order by source`);
  const blocks = await db.all<{ source: string; seenAt: number }>(
    'select source, seen_at as "seenAt" from source_hold order by source',
  );
  return [...states, ...blocks.map(blocked)];
}

/** No request is sent until a probe is answered normally. */
const blocked = ({ source, seenAt }: { source: string; seenAt: number }): SourceState => ({
  source,
  breaker: 'open',
  lastSuccess: null,
  lastFailure: instant(seenAt),
  failureReason: 'blocked',
  latencyMs: null,
});

/** Columns that the report lacks (the last failure after a success, and the reverse) stay. */
export const noteSourceState = (source: string, report: SourceReport): Statement => ({
  sql: `insert into source_state (source, breaker, last_success, last_failure, failure_reason, latency_ms) values ($1, $2, $3, $4, $5, $6)
    on conflict (source) do update set breaker = excluded.breaker, latency_ms = excluded.latency_ms,
      last_success = coalesce(excluded.last_success, source_state.last_success),
      last_failure = coalesce(excluded.last_failure, source_state.last_failure),
      failure_reason = coalesce(excluded.failure_reason, source_state.failure_reason)`,
  params: [
    source,
    report.breaker,
    report.trouble ? null : report.at,
    report.trouble ? report.at : null,
    report.trouble,
    report.latencyMs,
  ],
});

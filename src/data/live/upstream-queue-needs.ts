/** What a lane is told of its source, and what it needs of the installation. */
import type { Statement } from '#data/store/database.ts';
import type { BreakerState } from './breaker.ts';
import type { Clock } from './clock.ts';
import type { Leases } from './leases-table.ts';
import type { Pace } from './pace.ts';
import type { Observation } from './refreshed.ts';
import type { QueueLimits } from './request-queue.ts';

/** What the source said, in its own words; left out where nobody needs them later. */
interface AsGiven {
  raw?: string;
}

/** What the source said, in our terms. Units it left out count as not answered. */
export interface SourceReply<Rec> {
  /** By key. */
  answers: Map<string, ({ outcome: 'found'; record: Rec } | { outcome: 'notFound' }) & AsGiven>;
  /** Null when the source behaved; `retryAfterMs` when it asked to be left alone. */
  trouble: { reason: string; retryAfterMs: number | null } | null;
}

export interface UpstreamSource<Unit, Rec> {
  key(unit: Unit): string;
  unitsPerRequest: number;
  /** Records that callers may wait for; who wants more is told at once that there are too many. */
  waiting: QueueLimits;
  fetch(units: readonly Unit[], signal: AbortSignal): Promise<SourceReply<Rec>>;
  /** What is stored of these units, by key. */
  stored(units: readonly Unit[]): Promise<Map<string, Observation<Rec>>>;
  /** `asked`: a caller asked for it, not the background. */
  store(unit: Unit, observation: Observation<Rec>, asked: boolean): Statement | Statement[];
  /** After the observations are stored and before their callers are told. */
  onObserved(units: readonly Unit[]): Promise<void>;
}

export interface UpstreamQueueOptions {
  clock: Clock;
  pace: Pace;
  leases: Leases;
  write(statements: readonly Statement[]): Promise<unknown>;
  /** Notes what the source did, for /api/health. */
  state(report: SourceReport): Statement;
  onError(error: unknown): void;
}

export interface SourceReport {
  at: string;
  /** Null when it answered as it should. */
  trouble: string | null;
  latencyMs: number;
  breaker: BreakerState;
}

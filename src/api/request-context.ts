/** The request context: the caller, the remaining allowance, and the operations that may be executed. */
import type { Dataset } from '#data/store/dataset.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { Awaitable } from '#lib/values/awaitable.ts';
import type { Allowance } from './allowance.ts';
import type { ApiError } from './api-error.ts';
import type { Caller } from './caller.ts';
import type { Call, Operation } from './endpoint.ts';
import type { RawInput } from './input.ts';
import type { Meta, OperationResult } from './operation-result.ts';
import type { Payments } from './payments.ts';
import type { TableFormat } from './tables/format.ts';

/** The request, page view or tool call of a context. */
export interface IncomingRequest {
  readonly id: string;
  /** The instant of arrival, ms. */
  readonly now: number;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  /** The language of the answer. Default: English. */
  readonly language?: Language;
}

export interface RequestContext {
  readonly caller: Caller;
  /** The remaining allowance; null where requests are not counted. */
  readonly allowance: Allowance | null;
  /** Why the caller was refused: every operation of this context throws it. Null for an admitted caller. */
  readonly refusal: ApiError | null;
  /** Executes with raw input, which is read after the access check and before the handler. */
  execute(operation: Operation, read: () => Awaitable<RawInput>, options?: ExecuteOptions): Awaitable<OperationResult>;
  /** Executes with typed input and returns values; see client.ts. */
  executeValues(operation: Operation, values: Record<string, unknown>): Promise<ValueResult>;
}

export interface ExecuteOptions {
  /** Query the source again; effective for Pro callers only. */
  fresh?: boolean;
  /** The requested address, as payment offers name it. */
  resource?: string;
  /** The requested address as citations name it: a path without a known public URL. */
  address?: string;
  /** HEAD: the answer has no body, and nothing is sold. */
  bodiless?: boolean;
  /** The table format of a list; null for JSON. */
  table?: TableFormat | null;
}

export interface ValueResult {
  data: unknown;
  meta: Meta;
}

/** One executed operation, for usage records. */
export interface OperationOutcome {
  operation: string;
  caller: Caller;
  /** The instant of the request, ms. */
  now: number;
  /** The HTTP status. */
  status: number;
}

/** Ports of the pipeline for executing operations. */
export interface OperationContext {
  /** Null where operations are not sold. */
  payments: Payments | null;
  /** The newest generation; null before the first one. */
  dataset(): Dataset | null;
  /**
   * Turns an internal error with a known reason into an ApiError and returns all others unchanged. The dataset is null before
   * the first generation.
   */
  explain?(error: unknown, dataset: Dataset | null): unknown;
  /** Redacts the data of an answer; without it data is not redacted. */
  redact?(data: unknown): unknown;
  /** Extends the retention of a generation, for answers that take longer than it. */
  extendRetention?(dataset: Dataset): Promise<Dataset>;
  /** Called after every operation. */
  record?(outcome: OperationOutcome): void;
}

/** A context may cover a thousand companies one after the other: only the last values are cached. */
const NAMES_MAX = 4;

/**
 * Caches a value that several operations of one request context need: a company page executes nine of them. All of them share
 * caller, instant, language and generation. A call for fresh data bypasses the cache. Cached values must not be changed.
 */
export function requestMemo<Ports, Value>(
  read: (name: string, call: Call, ports: Ports) => Promise<Value>,
): (name: string, call: Call, ports: Ports) => Promise<Value> {
  const contexts = new WeakMap<object, Map<string, Promise<Value>>>();
  return (name, call, ports) => {
    if (call.wantsFresh || call.context === undefined) return read(name, call, ports);
    const values = contexts.getOrInsertComputed(call.context, () => new Map<string, Promise<Value>>());
    const cached = values.get(name);
    if (cached) return cached;
    const fresh = read(name, call, ports);
    for (const oldest of values.keys()) {
      if (values.size < NAMES_MAX) break;
      values.delete(oldest);
    }
    values.set(name, fresh);
    return fresh;
  };
}

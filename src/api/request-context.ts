/** What a visit is to the doors: who came, what they may still ask, and the operations that they may have performed. */

import type { Dataset } from '#data/store/dataset.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import type { Allowance } from './allowance.ts';
import type { ApiError } from './api-error.ts';
import type { Caller } from './caller.ts';
import type { Operation } from './endpoint.ts';
import type { RawInput } from './input.ts';
import type { Meta, OperationResult } from './operation-result.ts';
import type { Payments } from './sale.ts';
import type { TableFormat } from './tables/format.ts';

/** The request, page view or tool call behind a visit. */
export interface IncomingRequest {
  readonly id: string;
  /** Instant it came in, ms. */
  readonly now: number;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  /** In which the caller is answered; left out: English. */
  readonly language?: Language;
}

export interface RequestContext {
  readonly caller: Caller;
  /** What the caller may still ask; null where nobody counts. */
  readonly allowance: Allowance | null;
  /** Why nothing will be performed: every operation of this visit throws it. Null for whoever is let in. */
  readonly refusal: ApiError | null;
  /** With input as text, which is read only when its turn comes: after the caller's rights, before the handler. */
  execute(
    operation: Operation,
    read: () => RawInput | Promise<RawInput>,
    wishes?: ExecuteOptions,
  ): Promise<OperationResult>;
  /** With input and answer as values; the client knows their types. */
  executeValues(operation: Operation, values: Record<string, unknown>): Promise<ValueResult>;
}

export interface ExecuteOptions {
  /** The source is asked again; a wish of Pro callers only. */
  fresh?: boolean;
  /** The address that is asked for, as an offer names it. */
  resource?: string;
  /** The same as a citation names it: a path, where nobody said how callers reach the service. */
  address?: string;
  /** Only the head of the answer is wanted: then nothing is sold. */
  bodiless?: boolean;
  /** A list as a table for spreadsheets; null, or left out: as JSON. */
  table?: TableFormat | null;
}

export interface ValueResult {
  data: unknown;
  meta: Meta;
}

/** One operation that was asked for in a visit. */
export interface OperationOutcome {
  operation: string;
  caller: Caller;
  /** When the visit began, ms. */
  now: number;
  /** As HTTP would say it. */
  status: number;
}

export interface ContextNeeds {
  /** Null: nothing can be bought. */
  payments: Payments | null;
  /** The newest generation; null before the first. */
  dataset(): Dataset | null;
  /** Makes the problem that callers are told of an error of ours that has a reason; gives back all others. Null before the first generation. */
  explain?(error: unknown, dataset: Dataset | null): unknown;
  /** What may be shown of an answer's data, as of now; left out: all of it. */
  redact?(data: unknown): unknown;
  /** The same generation, kept readable for another while: for answers that take longer than a generation is kept. */
  keepReadable?(dataset: Dataset): Promise<Dataset>;
  /** ValueResult of every operation that was asked for, when it is over. */
  record?(performance: OperationOutcome): void;
}

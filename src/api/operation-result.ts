/** What an operation answered, as doors take it. */
import type { AnswerMeta, Provenance, SourceName } from './endpoint.ts';
import type { AnswerFile } from './file.ts';
import type { TableResult } from './tables/answer-table.ts';

export interface OperationResult {
  /** JSON of `data`. */
  data: string | Uint8Array;
  /** Instead of it, where it is too long to be in memory at once. */
  chunks?(): Iterable<Uint8Array>;
  /** Instead of both, where the answer is a file. */
  file?: AnswerFile;
  /** Instead of all, where a list is asked for as a table. */
  table?: TableResult;
  etag: string;
  meta: Meta;
  /** When it was made, ms; left out of what was made just now. */
  renderedAt?: number;
  /** What proves the payment that bought this. */
  receipt?: PaymentReceipt;
  /** Stands where somebody waits to hear it: the door says whether the whole answer left. */
  onSent?(wasSent: boolean): void;
}

export interface Meta extends Record<string, unknown> {
  requestId: string;
  source: SourceName;
  sources: Provenance[];
  /** One line to paste. */
  cite: string;
  dataset: 'demo' | 'romania';
  generation: string;
  cached: boolean;
  cachedAt: string | null;
  freshUntil: string | null;
  stale: boolean;
  pending?: string[];
  notLoaded?: string[];
  redacted?: string[];
  preview?: true;
  ignored?: string[];
  warnings?: string[];
  page?: NonNullable<AnswerMeta['page']>;
}

/** In the protocol's version of the payment that it answers. */
export interface PaymentReceipt {
  version: 1 | 2;
  body: object;
}

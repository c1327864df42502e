/** What the slices are opened with: stores, sources, secrets, and what the installation shows of itself. */

import type { Cursors } from '#api/cursor.ts';
import type { LivePort } from '#data/live/ports.ts';
import type { Store } from '#data/store/open.ts';
import type { StandbyStateReader } from '#data/store/standby/standby-state.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import type { ReceiptKeys } from '#domain/receipts/receipt-keys.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import type { LimitsState } from '#platform/limits/open.ts';
import type { Config } from '#server/config/config.ts';
import type { Analyses } from './analyses.ts';
import type { Examples } from './examples.ts';
import type { SourcePages } from './source-pages.ts';

export interface DomainNeeds {
  config: Pick<Config, 'country' | 'today' | 'dataFolder' | 'publicUrl'>;
  store: Store;
  /** Where files of documents lie. */
  blobs: Blobs;
  live: LivePort;
  /** Heavy questions, counted beside the serving threads. */
  analyses: Analyses;
  /** What is known of the limits: counted by all hosts, by this one alone, or not at all. */
  limits(): 'off' | LimitsState;
  /** Of the standby that the dataset is read from; null where there is none. */
  standby: StandbyStateReader | null;
  /** Counts how often companies were rendered, by all serving threads; left out by whoever serves alone. */
  renderings?: SharedArrayBuffer | undefined;
  hidden(): HiddenPersons;
  /** Counts reads of persons. */
  countRead(operation: string, now: number): void;
  cursors: Cursors;
  /** What answers name as the addresses of sources that are asked while it runs. */
  pages: SourcePages;
  /** Signs receipts of what sources answered, and knows who signed those of old. */
  receiptKeys: ReceiptKeys;
  examples: Examples;
  report(error: unknown): void;
}

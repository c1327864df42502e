/** A list as a file for spreadsheets: what a door needs to know of it. */
import type { Page } from '#api/endpoint.ts';
import type { TableFormat } from './format.ts';

export interface TableResult {
  format: TableFormat;
  /** What a reader would save it as, with the day. */
  name: string;
  /** Rows of the whole list; null where nobody counted. */
  total: number | null;
  totalRelation: Page['totalRelation'];
  /** Path and query of what follows; null at the end of the list. */
  next: string | null;
  /** The content, made as fast as it is taken. */
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** What a table is made from: who asked for what, the pages, and what was said beside them. */
import type { Operation, Page } from '#api/endpoint.ts';
import type { Columns } from '#api/fields.ts';
import type { Meta } from '#api/operation-result.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import type { TableFormat } from './format.ts';

export interface TableInput {
  operation: Operation;
  format: TableFormat;
  language: Language;
  /** When it was asked for, ms. */
  now: number;
  /** The address that was asked for. */
  resource: string;
  meta: Meta;
  /** Columns that were asked for, by which its rows are flat already; null: all that their shape has. */
  chosen: Columns | null;
  total: number | null;
  totalRelation: Page['totalRelation'];
  next: string | null;
  pages(signal: AbortSignal): AsyncIterable<readonly unknown[]>;
}

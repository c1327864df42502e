/** The result of fetching a record from a source. The sources' own statuses, pages and texts end here. */
import type { BalanceRecord, FiscalRecord } from '#data/sources/anaf/records.ts';

export type RefreshResult<Rec> =
  | { outcome: 'found'; record: Rec; fetchedAt: string }
  /** The source reports that there is none. */
  | { outcome: 'notFound'; fetchedAt: string }
  /** No new answer, and stored records are unchanged. */
  | { outcome: 'unavailable'; reason: Unavailable }
  /** The timeout has passed, the refresh goes on. */
  | { outcome: 'pending' };

/** A source's answer about a record; with the original text where a receipt may need it. */
export type Observation<Rec> = Extract<RefreshResult<Rec>, { fetchedAt: string }> & { raw?: string };

export type Unavailable =
  /** The source gave no usable answer. */
  | 'sourceFailed'
  /** The source failed too often, or requested a long pause, and gets no requests now. */
  | 'sourceDown'
  /** More look-ups are waiting than the source's pace can serve in useful time. */
  | 'overloaded'
  /** The own store refused to read or write. */
  | 'storeFailed'
  | 'stopping';

export type RefreshedCompany = RefreshResult<FiscalRecord>;
export type RefreshedBalance = RefreshResult<BalanceRecord>;

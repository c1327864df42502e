/** What became of a record we asked a source for. The sources' own statuses, pages and texts end here. */
import type { BalanceRecord, FiscalRecord } from '#data/sources/anaf/records.ts';

export type RefreshResult<Rec> =
  | { outcome: 'found'; record: Rec; fetchedAt: string }
  /** The source says that there is none. */
  | { outcome: 'notFound'; fetchedAt: string }
  /** Nothing new is known, and nothing stored was touched. */
  | { outcome: 'unavailable'; reason: Unavailable }
  /** The wait is over, the refresh goes on. */
  | { outcome: 'pending' };

/** What a source said of a record: worth keeping, in its own words too where it is to be proved later. */
export type Observation<Rec> = Extract<RefreshResult<Rec>, { fetchedAt: string }> & { raw?: string };

export type Unavailable =
  /** The source was asked and gave no usable answer. */
  | 'sourceFailed'
  /** The source failed too often of late, or asked for a long rest, and is being left alone. */
  | 'sourceDown'
  /** More look-ups are waiting than the source's pace can serve in useful time. */
  | 'overloaded'
  /** Our own store refused to read or write. */
  | 'storeFailed'
  | 'stopping';

export type RefreshedCompany = RefreshResult<FiscalRecord>;
export type RefreshedBalance = RefreshResult<BalanceRecord>;

/** The three lists of deals, and a range of days. */

export type Table = 'contract' | 'purchase' | 'award';

export interface DayRange {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

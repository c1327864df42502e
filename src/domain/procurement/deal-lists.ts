/** The three lists of deals, and the days that one is asked for. */

export type Table = 'contract' | 'purchase' | 'award';

export interface DayRange {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

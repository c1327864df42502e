/** What the tax authority is asked for: a fiscal code as it stands now, or as it stood on a day. */
import type { Day } from '#lib/values/date.ts';

export interface FiscalUnit {
  cui: string;
  /** Null: on the day on which it is asked. */
  day: Day | null;
}

/** Questions about today keep the plain code, which leases and older releases know them by. */
export const fiscalKey = ({ cui, day }: FiscalUnit): string => (day === null ? cui : `${cui}/${day}`);

/** What an account used in some days: its sum, which is exact, and as many lines as one answer holds. */
import type { Database } from '#data/store/database.ts';
import { type Days, type UsageFigures, type UsageLine, usageOf, usageTotal } from './usage-table.ts';

/** Ten keys that use sixty operations on every day of a month; only who makes new keys all the time has more. */
export const LINES_MAX = 20_000;

export interface Usage extends Days {
  account: string;
  total: UsageFigures;
  /** Lines there are; those beyond `lines` are the oldest days'. */
  linesTotal: number;
  lines: UsageLine[];
}

export async function accountUsage(
  state: Database,
  account: string,
  days: Days,
  limit: number = LINES_MAX,
): Promise<Usage> {
  const [{ lines: linesTotal, ...total }, lines] = await Promise.all([
    usageTotal(state, account, days),
    usageOf(state, account, days, limit),
  ]);
  return { account, ...days, total, linesTotal: Math.max(linesTotal, lines.length), lines };
}

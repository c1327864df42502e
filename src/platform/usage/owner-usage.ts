/** Usage of an account: by day, operation and key for the owner's page, and as lines for tables and the API. */
import type { Database } from '#data/store/database.ts';
import { addDays, bucharestDay, type Day } from '#lib/values/date.ts';
import {
  type Days,
  type DayUsage,
  type KeyUsage,
  type OperationUsage,
  type UsageFigures,
  type UsageLine,
  usageByDay,
  usageByKey,
  usageByOperation,
  usageOf,
  usageTotal,
} from './usage-table.ts';

/** Days on the page. */
const DAYS = 30;
/** An account has ten valid keys; with many revoked ones the page lists the busiest. */
const KEYS_MAX = 50;

export type OwnerUsage = ReturnType<typeof ownerUsage>;

export interface UsageOverview extends Days {
  /** One entry for every day, also without requests. */
  days: DayUsage[];
  operations: OperationUsage[];
  keys: KeyUsage[];
}

export const ownerUsage = (state: Database) => ({
  /** Up to today, in Romanian time. */
  async overview(account: string, now: number): Promise<UsageOverview> {
    const days = lastDays(now);
    const [byDay, operations, keys] = await Promise.all([
      usageByDay(state, account, days),
      usageByOperation(state, account, days),
      usageByKey(state, account, days, KEYS_MAX),
    ]);
    return { ...days, days: everyDay(days.from, byDay), operations, keys };
  },
  /** Every line of the same days, up to a bound. */
  lines: (account: string, now: number): Promise<Usage> => accountUsage(state, account, lastDays(now)),
  /** Requests of the calendar month so far. */
  async month(account: string, now: number): Promise<number> {
    const to = bucharestDay(now);
    const days = await usageByDay(state, account, { from: `${to.slice(0, 7)}-01`, to });
    return days.reduce((sum, { requests }) => sum + requests, 0);
  },
});

const lastDays = (now: number): Days => ({ from: addDays(bucharestDay(now), 1 - DAYS), to: bucharestDay(now) });

function everyDay(from: Day, counted: readonly DayUsage[]): DayUsage[] {
  const byDay = new Map(counted.map((one) => [one.day, one]));
  return Array.from({ length: DAYS }, (_, i) => {
    const day = addDays(from, i);
    return byDay.get(day) ?? { day, requests: 0, refused: 0, failed: 0 };
  });
}

/** Ten keys that use sixty operations on every day of a month; only owners who replace keys often have more. */
export const LINES_MAX = 20_000;

export interface Usage extends Days {
  account: string;
  total: UsageFigures;
  /** Number of all lines; those missing in `lines` are of the oldest days. */
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

/**
 * Collects the lists of the procurement system for the days that the exports do not cover yet, day by day, into the live store. Only past
 * days are requested. A day is requested again while it changes: states of notices for two months, corrections of other lists for a few
 * days; at most once a day.
 */

import { withoutPassword } from '#data/ingest/origins.ts';
import type { Progress } from '#data/ingest/progress.ts';
import type { ExportRecords, ListKind } from '#data/sources/procurement/exports/batch.ts';
import type { ContractRecord, NoticeRecord, PurchaseRecord } from '#data/sources/procurement/records.ts';
import { type BegunBy, contractsAwarded } from '#data/sources/procurement/site/contracts.ts';
import { directAwardsPublished } from '#data/sources/procurement/site/direct-awards.ts';
import { noticesPublished } from '#data/sources/procurement/site/notices.ts';
import { withItems } from '#data/sources/procurement/site/purchase-items.ts';
import { purchasesFinalized } from '#data/sources/procurement/site/purchases.ts';
import type { Site } from '#data/sources/procurement/site/site.ts';
import type { Database } from '#data/store/database.ts';
import { databaseNow } from '#data/store/database-time.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { addDays, type Day } from '#lib/values/date.ts';
import { linesOf, nameOf } from './increments.ts';
import { everyRecord, incrementRequests, recordsOfDay, storeIncrement } from './increments-table.ts';

/** Days after which the content of a day is final. */
const CHANGES_DAYS: Record<ListKind, number> = { notices: 60, contracts: 3, purchases: 3, awards: 3 };

const KINDS = ['notices', 'contracts', 'purchases', 'awards'] as const satisfies ListKind[];

/** Older notices accept no tenders any more: the details in their views are not worth a request each. */
const VIEWS_DAYS = 60;

/** Exports are one or two quarters late: older days are not requested automatically. */
export const COLLECT_DAYS = 300;

/** The last day that the exports cover; null when there are none of that kind. */
export type Covered = (kind: ListKind) => Day | null;

export interface CollectOptions {
  site: Site;
  live: Database;
  today: Day;
  covered: Covered;
  /** The maximum age of a requested day, whatever the exports cover. */
  days: number;
  progress: Progress;
  signal?: AbortSignal;
}

export interface Collected {
  /** Requested days, over all lists, and their records. */
  days: number;
  records: number;
  /** Messages about failed days, which the next run requests again, and about incomplete ones. */
  problems: string[];
  /** The system blocks this host's address: a message with the time and the advice. */
  blocked?: string;
}

export async function collect(options: CollectOptions): Promise<Collected> {
  const collected: Collected = { days: 0, records: 0, problems: [] };
  const due: { kind: ListKind; day: Day }[] = [];
  const requests = await incrementRequests(options.live);
  const lastRequest: LastRequest = (kind, day) => requests.get(nameOf({ kind, day }))?.on ?? null;
  for (const kind of KINDS) for (const day of dueDays(options, kind, lastRequest)) due.push({ kind, day });
  // Notices come first: the procedures do not change while awards are collected.
  const procedures = once(() => proceduresIn(options.live));
  const step = options.progress.step('lists of procurement', due.length);
  for (const { kind, day } of due) {
    if (options.signal?.aborted) break;
    try {
      const { records, cut } = await collectDay(options, kind, day, procedures);
      collected.records += records;
      for (const message of cut) collected.problems.push(`${kind} of ${day}: ${message}`);
      step.at(collected.records, ++collected.days);
    } catch (error) {
      if (options.signal?.aborted) break;
      if (!(error instanceof Failure || error instanceof WrongShape)) throw error;
      if (error instanceof Failure && error.outcome.reason === 'blocked') {
        collected.blocked = error.message;
        break;
      }
      collected.problems.push(`${kind} of ${day}: ${error.message}`);
      // A site that fails for one day fails for the next one too.
      if (error instanceof Failure) break;
    }
  }
  step.end(`${collected.days} days`);
  return collected;
}

/** The day of the last request for a day of a list; null without one. */
type LastRequest = (kind: ListKind, day: Day) => Day | null;

/** Oldest first: a run that is broken off leaves no gap. */
function dueDays({ today, covered, days }: CollectOptions, kind: ListKind, lastRequest: LastRequest): Day[] {
  const due: Day[] = [];
  const oldest = addDays(today, -days);
  const next = addDays(covered(kind) ?? '2000-01-01', 1);
  for (let day = next > oldest ? next : oldest; day < today; day = addDays(day, 1)) {
    const requested = lastRequest(kind, day);
    const isFinal = requested !== null && requested > addDays(day, CHANGES_DAYS[kind]);
    if (!isFinal && requested !== today) due.push(day);
  }
  return due;
}

/** Stores complete days only, so a day stays in memory until then. The busiest has some ten thousand rows. */
async function collectDay(
  options: CollectOptions,
  kind: ListKind,
  day: Day,
  procedures: () => Promise<Procedures>,
): Promise<{ records: number; cut: string[] }> {
  const { site, live, today } = options;
  const cut: string[] = [];
  const request = { on: today, at: await databaseNow(live), url: withoutPassword(site.address) };
  const onCut = (message: string): void => void cut.push(message);
  const all = async <Kind extends ListKind>(of: Kind, records: AsyncIterable<ExportRecords[Kind]>) => {
    const whole = await Array.fromAsync(records);
    await storeIncrement(live, { kind: of, day }, linesOf(whole, cut), request);
    return { records: whole.length, cut };
  };
  switch (kind) {
    case 'contracts':
      return all(kind, await contractsOf(options, day, await procedures(), onCut));
    case 'purchases':
      return all(kind, purchasesOf(options, day, onCut));
    case 'awards':
      return all(kind, directAwardsPublished(site, day, onCut));
    case 'notices':
      return all(kind, await noticesOf(options, day));
  }
}

/** Items have a request each, which only new days are worth. */
const ITEMS_DAYS = 4;

async function* purchasesOf(
  { site, live, today }: CollectOptions,
  day: Day,
  onCut: (message: string) => void,
): AsyncGenerator<PurchaseRecord> {
  if (day < addDays(today, -ITEMS_DAYS)) return yield* purchasesFinalized(site, day, onCut);
  const stored = await recordsOfDay(live, { kind: 'purchases', day });
  const before = new Map(stored.map(({ id, items }) => [id, items ?? null]));
  yield* await withItems(site, await Array.fromAsync(purchasesFinalized(site, day, onCut)), before);
}

async function noticesOf({ site, live, today }: CollectOptions, day: Day): Promise<AsyncIterable<NoticeRecord>> {
  const records = await recordsOfDay(live, { kind: 'notices', day });
  const before = new Map(records.map((record) => [record.notice, record]));
  return noticesPublished(site, day, { before, details: day < addDays(today, -VIEWS_DAYS) ? 'lots' : 'views' });
}

/** The system's ids of procedures to the notices that began them: some hundred a day, as long as increments are stored. */
type Procedures = ReadonlyMap<number | null, string>;

async function proceduresIn(live: Database): Promise<Procedures> {
  const procedures = new Map<number | null, string>();
  for await (const { procedureId, notice } of everyRecord(live, 'notices'))
    if (procedureId !== null) procedures.set(procedureId, notice);
  return procedures;
}

const once = <Value>(make: () => Value): (() => Value) => {
  let cached: { value: Value } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
};

/** The notices of all stored days name the procedures; an earlier request for this day may have read its awards. */
async function contractsOf(
  { site, live }: CollectOptions,
  day: Day,
  procedures: Procedures,
  onCut: (message: string) => void,
): Promise<AsyncIterable<ContractRecord>> {
  const before: ContractRecord[] = await recordsOfDay(live, { kind: 'contracts', day });
  const awards = new Map(before.map((record) => [record.awardNotice, record]));
  const begunBy: BegunBy = (procedureId, awardNotice) =>
    procedures.get(procedureId) ?? awards.get(awardNotice)?.notice ?? null;
  const cancelled = (awardNotice: string | null) => awards.get(awardNotice)?.cancelledLots ?? null;
  return contractsAwarded(site, day, begunBy, { cancelled, onCut });
}

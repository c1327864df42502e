/**
 * Asks the lists of the procurement system for the days that the exports do not speak of yet, day by day, and keeps what they say in
 * the live store. Only closed days are asked. A day is asked again while it still changes: states of notices for two months,
 * corrections of everything else for a few days; not more than once a day.
 */

import { withoutPassword } from '#data/ingest/origins.ts';
import type { Progress } from '#data/ingest/progress.ts';
import type { ExportKind, ExportRecords } from '#data/sources/procurement/exports/batch.ts';
import type { ContractRecord, NoticeRecord } from '#data/sources/procurement/records.ts';
import { type BegunBy, contractsAwarded } from '#data/sources/procurement/site/contracts.ts';
import { directAwardsPublished } from '#data/sources/procurement/site/direct-awards.ts';
import { noticesPublished } from '#data/sources/procurement/site/notices.ts';
import { purchasesFinalized } from '#data/sources/procurement/site/purchases.ts';
import type { Site } from '#data/sources/procurement/site/site.ts';
import type { Database } from '#data/store/database.ts';
import { databaseNow } from '#data/store/database-time.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { addDays, type Day } from '#lib/values/date.ts';
import { linesOf, nameOf } from './increments.ts';
import { askedIncrements, everyRecord, recordsOfDay, storeIncrement } from './increments-table.ts';

/** Days after which a list is asked for the last time. */
const CHANGES_DAYS: Record<ExportKind, number> = { notices: 60, contracts: 3, purchases: 3, awards: 3 };

const KINDS = ['notices', 'contracts', 'purchases', 'awards'] as const satisfies ExportKind[];

/** Older notices take no tenders any more: what their views tell besides is not worth a request each. */
const VIEWS_DAYS = 60;

/** Exports are a quarter late, sometimes two: further back nothing is asked for by itself. */
export const COLLECT_DAYS = 300;

/** The last day that the exports speak of; null when there are none of that kind. */
export type Covered = (kind: ExportKind) => Day | null;

export interface CollectNeeds {
  site: Site;
  /** Where increments are kept. */
  live: Database;
  today: Day;
  covered: Covered;
  /** How far back to go, whatever the exports speak of. */
  days: number;
  progress: Progress;
  signal?: AbortSignal;
}

export interface Collected {
  /** Days asked for, over all lists, and the records that they gave. */
  days: number;
  records: number;
  /** Days that could not be had, or not whole, in sentences; the former are asked for again next time. */
  problems: string[];
  /** The system has shut out our address: since when, and what to do. */
  blocked?: string;
}

export async function collect(needs: CollectNeeds): Promise<Collected> {
  const collected: Collected = { days: 0, records: 0, problems: [] };
  const due: { kind: ExportKind; day: Day }[] = [];
  const asked = await askedIncrements(needs.live);
  const askedOn: AskedOn = (kind, day) => asked.get(nameOf({ kind, day }))?.on ?? null;
  for (const kind of KINDS) for (const day of dueDays(needs, kind, askedOn)) due.push({ kind, day });
  // Notices come first: what is known of procedures does not change while awards are asked for.
  const procedures = once(() => proceduresIn(needs.live));
  const step = needs.progress.step('lists of procurement', due.length);
  for (const { kind, day } of due) {
    if (needs.signal?.aborted) break;
    try {
      const { records, cut } = await collectDay(needs, kind, day, procedures);
      collected.records += records;
      for (const sentence of cut) collected.problems.push(`${kind} of ${day}: ${sentence}`);
      step.at(collected.records, ++collected.days);
    } catch (error) {
      if (needs.signal?.aborted) break;
      if (!(error instanceof Failure || error instanceof WrongShape)) throw error;
      if (error instanceof Failure && error.outcome.reason === 'blocked') {
        collected.blocked = error.message;
        break;
      }
      collected.problems.push(`${kind} of ${day}: ${error.message}`);
      // A site that cannot be asked for one day cannot be asked for the next one either.
      if (error instanceof Failure) break;
    }
  }
  step.end(`${collected.days} days`);
  return collected;
}

/** The day on which a list was last asked for a day; null when it never was. */
type AskedOn = (kind: ExportKind, day: Day) => Day | null;

/** Oldest first: a run that is broken off leaves no gap. */
function dueDays({ today, covered, days }: CollectNeeds, kind: ExportKind, askedOn: AskedOn): Day[] {
  const due: Day[] = [];
  const oldest = addDays(today, -days);
  const next = addDays(covered(kind) ?? '2000-01-01', 1);
  for (let day = next > oldest ? next : oldest; day < today; day = addDays(day, 1)) {
    const asked = askedOn(kind, day);
    const isFinal = asked !== null && asked > addDays(day, CHANGES_DAYS[kind]);
    if (!isFinal && asked !== today) due.push(day);
  }
  return due;
}

/** Held in memory until the day is whole: half a day is never written. The busiest has some ten thousand rows. */
async function collectDay(
  needs: CollectNeeds,
  kind: ExportKind,
  day: Day,
  procedures: () => Promise<Procedures>,
): Promise<{ records: number; cut: string[] }> {
  const { site, live, today } = needs;
  const cut: string[] = [];
  const asked = { on: today, at: await databaseNow(live), url: withoutPassword(site.address) };
  const tellCut = (sentence: string): void => void cut.push(sentence);
  const all = async <Kind extends ExportKind>(of: Kind, records: AsyncIterable<ExportRecords[Kind]>) => {
    const whole = await Array.fromAsync(records);
    await storeIncrement(live, { kind: of, day }, linesOf(whole, cut), asked);
    return { records: whole.length, cut };
  };
  switch (kind) {
    case 'contracts':
      return all(kind, await contractsOf(needs, day, await procedures(), tellCut));
    case 'purchases':
      return all(kind, purchasesFinalized(site, day, tellCut));
    case 'awards':
      return all(kind, directAwardsPublished(site, day, tellCut));
    case 'notices':
      return all(kind, await noticesOf(needs, day));
  }
}

async function noticesOf({ site, live, today }: CollectNeeds, day: Day): Promise<AsyncIterable<NoticeRecord>> {
  const records = await recordsOfDay(live, { kind: 'notices', day });
  const before = new Map(records.map((record) => [record.notice, record]));
  return noticesPublished(site, day, { before, details: day < addDays(today, -VIEWS_DAYS) ? 'lots' : 'views' });
}

/** The system's ids of procedures to the notices that began them: some hundred a day, for as long as increments are kept. */
type Procedures = ReadonlyMap<number | null, string>;

async function proceduresIn(live: Database): Promise<Procedures> {
  const procedures = new Map<number | null, string>();
  for await (const { procedureId, notice } of everyRecord(live, 'notices'))
    if (procedureId !== null) procedures.set(procedureId, notice);
  return procedures;
}

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** Begun by the notices of all days that the lists were asked for; awards of this day were perhaps read before. */
async function contractsOf(
  { site, live }: CollectNeeds,
  day: Day,
  procedures: Procedures,
  tellCut: (sentence: string) => void,
): Promise<AsyncIterable<ContractRecord>> {
  const before: ContractRecord[] = await recordsOfDay(live, { kind: 'contracts', day });
  const awards = new Map(before.map((record) => [record.awardNotice, record]));
  const begunBy: BegunBy = (procedureId, awardNotice) =>
    procedures.get(procedureId) ?? awards.get(awardNotice)?.notice ?? null;
  const cancelled = (awardNotice: string | null) => awards.get(awardNotice)?.cancelledLots ?? null;
  return contractsAwarded(site, day, begunBy, { cancelled, tellCut });
}

/**
 * Asks the lists of the procurement system for the days that the exports do not speak of yet, day by day, and keeps what they say in the
 * folder of publications. Only closed days are asked. A day is asked again while it still changes: states of notices for two months,
 * corrections of everything else for a few days; not more than once a day.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, bucharestDay, type Day } from '#base/date.ts';
import { Failure } from '#sources/exchange.ts';
import type { ExportKind, ExportRecords } from '#sources/procurement/exports/batch.ts';
import type { NoticeRecord } from '#sources/procurement/records.ts';
import { contractsAwarded } from '#sources/procurement/site/contracts.ts';
import { directAwardsPublished } from '#sources/procurement/site/direct-awards.ts';
import { noticesPublished } from '#sources/procurement/site/notices.ts';
import { purchasesFinalized } from '#sources/procurement/site/purchases.ts';
import type { Site } from '#sources/procurement/site/site.ts';
import { WrongShape } from '#sources/shape.ts';
import type { Progress } from '../progress.ts';
import { nameOf, readDay, writeIncrement } from './increments.ts';

/** Days after which a list is asked for the last time. */
const CHANGES_DAYS: Record<ExportKind, number> = { notices: 60, contracts: 3, purchases: 3, awards: 3 };

const KINDS = ['notices', 'contracts', 'purchases', 'awards'] as const satisfies ExportKind[];

/** Exports are a quarter late, sometimes two: further back nothing is asked for by itself. */
export const COLLECT_DAYS = 300;

/** The last day that the exports speak of; null when there are none of that kind. */
export type Covered = (kind: ExportKind) => Day | null;

export interface CollectNeeds {
  site: Site;
  /** Where increments lie. */
  folder: string;
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
  /** Days that could not be had, in sentences; they are asked for again next time. */
  problems: string[];
}

export async function collect(needs: CollectNeeds): Promise<Collected> {
  const collected: Collected = { days: 0, records: 0, problems: [] };
  const due: { kind: ExportKind; day: Day }[] = [];
  for (const kind of KINDS) for (const day of await dueDays(needs, kind)) due.push({ kind, day });
  const step = needs.progress.step('lists of procurement', due.length);
  for (const { kind, day } of due) {
    if (needs.signal?.aborted) break;
    try {
      collected.records += await collectDay(needs, kind, day);
      step.at(collected.records, ++collected.days);
    } catch (error) {
      if (needs.signal?.aborted) break;
      if (!(error instanceof Failure || error instanceof WrongShape)) throw error;
      collected.problems.push(`${kind} of ${day}: ${error.message}`);
      // A site that cannot be asked for one day cannot be asked for the next one either.
      if (error instanceof Failure) break;
    }
  }
  step.end(`${collected.days} days`);
  return collected;
}

/** Oldest first: a run that is broken off leaves no gap. */
async function dueDays({ folder, today, covered, days }: CollectNeeds, kind: ExportKind): Promise<Day[]> {
  const due: Day[] = [];
  const oldest = addDays(today, -days);
  const next = addDays(covered(kind) ?? '2000-01-01', 1);
  for (let day = next > oldest ? next : oldest; day < today; day = addDays(day, 1)) {
    const asked = await askedOn(join(folder, nameOf({ kind, day })));
    const isFinal = asked !== null && asked > addDays(day, CHANGES_DAYS[kind]);
    if (!isFinal && asked !== today) due.push(day);
  }
  return due;
}

async function askedOn(path: string): Promise<Day | null> {
  try {
    return bucharestDay((await stat(path)).mtime);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Held in memory until the day is whole: half a day is never written. The busiest has some ten thousand rows. */
async function collectDay({ site, folder }: CollectNeeds, kind: ExportKind, day: Day): Promise<number> {
  const all = async <Kind extends ExportKind>(of: Kind, records: AsyncIterable<ExportRecords[Kind]>): Promise<number> =>
    writeIncrement(folder, { kind: of, day }, await Array.fromAsync(records));
  switch (kind) {
    case 'contracts':
      return all(kind, contractsAwarded(site, day));
    case 'purchases':
      return all(kind, purchasesFinalized(site, day));
    case 'awards':
      return all(kind, directAwardsPublished(site, day));
    case 'notices':
      return writeIncrement(folder, { kind, day }, await noticesOf(site, folder, day));
  }
}

/** Lots do not change with the state, and cost a request a notice: they are asked for once. */
async function noticesOf(site: Site, folder: string, day: Day): Promise<NoticeRecord[]> {
  const before = new Map((await readDay(folder, { kind: 'notices', day })).map((record) => [record.notice, record]));
  const records = await Array.fromAsync(noticesPublished(site, day, before.size === 0));
  return records.map((record) => ({ ...record, lots: before.get(record.notice)?.lots ?? record.lots }));
}

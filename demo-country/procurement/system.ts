/** The whole procurement system. Only procedures are in memory; the rest is drawn by day. */

import type { ReportRecord } from '#data/sources/procurement/records.ts';
import type { World } from '#demo-country/world.ts';
import { type Authorities, authoritiesOf } from './authorities.ts';
import { cpvVocabulary } from './cpv.ts';
import { dayOfNumber, type Frame, frameOf, quarterStart, type Volumes } from './frame.ts';
import type { AwardNotice, Procedure } from './procedure.ts';
import { proceduresOn } from './procedures.ts';
import { type DirectAward, directAwardsOn, type Market, type Purchase, purchasesOn } from './purchases.ts';
import { reportOf } from './reports.ts';
import { showcaseRows } from './showcase-rows.ts';
import { type Suppliers, suppliersOf } from './suppliers.ts';

export interface Procurement {
  frame: Frame;
  authorities: Authorities;
  suppliers: Suppliers;
  /** By the day they ended. */
  purchasesOn(day: number): Purchase[];
  purchase(number: number): Purchase | null;
  directAwardsOn(day: number): DirectAward[];
  directAward(number: number): DirectAward | null;
  /** Published up to that day, oldest first. */
  procedures(until: number): readonly Procedure[];
  procedure(number: number, on: number): Procedure | null;
  /** The same quarter by quarter, drawn anew: only what is yet to be published is in memory. */
  quarters(until: number): Generator<PublishedQuarter>;
  awards(until: number): readonly AwardNotice[];
  award(number: number, on: number): AwardNotice | null;
  reports(on: number): Generator<ReportRecord>;
}

export interface PublishedQuarter {
  from: number;
  /** Oldest first. */
  procedures: readonly Procedure[];
  awards: readonly AwardNotice[];
}

/** Procedures began before the history does, so that its first days have contracts. */
const BEFORE_DAYS = 400;

export function procurementOf(world: World, volumes?: Volumes): Procurement {
  const frame = frameOf(world, volumes);
  const vocabulary = cpvVocabulary();
  const divisions = new Map(vocabulary.divisions.map((division) => [division.code, division]));
  const authorities = authoritiesOf(frame);
  const suppliers = suppliersOf(frame);
  const market: Market = {
    frame,
    draw: vocabulary.draw,
    authority: authorities.draw,
    supplier: suppliers.draw,
    division: (code) => divisions.get(code) ?? { code, share: 0, codes: [] },
  };
  const showcase = showcaseRows(market, authorities, suppliers);
  const drawn: Procedure[] = [...showcase.procedures];
  let drawnUntil = frame.firstDay - BEFORE_DAYS;

  /** Lists as of the last requested day: nearly all requests are for the same day. */
  let snapshot: Snapshot | undefined;

  const snapshotOn = (day: number): Snapshot => {
    if (snapshot?.day === day) return snapshot;
    for (; drawnUntil < day; drawnUntil++) drawn.push(...proceduresOn(market, drawnUntil + 1));
    const awards = publishedIn(
      drawn.flatMap((procedure) => procedure.awards),
      frame.firstDay,
      day,
    );
    const procedures = publishedIn(drawn, frame.firstDay, day);
    snapshot = { day, procedures, awards, ...indexByNumber({ procedures, awards }) };
    return snapshot;
  };

  function* quarters(until: number): Generator<PublishedQuarter> {
    const waiting = new Map<number, AwardNotice[]>();
    let left = showcase.procedures;
    let day = frame.firstDay - BEFORE_DAYS;
    for (let from = frame.firstDay; from <= until; from = quarterStart(from + 100)) {
      const last = Math.min(quarterStart(from + 100) - 1, until);
      const begun = left.filter(({ publishedOn }) => publishedOn <= last);
      left = left.filter(({ publishedOn }) => publishedOn > last);
      for (; day < last; day++) begun.push(...proceduresOn(market, day + 1));
      for (const { awards } of begun)
        for (const award of awards) waiting.getOrInsertComputed(quarterStart(award.publishedOn), () => []).push(award);
      yield {
        from,
        procedures: publishedIn(begun, from, last),
        awards: publishedIn(waiting.get(from) ?? [], from, last),
      };
      waiting.delete(from);
    }
  }

  const purchases = (day: number): Purchase[] => [
    ...(showcase.purchase.finalizedOn === day ? [showcase.purchase] : []),
    ...purchasesOn(market, day),
  ];
  const directAwards = (day: number): DirectAward[] => [
    ...(showcase.directAward.publishedOn === day ? [showcase.directAward] : []),
    ...directAwardsOn(market, day),
  ];
  const byNumber = <Row extends { number: number }>(rows: Row[], number: number): Row | null =>
    rows.find((row) => row.number === number) ?? null;

  return {
    frame,
    authorities,
    suppliers,
    purchasesOn: purchases,
    purchase(number) {
      const day = dayOfNumber(frame, 'purchase', number) ?? showcase.purchase.finalizedOn;
      return byNumber(purchases(day), number);
    },
    directAwardsOn: directAwards,
    directAward(number) {
      const day = dayOfNumber(frame, 'directAward', number) ?? showcase.directAward.publishedOn;
      return byNumber(directAwards(day), number);
    },
    quarters,
    procedures: (until) => snapshotOn(until).procedures,
    procedure: (number, on) => snapshotOn(on).procedureBy.get(number) ?? null,
    awards: (until) => snapshotOn(until).awards,
    award: (number, on) => snapshotOn(on).awardBy.get(number) ?? null,
    *reports(on) {
      for (const { awards } of quarters(on))
        for (const { contracts } of awards)
          for (const contract of contracts) {
            const report = reportOf(frame, contract, on);
            if (report) yield report;
          }
    },
  };
}

/** Oldest first. */
const publishedIn = <Row extends { publishedOn: number; number: number }>(
  rows: readonly Row[],
  from: number,
  until: number,
): Row[] =>
  rows
    .filter(({ publishedOn }) => publishedOn >= from && publishedOn <= until)
    .sort((a, b) => a.publishedOn - b.publishedOn || a.number - b.number);

interface Snapshot {
  day: number;
  procedures: readonly Procedure[];
  awards: readonly AwardNotice[];
  procedureBy: ReadonlyMap<number, Procedure>;
  awardBy: ReadonlyMap<number, AwardNotice>;
}

const indexByNumber = ({ procedures, awards }: Pick<Snapshot, 'procedures' | 'awards'>) => ({
  procedureBy: new Map(procedures.map((procedure) => [procedure.number, procedure])),
  awardBy: new Map(awards.map((award) => [award.number, award])),
});

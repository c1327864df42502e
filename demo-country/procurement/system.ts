/** The procurement system as a whole: what happened on a day, remembered only as far as procedures need it. */

import type { ReportRecord } from '#data/sources/procurement/records.ts';
import type { World } from '#demo-country/world.ts';
import { type Authorities, authoritiesOf } from './authorities.ts';
import { cpvVocabulary } from './cpv.ts';
import { dayOfNumber, type Frame, frameOf } from './frame.ts';
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
  awards(until: number): readonly AwardNotice[];
  award(number: number, on: number): AwardNotice | null;
  reports(on: number): Generator<ReportRecord>;
}

/** Procedures began before the history does, so that its first days have contracts. */
const BEFORE_DAYS = 400;

export function procurementOf(world: World): Procurement {
  const frame = frameOf(world);
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
  const shown = showcaseRows(market, authorities, suppliers);
  const drawn: Procedure[] = [...shown.procedures];
  let drawnUntil = frame.firstDay - BEFORE_DAYS;

  /** The lists as of the last day that was asked for: nearly every question is about the same. */
  let told: Told | undefined;

  const toldOn = (day: number): Told => {
    if (told?.day === day) return told;
    for (; drawnUntil < day; drawnUntil++) drawn.push(...proceduresOn(market, drawnUntil + 1));
    const published = <Row extends { publishedOn: number; number: number }>(rows: Row[]): Row[] =>
      rows
        .filter(({ publishedOn }) => publishedOn >= frame.firstDay && publishedOn <= day)
        .sort((a, b) => a.publishedOn - b.publishedOn || a.number - b.number);
    const awards = published(drawn.flatMap((procedure) => procedure.awards));
    const procedures = published(drawn);
    told = { day, procedures, awards, ...numberedBy({ procedures, awards }) };
    return told;
  };

  const purchases = (day: number): Purchase[] => [
    ...(shown.purchase.finalizedOn === day ? [shown.purchase] : []),
    ...purchasesOn(market, day),
  ];
  const directAwards = (day: number): DirectAward[] => [
    ...(shown.directAward.publishedOn === day ? [shown.directAward] : []),
    ...directAwardsOn(market, day),
  ];
  const numbered = <Row extends { number: number }>(rows: Row[], number: number): Row | null =>
    rows.find((row) => row.number === number) ?? null;

  return {
    frame,
    authorities,
    suppliers,
    purchasesOn: purchases,
    purchase(number) {
      const day = dayOfNumber(frame, 'purchase', number) ?? shown.purchase.finalizedOn;
      return numbered(purchases(day), number);
    },
    directAwardsOn: directAwards,
    directAward(number) {
      const day = dayOfNumber(frame, 'directAward', number) ?? shown.directAward.publishedOn;
      return numbered(directAwards(day), number);
    },
    procedures: (until) => toldOn(until).procedures,
    procedure: (number, on) => toldOn(on).procedureBy.get(number) ?? null,
    awards: (until) => toldOn(until).awards,
    award: (number, on) => toldOn(on).awardBy.get(number) ?? null,
    *reports(on) {
      for (const { contracts } of toldOn(on).awards)
        for (const contract of contracts) {
          const report = reportOf(frame, contract, on);
          if (report) yield report;
        }
    },
  };
}

interface Told {
  day: number;
  procedures: readonly Procedure[];
  awards: readonly AwardNotice[];
  procedureBy: ReadonlyMap<number, Procedure>;
  awardBy: ReadonlyMap<number, AwardNotice>;
}

const numberedBy = ({ procedures, awards }: Pick<Told, 'procedures' | 'awards'>) => ({
  procedureBy: new Map(procedures.map((procedure) => [procedure.number, procedure])),
  awardBy: new Map(awards.map((award) => [award.number, award])),
});

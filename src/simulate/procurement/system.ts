/** The procurement system as a whole: what happened on a day, remembered only as far as procedures need it. */

import type { World } from '#simulate/world.ts';
import type { ReportRecord } from '#sources/procurement/records.ts';
import { type Authorities, authoritiesOf } from './authorities.ts';
import type { AwardNotice } from './contracts.ts';
import { cpvVocabulary } from './cpv.ts';
import { type DirectAward, directAwardsOn } from './direct-awards.ts';
import { dayOfNumber, type Frame, frameOf } from './frame.ts';
import { type Procedure, proceduresOn } from './procedures.ts';
import { type Market, type Purchase, purchasesOn } from './purchases.ts';
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
  procedures(until: number): Procedure[];
  awards(until: number): AwardNotice[];
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

  const drawUntil = (until: number): Procedure[] => {
    for (; drawnUntil < until; drawnUntil++) drawn.push(...proceduresOn(market, drawnUntil + 1));
    return drawn;
  };
  const published = <Row extends { publishedOn: number; number: number }>(rows: Row[], until: number): Row[] =>
    rows
      .filter(({ publishedOn }) => publishedOn >= frame.firstDay && publishedOn <= until)
      .sort((a, b) => a.publishedOn - b.publishedOn || a.number - b.number);
  const awards = (until: number): AwardNotice[] =>
    published(
      drawUntil(until).flatMap((procedure) => procedure.awards),
      until,
    );

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
    procedures: (until) => published(drawUntil(until), until),
    awards,
    *reports(on) {
      for (const { contracts } of awards(on))
        for (const contract of contracts) {
          const report = reportOf(frame, contract, on);
          if (report) yield report;
        }
    },
  };
}

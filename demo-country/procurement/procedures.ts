/** Procedures: a notice with its lots, and its awards. */

import type { ContractKind } from '#data/sources/procurement/records.ts';
import { dayText } from '#demo-country/days.ts';
import { type Random, random, within } from '#demo-country/random.ts';
import { countOn, type Frame, numberOf } from './frame.ts';
import type { Party } from './party.ts';
import {
  type AwardNotice,
  type Contract,
  drawType,
  type Lot,
  OPEN_PROCEDURE,
  type Procedure,
  type ProcedureOverrides,
  participation,
} from './procedure.ts';
import { type Market, PROGRAMMES, procedureTitle, procedureValue } from './purchases.ts';

const FRAMEWORK_SHARE = 0.62;
const LOTS_SHARE = 0.3;
const LOTS_MAX = 9;
const EU_SHARE = 0.15;
const CANCELLED_SHARE = 0.08;
/** Share of procedures without a published outcome. */
const SILENT_SHARE = 0.05;
/** Days that bidders have. */
const DEADLINE_DAYS = { min: 30, max: 108 };

export function proceduresOn(market: Market, day: number): Procedure[] {
  const count = countOn(market.frame, 'procedure', day);
  return Array.from({ length: count }, (_, n) =>
    drawProcedure(market, numberOf(market.frame, 'procedure', day, n), day),
  );
}

export function drawProcedure(
  market: Market,
  number: number,
  day: number,
  overrides: ProcedureOverrides = {},
): Procedure {
  const roll = random(market.frame.world.seed, number, 'procedure');
  const cpv = overrides.cpv ?? market.draw(roll(), roll());
  const type = overrides.type ? participation : drawType(roll())[0];
  const deadlineOn = day + (overrides.deadlineDays ?? within(roll(), DEADLINE_DAYS.min, DEADLINE_DAYS.max));
  const procedureType = type.procedures[Math.floor(roll() * type.procedures.length)] ?? OPEN_PROCEDURE;
  const fate = overrides.fate ? 1 : roll();
  const procedure: Procedure = {
    number,
    type,
    procedureType,
    publishedOn: day,
    publishedAt: within(roll(), 8 * 3_600, 18 * 3_600),
    deadlineOn,
    deadlineAt: within(roll(), 9, 16) * 3_600,
    title: overrides.title ?? procedureTitle(cpv, roll),
    authority: overrides.authority ?? market.authority(roll, cpv),
    cpv,
    estimatedValue: procedureValue(cpv.contractType, roll),
    isFramework: overrides.isFramework ?? (cpv.contractType !== 'Lucrari' && roll() < FRAMEWORK_SHARE),
    isOnline: roll() < 0.97,
    euProgramme: roll() < EU_SHARE ? (PROGRAMMES[Math.floor(roll() * PROGRAMMES.length)] ?? null) : null,
    lots: [],
    cancelledOn: fate < CANCELLED_SHARE ? deadlineOn + within(roll(), -10, 40) : null,
    awards: [],
  };
  procedure.lots = drawLots(market, procedure, overrides.lots, roll);
  if (fate >= CANCELLED_SHARE + SILENT_SHARE) procedure.awards = awardNoticesOf(market, procedure, overrides);
  return procedure;
}

function drawLots(market: Market, procedure: Procedure, overrides: number | undefined, roll: Random): Lot[] {
  const count = overrides ?? (roll() < LOTS_SHARE ? within(roll() ** 2, 2, LOTS_MAX) : 0);
  const { codes } = market.division(procedure.cpv.division);
  return Array.from({ length: count }, (_, i) => {
    const cpv = i === 0 ? procedure.cpv : (codes[Math.floor(roll() * codes.length)] ?? procedure.cpv);
    return {
      id: procedure.number * 100 + i,
      number: i + 1,
      title: `Lot ${i + 1} - ${cpv.title}`,
      estimatedValue: Math.round(procedure.estimatedValue / count / 100) * 100,
      cpv,
    };
  });
}

const CONSORTIUM_SHARE = 0.07;
const WINNERS_MAX = 4;
const FRAMEWORK_UNKNOWN_SHARE = 0.55;
const SINGLE_OFFER_SHARE = 0.42;
const EURO_SHARE = 0.02;
const MODIFIED_SHARE = 0.09;
/** Batches of call-offs of one framework, and the days between them. */
const BATCHES_MAX = 4;
const BATCH_DAYS = 110;
/** The digit before a notice's seven that its batches of call-offs have. */
const BATCH_STEP = 10_000_000;

export const EURO_RATE = 4.97;

function awardNoticesOf(market: Market, procedure: Procedure, overrides: ProcedureOverrides): AwardNotice[] {
  const roll = random(market.frame.world.seed, procedure.number, 'award');
  const publishedOn = procedure.deadlineOn + within(roll(), 25, 140);
  const award = noticeOf(procedure, 0, publishedOn);
  award.cancelledLots = cancelledLots(procedure, overrides);
  const groups = lotGroups(procedure, award.cancelledLots, roll);
  const kind = procedure.isFramework ? 'framework' : 'contract';
  const contracts = groups.map((lots, i) => {
    const share = groups.length === 1 ? 1 : lots.length / procedure.lots.length;
    const winners = overrides.winners ?? drawWinners(market, procedure, publishedOn, roll);
    const contract = contractOf(award, i, { kind, lots, winners, value: procedure.estimatedValue * share }, roll);
    return i === 0 && overrides.contractNumber ? { ...contract, number: overrides.contractNumber } : contract;
  });
  award.contracts = contracts;
  return procedure.isFramework ? [award, ...batches(market.frame, award, contracts, roll)] : [award];
}

/** The winners of a framework deliver under it, a few months at a time. */
function batches(frame: Frame, award: AwardNotice, frameworks: readonly Contract[], roll: Random): AwardNotice[] {
  const count = Math.floor(roll() ** 2 * (BATCHES_MAX + 1));
  return Array.from({ length: count }, (_, batch) => {
    const publishedOn = award.publishedOn + (batch + 1) * BATCH_DAYS - within(roll(), 0, 40);
    const notice = noticeOf(award.procedure, batch + 1, publishedOn);
    const callOff = ({ winners, lots, title }: Contract, i: number, draw: Random): Contract => {
      const value = (award.procedure.estimatedValue / frameworks.length) * (0.05 + 0.2 * draw());
      return contractOf(notice, i, { kind: 'callOff', lots, winners, value, title }, draw);
    };
    const callOffs = frameworks.map((framework, i) => callOff(framework, i, roll));
    const more = random(frame.world.seed, notice.number, 'more call-offs');
    for (const framework of frameworks)
      for (let left = Math.floor(frame.callOffs - 1 + more()); left > 0; left--)
        callOffs.push(callOff(framework, callOffs.length, more));
    notice.contracts = callOffs;
    return notice;
  });
}

const noticeOf = (procedure: Procedure, batch: number, publishedOn: number): AwardNotice => ({
  number: procedure.number + batch * BATCH_STEP,
  procedure,
  publishedOn,
  isSubsequent: batch > 0,
  contracts: [],
  cancelledLots: [],
});

interface ContractDraft {
  kind: ContractKind;
  lots: readonly Lot[];
  winners: readonly Party[];
  value: number;
  title?: string;
}

function contractOf(award: AwardNotice, index: number, draft: ContractDraft, roll: Random): Contract {
  const { procedure, publishedOn } = award;
  const signedOn = publishedOn - within(roll(), 3, 30);
  const euro = roll() < EURO_SHARE;
  const agreed = Math.round(draft.value * (0.72 + 0.28 * roll()) * (euro ? 1 / EURO_RATE : 1));
  const unknown = draft.kind === 'framework' && roll() < FRAMEWORK_UNKNOWN_SHARE;
  const offers = roll() < SINGLE_OFFER_SHARE ? 1 : within(roll() ** 2, 2, 12);
  const modified = roll() < MODIFIED_SHARE ? within(roll(), 1, 3) : 0;
  return {
    id: contractId(award.number, index),
    award,
    kind: draft.kind,
    number: contractNumber(draft.kind, signedOn, roll),
    title: draft.title ?? (draft.lots.length === 1 ? (draft.lots[0]?.title ?? procedure.title) : procedure.title),
    signedOn,
    value: unknown ? 0 : agreed,
    currency: euro ? 'EUR' : 'RON',
    winners: draft.winners,
    lots: draft.lots,
    offers,
    highestOffer: Math.round(agreed * (1 + 0.3 * roll())),
    lowestOffer: agreed,
    modifiedOn: Array.from({ length: modified }, (_, i) => publishedOn + 60 * (i + 1) + within(roll(), 0, 50)),
  };
}

/** Few awards have more contracts than there are ids between two numbers. */
const IDS_PER_AWARD = 20;
const MORE_IDS_PER_AWARD = 10_000;
const FIRST_MORE_ID = 2 ** 42;

const contractId = (award: number, index: number): number =>
  index < IDS_PER_AWARD ? award * IDS_PER_AWARD + index : FIRST_MORE_ID + award * MORE_IDS_PER_AWARD + index;

/** Each authority counts its own, so that `12` and `45/2025` are the numbers of many. */
function contractNumber(kind: ContractKind, day: number, roll: Random): string {
  const [year, month, date] = dayText(day).split('-');
  const number = within(roll() ** 2, 1, 900);
  const variant = roll();
  if (variant < 0.2) return String(number);
  if (variant < 0.45) return `${number}/${date}.${month}.${year}`;
  if (variant < 0.65) return `${number} / ${year}`;
  if (variant < 0.8) return `${within(roll(), 1_000, 99_999)}/${date}/${month}/${year}`;
  return kind === 'framework' ? `ACORD CADRU NR. ${number} din ${date}.${month}.${year}` : `C-${number}/${year}`;
}

/** The last lot of every fifth procedure with several lots gets no offer. */
const CANCELLED_EVERY = 5;

const cancelledLots = ({ lots, number }: Procedure, overrides: ProcedureOverrides): Lot[] =>
  overrides.lots === undefined && lots.length > 2 && number % CANCELLED_EVERY === 0 ? lots.slice(-1) : [];

/** Lots go to a winner one by one, or several together. */
function lotGroups({ lots }: Procedure, cancelled: readonly Lot[], roll: Random): Lot[][] {
  if (lots.length === 0) return [[]];
  const groups: Lot[][] = [];
  for (const lot of lots) {
    if (cancelled.includes(lot)) continue;
    const last = groups.at(-1);
    if (last && roll() < 0.6) last.push(lot);
    else groups.push([lot]);
  }
  return groups;
}

function drawWinners(market: Market, { cpv }: Procedure, day: number, roll: Random): Party[] {
  const count = roll() < CONSORTIUM_SHARE ? within(roll(), 2, WINNERS_MAX) : 1;
  const winners = Array.from({ length: count }, () => market.supplier(roll, cpv, day));
  return [...new Map(winners.map((winner) => [winner.id, winner])).values()];
}

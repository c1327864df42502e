/** Procedures: a notice with its lots, and what became of it later. */
import { type Dice, dice, weighted, within } from '#simulate/dice.ts';
import type { Authority } from './authorities.ts';
import { type AwardNotice, awardNoticesOf } from './contracts.ts';
import type { Cpv } from './cpv.ts';
import { countOn, numberOf } from './frame.ts';
import { procedureValue } from './money.ts';
import type { Party } from './party.ts';
import { type Market, PROGRAMMES } from './purchases.ts';
import { procedureTitle } from './texts.ts';

export interface NoticeType {
  /** Of the notice that opens the procedure, and of the one that tells who won. */
  prefix: string;
  awardPrefix: string;
  typeId: number;
  awardTypeId: number;
  text: string;
  /** In the address of the award's details. */
  route: 'C' | 'RFQ' | 'DC' | 'PC';
  procedures: readonly { id: number; text: string }[];
}

export interface Lot {
  id: number;
  number: number;
  title: string;
  estimatedValue: number;
  cpv: Cpv;
}

export interface Procedure {
  number: number;
  type: NoticeType;
  procedureType: { id: number; text: string };
  publishedOn: number;
  /** Seconds after midnight. */
  publishedAt: number;
  deadlineOn: number;
  deadlineAt: number;
  title: string;
  authority: Authority;
  cpv: Cpv;
  /** Bani. */
  estimatedValue: number;
  isFramework: boolean;
  isOnline: boolean;
  euProgramme: string | null;
  lots: readonly Lot[];
  cancelledOn: number | null;
  /** The award first, then one for each batch of call-offs; none when nothing was awarded. */
  awards: readonly AwardNotice[];
}

const OPEN = { id: 1, text: 'Licitatie deschisa' };
const SIMPLIFIED = { id: 13, text: 'Procedura simplificata' };
const NEGOTIATED = { id: 7, text: 'Negociere fara publicare prealabila' };
const RESTRICTED = { id: 2, text: 'Licitatie restransa' };
const CONTEST = { id: 9, text: 'Concurs de solutii' };
const CONCESSION = { id: 15, text: 'Licitatie deschisa (concesiuni)' };

const simplified: NoticeType = {
  prefix: 'SCN',
  awardPrefix: 'SCAN',
  typeId: 17,
  awardTypeId: 13,
  text: 'Anunt de participare simplificat',
  route: 'RFQ',
  procedures: [SIMPLIFIED],
};
const open: NoticeType = {
  prefix: 'CN',
  awardPrefix: 'CAN',
  typeId: 2,
  awardTypeId: 3,
  text: 'Anunt de participare',
  route: 'C',
  procedures: [OPEN, OPEN, OPEN, OPEN, RESTRICTED, NEGOTIATED],
};
const TYPES: [NoticeType, number][] = [
  [open, 50],
  [simplified, 42],
  [
    {
      prefix: 'RFQ',
      awardPrefix: 'RFQA',
      typeId: 12,
      awardTypeId: 18,
      text: 'Invitatie de participare',
      route: 'RFQ',
      procedures: [{ id: 5, text: 'Sistem de achizitie dinamic' }],
    },
    5,
  ],
  [
    {
      prefix: 'DC',
      awardPrefix: 'DCA',
      typeId: 6,
      awardTypeId: 8,
      text: 'Anunt de concurs de solutii',
      route: 'DC',
      procedures: [CONTEST],
    },
    1,
  ],
  [
    {
      prefix: 'PC',
      awardPrefix: 'PCA',
      typeId: 7,
      awardTypeId: 16,
      text: 'Anunt de concesionare',
      route: 'PC',
      procedures: [CONCESSION],
    },
    2,
  ],
];
const drawType = weighted(TYPES, ([, weight]) => weight);

const FRAMEWORK_SHARE = 0.62;
const LOTS_SHARE = 0.3;
const LOTS_MAX = 9;
const EU_SHARE = 0.15;
const CANCELLED_SHARE = 0.08;
/** Neither awarded nor cancelled: the authority never told. */
const SILENT_SHARE = 0.05;
/** Days that bidders have. */
const DEADLINE_DAYS = { min: 30, max: 108 };

export function proceduresOn(market: Market, day: number): Procedure[] {
  const count = countOn(market.frame, 'procedure', day);
  return Array.from({ length: count }, (_, n) =>
    drawProcedure(market, numberOf(market.frame, 'procedure', day, n), day),
  );
}

/** What the showcase decides by hand. */
export interface Decided {
  type?: 'open';
  title?: string;
  cpv?: Cpv;
  authority?: Authority;
  deadlineDays?: number;
  fate?: 'awarded';
  isFramework?: boolean;
  lots?: number;
  winners?: readonly Party[];
  /** Of the first contract. */
  contractNumber?: string;
}

export function drawProcedure(market: Market, number: number, day: number, decided: Decided = {}): Procedure {
  const roll = dice(market.frame.world.seed, number, 'procedure');
  const cpv = decided.cpv ?? market.draw(roll(), roll());
  const type = decided.type ? open : drawType(roll())[0];
  const deadlineOn = day + (decided.deadlineDays ?? within(roll(), DEADLINE_DAYS.min, DEADLINE_DAYS.max));
  const procedureType = type.procedures[Math.floor(roll() * type.procedures.length)] ?? OPEN;
  const fate = decided.fate ? 1 : roll();
  const procedure: Procedure = {
    number,
    type,
    procedureType,
    publishedOn: day,
    publishedAt: within(roll(), 8 * 3_600, 18 * 3_600),
    deadlineOn,
    deadlineAt: within(roll(), 9, 16) * 3_600,
    title: decided.title ?? procedureTitle(cpv, roll),
    authority: decided.authority ?? market.authority(roll, cpv),
    cpv,
    estimatedValue: procedureValue(cpv.contractType, roll),
    isFramework: decided.isFramework ?? (cpv.contractType !== 'Lucrari' && roll() < FRAMEWORK_SHARE),
    isOnline: roll() < 0.97,
    euProgramme: roll() < EU_SHARE ? (PROGRAMMES[Math.floor(roll() * PROGRAMMES.length)] ?? null) : null,
    lots: [],
    cancelledOn: fate < CANCELLED_SHARE ? deadlineOn + within(roll(), -10, 40) : null,
    awards: [],
  };
  procedure.lots = drawLots(market, procedure, decided.lots, roll);
  if (fate >= CANCELLED_SHARE + SILENT_SHARE) procedure.awards = awardNoticesOf(market, procedure, decided);
  return procedure;
}

function drawLots(market: Market, procedure: Procedure, decided: number | undefined, roll: Dice): Lot[] {
  const count = decided ?? (roll() < LOTS_SHARE ? within(roll() ** 2, 2, LOTS_MAX) : 0);
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

/** Rows of an export: one for each winner and lot of a contract, one each for the rest. */
import { dayText, timeText } from '#demo-country/days.ts';
import { isShowcaseNumber, type Kind } from './frame.ts';
import type { AwardNotice, Contract, Lot, Procedure } from './procedure.ts';
import { EURO_RATE } from './procedures.ts';

export interface ContractRow {
  contract: Contract;
  award: AwardNotice;
  procedure: Procedure;
  /** One winner, or a consortium in one cell. */
  winner: { name: string; code: string | null; city: string; country: string; street: string };
  lot: Lot | null;
  /** Bani of the contract's currency, and of lei; null where the cell is empty. */
  value: number | null;
  valueRon: number | null;
}

/** Some quarters put a consortium into one cell, the others repeat the row, value and all. */
export function* contractRows(award: AwardNotice, consortium: 'one cell' | 'rows'): Generator<ContractRow> {
  const typo = typoOf('procedure', award.procedure.number);
  for (const contract of award.contracts) {
    const { winners } = contract;
    const rowWinners = consortium === 'rows' ? winners : [jointWinner(contract)];
    const lots = contract.lots.length > 0 ? contract.lots : [null];
    for (const [i, lot] of lots.entries()) {
      // A typo is in one lot only.
      const value = withTypo(shareOf(contract.value, lots.length, i), i === 0 ? typo : null);
      const isEmpty = typo === null && lots.length > 1 && i === lots.length - 1 && contract.id % EMPTY_EVERY === 0;
      const correction = i === 0 && typo === null ? correctionOf(contract.id, value) : null;
      for (const bani of [isEmpty ? null : value, ...(correction === null ? [] : [correction])])
        for (const winner of rowWinners)
          yield {
            contract,
            award,
            procedure: award.procedure,
            winner,
            lot,
            value: bani,
            valueRon: bani !== null && contract.currency === 'EUR' ? Math.round(bani * EURO_RATE) : bani,
          };
    }
  }
}

function jointWinner({ winners }: Contract): ContractRow['winner'] {
  const [first] = winners;
  const { city = '', country = '', street = '' } = first ?? {};
  return {
    name: winners.map(({ name }) => name.trim()).join('; '),
    code: winners.map(({ code }) => code?.trim() ?? '-').join('; '),
    city,
    country,
    street,
  };
}

/** Later lots are dearer, so that no two are worth the same. The first one takes the remainder. */
function shareOf(value: number, parts: number, index: number): number {
  const all = (parts * (parts + 1)) / 2;
  const share = (of: number): number => Math.floor((value * (of + 1)) / all);
  if (index > 0) return share(index);
  let remainder = value;
  for (let other = 1; other < parts; other++) remainder -= share(other);
  return remainder;
}

/** One award in so many is published again under another number, contracts and all. */
const REPUBLISHED_EVERY = 37;
const REPUBLISHED_STEP = 80_000_000;

/** The award as published in its quarter: once, or under two numbers. */
export const publishedAs = (award: AwardNotice): AwardNotice[] =>
  award.number % REPUBLISHED_EVERY === 0 ? [award, { ...award, number: award.number + REPUBLISHED_STEP }] : [award];

/** Some rows are in their file twice. */
export const isDuplicated = (number: number): boolean => number % 23 === 0;

export const noticeNumberOf = ({ type, number }: Procedure): string => type.prefix + number;
export const awardNumberOf = ({ procedure, number }: AwardNotice): string => procedure.type.awardPrefix + number;

export const CONCLUDED = {
  contract: 'Un contract de achizitii publice',
  framework: 'Incheierea unui acord-cadru',
  callOff: 'Incheierea unui acord-cadru',
} as const;
export const THROUGH = { contract: 'Contract', framework: 'Acord-cadru', callOff: 'Contract subsecvent' } as const;

export const timestamp = (day: number, seconds: number): string => `${dayText(day)} ${timeText(seconds)}.000`;

/** One number in so many; primes that no other irregularity uses. There are fewer procedures than purchases. */
const BELOW_ZERO_EVERY = { procedure: 19, purchase: 61, directAward: 61 };
const NOTHING_EVERY = { procedure: 29, purchase: 59, directAward: 59 };
const EMPTY_EVERY = 3;
const CORRECTED_EVERY = 47;

export type Typo = 'below zero' | 'nothing' | null;

export function typoOf(kind: Kind, number: number): Typo {
  if (isShowcaseNumber(kind, number)) return null;
  if (number % BELOW_ZERO_EVERY[kind] === 0) return 'below zero';
  return number % NOTHING_EVERY[kind] === 0 ? 'nothing' : null;
}

/** Some clerks correct a value by a second row with the negative difference. */
const correctionOf = (number: number, bani: number): number | null =>
  bani > 0 && number % CORRECTED_EVERY === 0 ? -Math.ceil(bani / 10) : null;

export const withTypo = (bani: number, typo: Typo): number =>
  typo === 'below zero' ? -bani : typo === 'nothing' ? 0 : bani;

/** In the rows of a purchase: its value, and the correction of some. */
export function closingValuesOf({ number, closingValue }: { number: number; closingValue: number }): number[] {
  const value = withTypo(closingValue, typoOf('purchase', number));
  const correction = isShowcaseNumber('purchase', number) ? null : correctionOf(number, value);
  return correction === null ? [value] : [value, correction];
}

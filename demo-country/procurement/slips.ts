/** Values that were typed wrong in the exports: here and there one is below zero, or nothing. Those of the showcase are right. */
import { isShowcaseNumber, type Kind } from './frame.ts';

/** One number in so many; primes that no other mistake goes by. */
const BELOW_ZERO_EVERY = 61;
const NOTHING_EVERY = 59;

export type Slip = 'below zero' | 'nothing' | null;

export function slipOf(kind: Kind, number: number): Slip {
  if (isShowcaseNumber(kind, number)) return null;
  if (number % BELOW_ZERO_EVERY === 0) return 'below zero';
  return number % NOTHING_EVERY === 0 ? 'nothing' : null;
}

export const typed = (bani: number, slip: Slip): number =>
  slip === 'below zero' ? -bani : slip === 'nothing' ? 0 : bani;

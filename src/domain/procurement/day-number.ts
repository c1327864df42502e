/** Days as whole numbers, in which deals are stored and sorted. */
import type { Day } from '#lib/values/date.ts';

/** `2026-03-14` → 20260314; no day → 0. */
export function dayNumber(day: Day | null): number {
  if (day === null) return 0;
  let number = 0;
  // Digit by digit: every row of millions has a day or two.
  for (let i = 0; i < day.length; i++) {
    const character = day.charCodeAt(i);
    if (character !== DASH) number = number * 10 + character - ZERO;
  }
  return number;
}

const DASH = 45;
const ZERO = 48;

/** 20260314 → `2026-03-14`; 0 → nothing. */
export function dayText(number: number): Day {
  if (number === 0) return '';
  const digits = String(number).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

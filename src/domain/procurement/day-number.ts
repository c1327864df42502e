/** Days as whole numbers, in which deals are stored and sorted. */
import type { Day } from '#lib/values/date.ts';

/** `2026-03-14` → 20260314; no day → 0. */
export const dayNumber = (day: Day | null): number =>
  day === null || day === ''
    ? 0
    : Number(day.slice(0, 4)) * 10_000 + Number(day.slice(5, 7)) * 100 + Number(day.slice(8));

/** 20260314 → `2026-03-14`; 0 → nothing. */
export function dayText(number: number): Day {
  if (number === 0) return '';
  const digits = String(number).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

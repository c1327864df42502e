/** Days as the Gazette prints them. */
import type { Day } from '#lib/values/date.ts';

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
const MONTHS =
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie'.split(' ');

/** `4.VII.2015`, as in running heads. */
export const romanMonthDay = (day: Day): string => `${Number(day.slice(8))}.${ROMAN[monthOf(day)]}.${day.slice(0, 4)}`;

/** `4 iulie 2015`, as in mastheads and texts. */
export const spelledDay = (day: Day): string => `${Number(day.slice(8))} ${MONTHS[monthOf(day)]} ${day.slice(0, 4)}`;

const monthOf = (day: Day): number => Number(day.slice(5, 7)) - 1;

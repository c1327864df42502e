/** Days in the formats of the Gazette: with a Roman month in running heads, spelled out in mastheads. */
import { type Day, isDay } from '#lib/values/date.ts';
import { fold } from '#lib/values/text.ts';

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
const MONTHS = [
  'ianuarie',
  'februarie',
  'martie',
  'aprilie',
  'mai',
  'iunie',
  'iulie',
  'august',
  'septembrie',
  'octombrie',
  'noiembrie',
  'decembrie',
];

/** `14.VII.2015`; null when it is no day. */
export function parseRomanMonthDay(text: string): Day | null {
  const [, day = '', month = '', year = ''] = /^([0-9]{1,2})\.([IVX]+)\.([0-9]{4})$/i.exec(text.trim()) ?? [];
  return dayOf(day, ROMAN.indexOf(month.toUpperCase()), year);
}

const SPELLED = new RegExp(`([0-9]{1,2})\\s+(${MONTHS.join('|')})\\s+([0-9]{4})`);

/** `Marți, 14 iulie 2015`, anywhere in the text; null when there is none. */
export function parseSpelledDay(text: string): Day | null {
  const found = SPELLED.exec(fold(text));
  return found ? dayOf(found[1] ?? '', MONTHS.indexOf(found[2] ?? ''), found[3] ?? '') : null;
}

function dayOf(day: string, month: number, year: string): Day | null {
  const text = `${year}-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return month >= 0 && isDay(text) ? text : null;
}

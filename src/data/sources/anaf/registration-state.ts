/** The tax authority's text about a registration, `RADIERE din data 29.03.2024`: the day in it, where its own field is empty. */

import { parseSpelledDay } from '#data/sources/gazette/dates.ts';
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { fold } from '#lib/values/text.ts';

const BEFORE_DAY = ' din data ';

/** The start of the text: `RADIERE`, `RADIAT`, `RADIATA`. */
const STRUCK_OFF = ['radiere', 'radiat'];
/** `INREGISTRAT`, `INREGISTRATA`, `ÎNREGISTRAT`; a firm that moved or is suspended has another text and day. */
const REGISTERED = ['inregistrat'];

export const struckOffOn = (state: string | null): Day | null => dayIn(state, STRUCK_OFF);

export const registeredOn = (state: string | null): Day | null => dayIn(state, REGISTERED);

function dayIn(state: string | null, beginnings: readonly string[]): Day | null {
  const text = fold(state ?? '');
  const at = text.indexOf(BEFORE_DAY);
  if (at < 0 || !beginnings.some((beginning) => text.startsWith(beginning))) return null;
  const day = text.slice(at + BEFORE_DAY.length).trim();
  // `15 Aprilie 2005`: from copies of its answers.
  return parseRomanianDay(day) ?? parseSpelledDay(day);
}

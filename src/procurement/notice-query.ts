/** What a caller asks of notices: words, a phrase, a notice number, a CPV code or a fiscal code, and filters, as conditions. */
import { fold, words } from '#base/text.ts';
import type { Term } from '#store/word-index.ts';
import { Conditions } from './conditions.ts';
import { NOTHING } from './cpv.ts';
import { inDays } from './filters.ts';
import type { Walk } from './walk.ts';

export interface NoticeFilters {
  cpv?: string | undefined;
  authorityCui?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** ISO instant. */
  deadlineFrom?: string | undefined;
  state?: 'open' | undefined;
  /** As we spell it. */
  county?: string | undefined;
  minValue?: number | undefined;
  maxValue?: number | undefined;
}

/** What `q` is: a number leads to few notices along an index, words lead through the word index. */
export type Meaning = { walks: Walk[] } | { terms: Term[]; phrases: string[] };

/** More words than a title has; the first ones find it. */
const WORDS_MAX = 12;

/** No notice begins with `RO`: that is how fiscal codes are written. With fewer digits it may be a word, `covid19`; words find numbers too. */
const NOTICE = /^(?!ro[0-9])[a-z]{2,6}[0-9]{4,10}$/i;
const CPV = /^[0-9]{8}(-[0-9])?$/;
const CUI = /^(ro)?\s*[0-9]{2,10}$/i;

export function meaningOf(q: string | undefined, filters: NoticeFilters, now: number): Meaning {
  const typed = q?.trim() ?? '';
  const walk = (conditions: Conditions): Walk => ({ from: 'notice', key: 'key', conditions });
  const narrowed = (): Conditions => filtered(new Conditions(), filters, now);
  if (filters.cpv === NOTHING) return { walks: [] };
  if (typed === '') return { walks: [walk(narrowed())] };
  if (NOTICE.test(typed)) return { walks: [walk(narrowed().add('notice = ?', typed.toUpperCase()))] };
  // Eight digits may be a fiscal code as well as a CPV code: both are looked for.
  const walks = [
    ...(CPV.test(typed) ? [walk(narrowed().add('cpv = ?', typed.slice(0, 8)))] : []),
    ...(CUI.test(typed) ? [walk(narrowed().add('authority_cui = ?', Number(typed.replace(/\D/g, ''))))] : []),
  ];
  if (walks.length > 0) return { walks };
  return termsOf(typed);
}

/** Every word must stand somewhere, the last one may be begun; what is quoted must stand in that order. */
function termsOf(typed: string): Meaning {
  const phrases = [...typed.matchAll(/["„”“]([^"„”“]+)["„”“]/g)].map(([, phrase = '']) => words(phrase).join(' '));
  const all = words(typed).slice(0, WORDS_MAX);
  const begun = /[\p{L}\p{N}]$/u.test(typed);
  if (all.length === 0) return { walks: [] };
  const terms = all.map((word, i) => ({ word, prefix: begun && i === all.length - 1 }));
  return { terms, phrases: phrases.filter((phrase) => phrase.includes(' ')) };
}

/** States that end a procedure before its deadline. */
const ENDED = ['atribuit', 'anulat', 'suspendat'];

export function filtered(conditions: Conditions, filters: NoticeFilters, now: number): Conditions {
  const { cpv, authorityCui, county, minValue, maxValue } = filters;
  if (authorityCui !== undefined) conditions.add('authority_cui = ?', Number(authorityCui));
  if (cpv !== undefined && cpv.length === 8) conditions.add('cpv = ?', cpv);
  else if (cpv !== undefined) conditions.add('cpv >= ? and cpv < ?', cpv, `${cpv}:`); // the colon comes after 9
  inDays(conditions, { dateFrom: filters.from, dateTo: filters.to });
  if (filters.deadlineFrom !== undefined) conditions.add('deadline_at >= ?', filters.deadlineFrom);
  if (filters.state === 'open') {
    conditions.add('deadline_at > ?', new Date(now).toISOString());
    for (const ended of ENDED) conditions.add("coalesce(lower(state), '') not like ?", `${ended}%`);
  }
  if (county !== undefined) conditions.add('authority_county = ?', county);
  if (minValue !== undefined) conditions.add('estimated_value >= ?', Math.round(minValue * 100));
  if (maxValue !== undefined) conditions.add('estimated_value <= ?', Math.round(maxValue * 100));
  return conditions;
}

/** Whether all phrases stand in a text, word by word. */
export const holds = (text: string, phrases: readonly string[]): boolean => {
  if (phrases.length === 0) return true;
  const folded = ` ${words(fold(text)).join(' ')} `;
  return phrases.every((phrase) => folded.includes(` ${phrase} `));
};

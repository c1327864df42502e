/**
 * Turns a caller's query for notices (words, a phrase, a notice number, a CPV code or a fiscal code, and filters) into
 * conditions.
 */

import type { Operand } from '#data/store/word-index.ts';
import { words } from '#lib/values/text.ts';
import { Conditions } from './conditions.ts';
import { isNoCode } from './cpv.ts';
import { inMoments } from './filters.ts';
import type { Walk } from './list-walk-table.ts';

export interface NoticeFilters {
  cpv?: string | undefined;
  authorityCui?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** ISO instant. */
  deadlineFrom?: string | undefined;
  state?: 'open' | undefined;
  /** In canonical spelling. */
  county?: string | undefined;
  minValue?: number | undefined;
  maxValue?: number | undefined;
}

/** Notices, newest first: by their hour where known. */
export const noticeWalk = (conditions: Conditions): Walk => ({
  from: 'notice',
  key: 'key',
  conditions,
  order: 'moment',
});

/** The meaning of `q`: unambiguous identifiers lead to few notices along an index, words and bare numbers use the word index. */
export type Meaning = { walks: Walk[] } | { operands: Operand[] };

/** More words than a title has; the first ones suffice. */
const WORDS_MAX = 12;

/**
 * No notice number begins with `RO`, the prefix of fiscal codes. With fewer digits the text may be a word, `covid19`;
 * words match notice numbers too.
 */
const NOTICE = /^(?!ro[0-9])[a-z]{2,6}[0-9]{4,10}$/i;
const CPV = /^[0-9]{8}-[0-9]$/;
const CUI = /^ro\s*[0-9]{2,10}$/i;
/** A fiscal code, the digits of a notice, a CPV code, or a year in a title: the word index has all of them. */
const NUMBER = /^[0-9]+$/;

export function meaningOf(q: string | undefined, filters: NoticeFilters, now: number): Meaning {
  const typed = q?.trim() ?? '';
  const walk = (conditions: Conditions): Walk => ({ ...noticeWalk(conditions), isExpensive: isUnindexed(filters) });
  const narrowed = (): Conditions => addFilters(new Conditions(), filters, now);
  if (filters.cpv !== undefined && isNoCode(filters.cpv)) return { walks: [] };
  if (typed === '') return { walks: [walk(narrowed())] };
  if (NOTICE.test(typed)) return { walks: [walk(narrowed().add('notice = ?', typed.toUpperCase()))] };
  if (CPV.test(typed)) return { walks: [walk(narrowed().add('cpv = ?', typed.slice(0, 8)))] };
  if (CUI.test(typed)) return { walks: [walk(narrowed().add('authority_cui = ?', Number(typed.replace(/\D/g, ''))))] };
  // A number is never a prefix.
  return NUMBER.test(typed) ? { operands: [{ word: typed, prefix: false }] } : operandsIn(typed);
}

/** Filters without an index in list order: rows are read until enough of them match. */
export const isUnindexed = ({ cpv, county, deadlineFrom, state, minValue, maxValue }: NoticeFilters): boolean =>
  (cpv !== undefined && cpv.length < 8) ||
  [county, deadlineFrom, state, minValue, maxValue].some((filter) => filter !== undefined);

/** Every word is required, the last one may be a prefix; quoted words must be adjacent in that order. */
function operandsIn(typed: string): Meaning {
  const phrases = [...typed.matchAll(/["„”“]([^"„”“]+)["„”“]/g)].map(([, phrase = '']) => ({ phrase: words(phrase) }));
  const all = words(typed).slice(0, WORDS_MAX);
  const begun = /[\p{L}\p{N}]$/u.test(typed);
  if (all.length === 0) return { walks: [] };
  const terms = all.map((word, i) => ({ word, prefix: begun && i === all.length - 1 }));
  return { operands: [...terms, ...phrases.filter(({ phrase }) => phrase.length > 1)] };
}

/** States that end a procedure before its deadline. */
const ENDED = ['atribuit', 'anulat', 'suspendat'];

export function addFilters(conditions: Conditions, filters: NoticeFilters, now: number): Conditions {
  const { cpv, authorityCui, county, minValue, maxValue } = filters;
  if (authorityCui !== undefined) conditions.add('authority_cui = ?', Number(authorityCui));
  if (cpv !== undefined && cpv.length === 8) conditions.add('cpv = ?', cpv);
  else if (cpv !== undefined) conditions.add('cpv >= ? and cpv < ?', cpv, `${cpv}:`); // the colon comes after 9
  inMoments(conditions, { dateFrom: filters.from, dateTo: filters.to });
  if (filters.deadlineFrom !== undefined) conditions.add('deadline_at >= ?', filters.deadlineFrom);
  if (filters.state === 'open') {
    conditions.add('deadline_at > ?', new Date(now).toISOString());
    for (const ended of ENDED) conditions.add("coalesce(lower(state), '') not like ?", `${ended}%`);
  }
  if (county !== undefined) conditions.add('authority_county = ?', county);
  // Amounts in other currencies never match.
  if (minValue !== undefined || maxValue !== undefined) conditions.add("currency = 'RON'");
  if (minValue !== undefined) conditions.add('estimated_value >= ?', Math.round(minValue * 100));
  if (maxValue !== undefined) conditions.add('estimated_value <= ?', Math.round(maxValue * 100));
  return conditions;
}

/**
 * Turns a caller's query for notices (words, a phrase, a notice number, a CPV code or a fiscal code, and filters) into
 * conditions.
 */

import type { Operand, Term } from '#data/store/word-index.ts';
import { hasRightCheckDigit, parseCui } from '#lib/values/cui.ts';
import { STOP_WORDS, stemBeginning } from '#lib/values/stems.ts';
import { words } from '#lib/values/text.ts';
import { Conditions } from './conditions.ts';
import { isKnownPrefix, isNoCode } from './cpv.ts';
import { inMoments } from './filters.ts';
import type { Walk } from './list-walk-table.ts';
import { MARKS, markedStem } from './notice-index.ts';
import { known, noteIs, type ValueNote } from './published-value.ts';

export interface NoticeFilters {
  /** Prefixes of codes. */
  cpv?: readonly string[] | undefined;
  authorityCui?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** ISO instants. */
  deadlineFrom?: string | undefined;
  deadlineTo?: string | undefined;
  state?: 'open' | undefined;
  /** In canonical spelling. */
  counties?: readonly string[] | undefined;
  /** Kinds of procedures and states as published. */
  procedureTypes?: readonly string[] | undefined;
  states?: readonly string[] | undefined;
  minValue?: number | undefined;
  maxValue?: number | undefined;
  valueNote?: ValueNote | undefined;
}

/** Notices, newest first: by their hour where known. */
export const noticeWalk = (conditions: Conditions): Walk => ({
  from: 'notice',
  key: 'key',
  conditions,
  order: 'moment',
});

/** What `q` was read as. */
export const readings = ['words', 'noticeNumber', 'cpv', 'cui'] as const;
type Reading = (typeof readings)[number];

/**
 * The meaning of `q`: unambiguous identifiers lead to few notices along an index, words and bare numbers use the word index. Each of the
 * `tiers` also matches what those before it match, and is less relevant.
 */
export type Meaning = { readAs: readonly Reading[] } & ({ walks: Walk[] } | { tiers: readonly Operand[][] });

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
/** Notice numbers without letters, until 2018, have four digits or more. */
const NOTICE_DIGITS_MIN = 4;

export function meaningOf(q: string | undefined, filters: NoticeFilters, now: number): Meaning {
  const typed = q?.trim() ?? '';
  const walk = (conditions: Conditions): Walk[] => [{ ...noticeWalk(conditions), isExpensive: isUnindexed(filters) }];
  const narrowed = (): Conditions => addFilters(new Conditions(), filters, now);
  const nothing = { readAs: [], walks: [] };
  if (filters.cpv?.every(isNoCode)) return nothing;
  if (filters.procedureTypes?.length === 0 || filters.states?.length === 0) return nothing;
  if (typed === '') return { readAs: [], walks: walk(narrowed()) };
  if (NOTICE.test(typed))
    return { readAs: ['noticeNumber'], walks: walk(narrowed().add('notice = ?', typed.toUpperCase())) };
  if (CPV.test(typed)) return { readAs: ['cpv'], walks: walk(narrowed().add('cpv = ?', typed.slice(0, 8))) };
  if (CUI.test(typed))
    return {
      readAs: ['cui'],
      walks: walk(narrowed().add('authority_id = ?', Number(typed.replace(/\D/g, '')))),
    };
  return NUMBER.test(typed) ? numberMeant(typed) : wordsMeant(typed);
}

/** A whole number, or a CPV prefix of the vocabulary. */
function numberMeant(typed: string): Meaning {
  const isCpv = isKnownPrefix(typed);
  const terms: Term[] = [{ word: typed, prefix: false }];
  if (isCpv) terms.push({ word: MARKS.code + typed, prefix: true });
  const readAs: Reading[] = [
    ...(isCpv ? (['cpv'] as const) : []),
    ...(hasRightCheckDigit(parseCui(typed) ?? '') ? (['cui'] as const) : []),
    ...(typed.length >= NOTICE_DIGITS_MIN ? (['noticeNumber'] as const) : []),
    'words',
  ];
  return { readAs, tiers: [[terms]] };
}

/** Filters without an index in list order: rows are read until enough of them match. */
export const isUnindexed = ({
  cpv,
  counties,
  procedureTypes,
  states,
  deadlineFrom,
  deadlineTo,
  state,
  minValue,
  maxValue,
}: NoticeFilters): boolean =>
  (cpv !== undefined && (cpv.length > 1 || cpv.some((prefix) => prefix.length < 8))) ||
  [counties, procedureTypes, states, deadlineFrom, deadlineTo, state, minValue, maxValue].some(
    (filter) => filter !== undefined,
  );

/** Shorter beginnings say nothing about a title. */
const BEGINNING_MIN = 3;

/**
 * Every word is required in any of its forms, except words like `de`; the last one may be a beginning; quoted words must be adjacent in that
 * order.
 */
function wordsMeant(typed: string): Meaning {
  const phrases = [...typed.matchAll(/["„”“]([^"„”“]+)["„”“]/g)]
    .map(([, phrase = '']) => ({ phrase: words(phrase) }))
    .filter(({ phrase }) => phrase.length > 1);
  const all = words(typed);
  const strong = all.filter((word) => !STOP_WORDS.has(word));
  const required = (strong.length > 0 ? strong : all).slice(0, WORDS_MAX);
  const last = required.at(-1);
  if (last === undefined) return { readAs: [], walks: [] };
  const isBegun = /[\p{L}\p{N}]$/u.test(typed) && last === all.at(-1);
  const forms = (word: string, ...groups: Parameters<typeof markedStem>[0][]): Term[] =>
    groups.map((group) => ({ word: markedStem(group, word), prefix: false }));
  const tier = (termsOf: (word: string, isBeginning: boolean) => Term[]): Operand[] => [
    ...required.map((word, i) => termsOf(word, isBegun && i === required.length - 1)),
    ...phrases,
  ];
  const tiers = [
    tier((word) => forms(word, 'title')),
    tier((word) => forms(word, 'title', 'cpv')),
    tier((word) => forms(word, 'title', 'cpv', 'lots')),
  ];
  if (isBegun && last.length >= BEGINNING_MIN)
    tiers.push(
      tier((word, isBeginning) => [
        ...forms(word, 'title', 'cpv', 'lots'),
        ...(isBeginning
          ? [MARKS.title, MARKS.cpv, MARKS.lots].map((mark) => ({ word: mark + stemBeginning(word), prefix: true }))
          : []),
      ]),
    );
  tiers.push(
    tier((word, isBeginning) => [{ word, prefix: isBeginning }, ...forms(word, 'title', 'cpv', 'lots', 'authority')]),
  );
  return { readAs: ['words'], tiers };
}

/** States that end a procedure before its deadline. */
const ENDED = ['atribuit', 'anulat', 'suspendat'];

export function addFilters(conditions: Conditions, filters: NoticeFilters, now: number): Conditions {
  const { cpv, authorityCui, minValue, maxValue, valueNote } = filters;
  if (authorityCui !== undefined) conditions.add('authority_id = ?', Number(authorityCui));
  if (cpv?.length === 1 && cpv[0]?.length === 8) conditions.add('cpv = ?', cpv[0]);
  else if (cpv !== undefined)
    conditions.add(
      `(${cpv.map(() => 'cpv >= ? and cpv < ?').join(' or ')})`,
      ...cpv.flatMap((prefix) => [prefix, `${prefix}:`]), // the colon comes after 9
    );
  inMoments(conditions, { dateFrom: filters.from, dateTo: filters.to });
  if (filters.deadlineFrom !== undefined) conditions.add('deadline_at >= ?', filters.deadlineFrom);
  if (filters.deadlineTo !== undefined) conditions.add('deadline_at <= ?', filters.deadlineTo);
  if (filters.state === 'open') {
    conditions.add('deadline_at > ?', new Date(now).toISOString());
    for (const ended of ENDED) conditions.add("coalesce(lower(state), '') not like ?", `${ended}%`);
  }
  const among = { authority_county: filters.counties, procedure_type: filters.procedureTypes, state: filters.states };
  for (const [column, values] of Object.entries(among))
    if (values !== undefined) conditions.add(`${column} in (${values.map(() => '?').join(', ')})`, ...values);
  // Amounts in other currencies never match.
  if (minValue !== undefined || maxValue !== undefined) conditions.add("currency = 'RON'");
  if (minValue !== undefined) conditions.add(`${known('estimated_value')} >= ?`, Math.round(minValue * 100));
  if (maxValue !== undefined) conditions.add(`${known('estimated_value')} <= ?`, Math.round(maxValue * 100));
  if (valueNote !== undefined) conditions.add(noteIs(valueNote, 'estimated_value'));
  return conditions;
}

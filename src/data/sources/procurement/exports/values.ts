/** Cells of the exports to values: days in four spellings, CPV codes, parties; amounts are in amounts.ts. */

import { text } from '#data/sources/cells.ts';
import { isPersonalCode } from '#data/sources/procurement/persons-in-texts.ts';
import type { CpvRecord, PartyRecord } from '#data/sources/procurement/records.ts';
import type { Cell } from '#lib/readers/workbook/sheet.ts';
import { bucharestInstant } from '#lib/values/bank-time.ts';
import { addDays, type Day, isDay } from '#lib/values/date.ts';
import { fold } from '#lib/values/text.ts';

export const textOf = (cell: Cell | undefined): string | null =>
  typeof cell === 'number' ? String(cell) : text(cell ?? undefined);

/** Excel counts days from here: it takes 1900 for a leap year. */
const SERIAL_ZERO: Day = '1899-12-30';
/** 1982 to 2064: other numbers in a column of days are no days. */
const SERIAL_MIN = 30_000;
const SERIAL_MAX = 60_000;

/** Null when it is empty or no day. `09/30/2022` is read by the order that fits, and by that of the file where both do. */
export function dayOf(cell: Cell | undefined, monthFirst: boolean): Day | null {
  if (typeof cell === 'number') return dayOfSerial(cell);
  if (cell === undefined || cell === null || cell === '') return null;
  const iso = cell.charCodeAt(4) === DASH ? cell.slice(0, 10) : '';
  if (isDay(iso)) return iso;
  const match = /^\s*([0-9]{1,4})([./-])([0-9]{1,2})\2([0-9]{1,4})(?:[ T].*)?$/.exec(cell);
  if (!match) return /^\s*[0-9]{5}(?:\.[0-9]+)?\s*$/.test(cell) ? dayOfSerial(Number(cell)) : null;
  const [, first = '', mark, second = '', third = ''] = match;
  if (first.length === 4) return dayFrom(first, second, third);
  return monthFirst && mark === '/'
    ? (dayFrom(third, first, second) ?? dayFrom(third, second, first))
    : (dayFrom(third, second, first) ?? dayFrom(third, first, second));
}

const DASH = 45;

function dayFrom(year: string, month: string, day: string): Day | null {
  const full = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(full) ? full : null;
}

/** Worked out once for each of the few days that an export speaks of. */
function dayOfSerial(serial: number): Day | null {
  if (!(serial >= SERIAL_MIN && serial < SERIAL_MAX)) return null;
  const whole = Math.floor(serial);
  const day = SERIAL_DAYS.get(whole) ?? addDays(SERIAL_ZERO, whole);
  SERIAL_DAYS.set(whole, day);
  return day;
}

const SERIAL_DAYS = new Map<number, Day>();

/** The instant in UTC, where the cell tells the hour in Bucharest; midnight is how days are written that have none. */
export function instantOf(cell: Cell | undefined): string | null {
  const day = dayOf(cell, false);
  const [, hours, minutes, seconds = '0'] =
    typeof cell === 'string' ? (/[ T]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?/.exec(cell) ?? []) : [];
  const past = Number(minutes) * 60 + Number(seconds);
  if (day === null || hours === undefined || (Number(hours) === 0 && past === 0)) return null;
  return new Date(bucharestInstant(day, Number(hours)) + past * 1000).toISOString();
}

/** `34351100-3 - Autobuze (Rev.2)`, `34351100-3`, or a number that lost its leading zero. Null when there is no code in it. */
export function cpvOf(cell: Cell | undefined, title: Cell | undefined): CpvRecord | null {
  const given = textOf(cell);
  if (given === null) return null;
  const match = /^([0-9]{7,8})(?:\s*-\s*[0-9](?![0-9]))?(?:\s*-)?(.*)$/s.exec(given);
  if (!match) return null;
  return { code: (match[1] ?? '').padStart(8, '0'), title: textOf(title) ?? cpvTitle(match[2]) };
}

/** Without the version of the vocabulary that the system writes behind every title. */
const cpvTitle = (title: string | undefined): string | null =>
  text(title?.replace(/(?<!\s)\s*\(Rev\.?\s*2\)\s*$/i, ''));

interface PartyCells {
  code: Cell | undefined;
  name: Cell | undefined;
  city?: Cell | undefined;
  county?: Cell | undefined;
  country?: Cell | undefined;
}

/** Null when neither a name nor a code is given; a party without a name goes by its code. */
export function partyOf(cells: PartyCells): PartyRecord | null {
  const code = codeOf(textOf(cells.code));
  const name = textOf(cells.name) ?? code;
  if (name === null) return null;
  return { code, name, city: textOf(cells.city), county: textOf(cells.county), country: textOf(cells.country) };
}

/** As given, foreign and malformed ones too; a dash, zeros, `n/a` or a person's own number is none. */
export const codeOf = (given: string | null): string | null =>
  given === null || NO_CODE.test(given) || isPersonalCode(given) ? null : given;

const NO_CODE = /^(?:[^\p{L}\p{N}]+|0+|n\s*(?:[/.]\s*)?a\.?)$/iu;

/** The members of a consortium stand in one cell with semicolons between, codes in the same order; else there is one party. */
export function partiesOf(cells: PartyCells): PartyRecord[] {
  const names = listed(cells.name);
  const codes = listed(cells.code);
  if (names.length > 1 && (codes.length === names.length || codes.length === 0))
    return names.map((name, i) => ({ code: codeOf(codes[i] ?? null), name, city: null, county: null, country: null }));
  const party = partyOf(cells);
  return party === null ? [] : [party];
}

const listed = (cell: Cell | undefined): string[] =>
  typeof cell === 'string' && cell.includes(';')
    ? cell.split(';').flatMap((part) => text(part) ?? [])
    : [textOf(cell)].filter((part) => part !== null);

/** `DA`, `NU`, 1, 0, true; null for anything else. */
export const yesOrNo = (cell: Cell | undefined): boolean | null => folded(textOf(cell) ?? '', yesIn);

const yesIn = (given: string): boolean | null => (YES.has(given) ? true : NO.has(given) ? false : null);

const YES = new Set(['da', '1', 'true', 'yes']);
const NO = new Set(['nu', '0', 'false', 'no']);

/** `cn 1096282/2024` → `CN1096282`. Old ones are digits only, four or more; null for anything else. */
export function noticeNumber(cell: Cell | undefined): string | null {
  const given = textOf(cell);
  if (given === null) return null;
  const [, letters = '', digits, old] = /^(?:([A-Z]{1,6})[\s-]*([0-9]{1,12})|([0-9]{4,12}))\b/i.exec(given) ?? [];
  return digits === undefined ? (old ?? null) : `${letters.toUpperCase()}${digits}`;
}

/** Columns of few different words, in millions of rows: what a word means is worked out once. */
export function folded<Meaning>(text: string, meaningOf: (folded: string) => Meaning): Meaning {
  const known = (MEANINGS.get(meaningOf) ?? new Map()) as Map<string, Meaning>;
  const meaning = known.get(text);
  if (meaning !== undefined) return meaning;
  if (known.size > WORDS_MAX) known.clear();
  const found = meaningOf(fold(text));
  MEANINGS.set(meaningOf, known.set(text, found));
  return found;
}

const MEANINGS = new Map<unknown, Map<string, unknown>>();
/** A column with more of them is one of free text. */
const WORDS_MAX = 1_000;

export const countOf = (cell: Cell | undefined): number | null => {
  const given = textOf(cell);
  return given !== null && /^[0-9]{1,6}$/.test(given) ? Number(given) : null;
};

/** Cells of the exports to values: days in four spellings, CPV codes, parties; amounts are in amounts.ts. */
import { text } from '#data/sources/cells.ts';
import { remembered } from '#data/sources/procurement/cell-meanings.ts';
import { isPersonalCode } from '#data/sources/procurement/persons-in-texts.ts';
import type { CpvRecord, PartyRecord } from '#data/sources/procurement/records.ts';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { addDays, bucharestInstant, type Day, isDay } from '#lib/values/date.ts';
import { fold } from '#lib/values/text.ts';

export const textOf = (cell: Cell | undefined): string | null =>
  typeof cell === 'number' ? String(cell) : text(cell ?? undefined);

/** The zero of Excel's day numbers, which treat 1900 as a leap year. */
const SERIAL_ZERO: Day = '1899-12-30';
/** 1982 to 2064: other numbers in a column of days are invalid. */
const SERIAL_MIN = 30_000;
const SERIAL_MAX = 60_000;

/** Null when it is empty or no day. `09/30/2022` has one valid order; where both orders are valid, the file's counts. */
export function dayOf(cell: Cell | undefined, monthFirst: boolean): Day | null {
  if (typeof cell === 'number') return dayOfSerial(cell);
  if (cell === undefined || cell === null || cell === '') return null;
  // An export has few different days, most of them with another hour in each row.
  const rest = cell.charCodeAt(DAY_LENGTH);
  const day = rest === BLANK || rest === T ? cell.slice(0, DAY_LENGTH) : cell;
  return monthFirst ? monthFirstDay(day) : plainDay(day);
}

const DAY_LENGTH = 10;
const BLANK = 32;
const T = 84;

const plainDay = remembered((cell) => dayIn(cell, false));
const monthFirstDay = remembered((cell) => dayIn(cell, true));

function dayIn(cell: string, monthFirst: boolean): Day | null {
  const iso = cell.charCodeAt(4) === DASH ? cell.slice(0, DAY_LENGTH) : '';
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

/** With a cache, because an export has few different days. */
function dayOfSerial(serial: number): Day | null {
  if (!(serial >= SERIAL_MIN && serial < SERIAL_MAX)) return null;
  const whole = Math.floor(serial);
  const day = SERIAL_DAYS.get(whole) ?? addDays(SERIAL_ZERO, whole);
  SERIAL_DAYS.set(whole, day);
  return day;
}

const SERIAL_DAYS = new Map<number, Day>();

/** The instant in UTC of a cell with an hour in Bucharest; midnight means a day without an hour. */
export function instantOf(cell: Cell | undefined): string | null {
  const day = dayOf(cell, false);
  const [, hours, minutes, seconds = '0'] =
    typeof cell === 'string' ? (/[ T]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?/.exec(cell) ?? []) : [];
  const past = Number(minutes) * 60 + Number(seconds);
  if (day === null || hours === undefined || (Number(hours) === 0 && past === 0)) return null;
  return new Date(bucharestInstant(day, Number(hours)) + past * 1000).toISOString();
}

/** `34351100-3 - Autobuze (Rev.2)`, `34351100-3`, or a number that lost its leading zero. Null without a code. */
export function cpvOf(cell: Cell | undefined, title: Cell | undefined): CpvRecord | null {
  const content = textOf(cell);
  if (content === null) return null;
  const own = textOf(title);
  // Some exports have an internal id in the column of titles.
  const named = own !== null && /\p{L}/u.test(own) ? own : null;
  if (PLAIN_CPV.test(content))
    return { code: content.slice(0, CODE_DIGITS), title: named ?? cpvTitle(content.slice(PLAIN_CPV_LENGTH)) };
  const match = /^([0-9]{7,8})(?:\s*-\s*[0-9](?![0-9]))?(?:\s*-)?(.*)$/s.exec(content);
  if (!match) return null;
  return { code: (match[1] ?? '').padStart(CODE_DIGITS, '0'), title: named ?? cpvTitle(match[2] ?? '') };
}

/** Nearly all codes, without an expression that captures. */
const PLAIN_CPV = /^[0-9]{8}-[0-9](?:$| - )/;
const PLAIN_CPV_LENGTH = '34351100-3 - '.length;
const CODE_DIGITS = 8;

/** Without the version of the vocabulary at the end of every title. */
const cpvTitle = (title: string): string | null =>
  text(title.endsWith(')') ? title.replace(/(?<!\s)\s*\(Rev\.?\s*2\)\s*$/i, '') : title);

interface PartyCells {
  code: Cell | undefined;
  name: Cell | undefined;
  city?: Cell | undefined;
  county?: Cell | undefined;
  country?: Cell | undefined;
}

/** Null without a name and a code; a party without a name has its code as the name. */
export function partyOf(cells: PartyCells): PartyRecord | null {
  const code = codeOf(textOf(cells.code));
  const name = textOf(cells.name) ?? code;
  if (name === null) return null;
  return { code, name, city: textOf(cells.city), county: textOf(cells.county), country: textOf(cells.country) };
}

/** Verbatim, including foreign and malformed codes; null for a dash, zeros, `n/a` or a personal number. */
export const codeOf = (code: string | null): string | null =>
  code === null || (!PLAIN_CODE.test(code) && (NO_CODE.test(code) || isPersonalCode(code))) ? null : code;

/** Nearly all codes. */
const PLAIN_CODE = /^(?:RO ?)?[1-9][0-9]{1,9}$/;

const NO_CODE = /^(?:[^\p{L}\p{N}]+|0+|n\s*(?:[/.]\s*)?a\.?)$/iu;

/** The members of a consortium are in one cell, separated by semicolons, with codes in the same order; else there is one party. */
export function partiesOf(cells: PartyCells): PartyRecord[] {
  const names = partsOf(cells.name);
  const codes = partsOf(cells.code);
  if (names.length > 1 && (codes.length === names.length || codes.length === 0))
    return names.map((name, i) => ({ code: codeOf(codes[i] ?? null), name, city: null, county: null, country: null }));
  const party = partyOf(cells);
  return party === null ? [] : [party];
}

const partsOf = (cell: Cell | undefined): string[] =>
  typeof cell === 'string' && cell.includes(';')
    ? cell.split(';').flatMap((part) => text(part) ?? [])
    : [textOf(cell)].filter((part) => part !== null);

/** `DA`, `NU`, 1, 0, true; null for anything else. */
export const yesOrNo = (cell: Cell | undefined): boolean | null => yesIn(textOf(cell) ?? '');

const yesIn = remembered((text): boolean | null => {
  const word = fold(text);
  return YES.has(word) ? true : NO.has(word) ? false : null;
});

const YES = new Set(['da', '1', 'true', 'yes']);
const NO = new Set(['nu', '0', 'false', 'no']);

/** `cn 1096282/2024` → `CN1096282`. Old numbers have four or more digits only; null for anything else. */
export function noticeNumber(cell: Cell | undefined): string | null {
  const content = textOf(cell);
  if (content === null) return null;
  const [, letters = '', digits, old] = /^(?:([A-Z]{1,6})[\s-]*([0-9]{1,12})|([0-9]{4,12}))\b/i.exec(content) ?? [];
  return digits === undefined ? (old ?? null) : `${letters.toUpperCase()}${digits}`;
}

export const countOf = (cell: Cell | undefined): number | null => {
  const content = textOf(cell);
  return content !== null && /^[0-9]{1,6}$/.test(content) ? Number(content) : null;
};

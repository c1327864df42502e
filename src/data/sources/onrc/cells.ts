/** Cells of the registry's files: keys in two shapes, padded codes, telephone numbers in the column of web sites. */

import { text } from '#data/sources/cells.ts';
import { Refusal } from '#data/sources/text-table.ts';
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import type { CaenRevision } from './records.ts';

/** Some copies of the files have bars instead of carets. */
export const DELIMITERS = ['^', '|'] as const;

/** Parses keys, with a cache of the last one: the lines of a firm are mostly consecutive. */
export function registrationNumberReader(): (cell: string | undefined) => string | Refusal {
  let lastCell: string | undefined;
  let last: string | Refusal = '';
  return (cell = '') => {
    if (cell === lastCell) return last;
    lastCell = cell;
    last = parseRegistrationNumber(cell) ?? new Refusal('unreadable registration number', cell);
    return last;
  };
}

/** More than all days since 1900; bounds the memory for an invalid file. */
const DAYS_MAX = 50_000;

/** `DD/MM/YYYY`. The engine copies such short substrings, so that the cache retains no part of the file. */
const DAY_LENGTH = 10;

/** Parses days, with or without a time, with a cache: a file repeats them. */
export function dayReader(): (cell: string | undefined) => Day | null {
  const days = new Map<string, Day | null>();
  return (cell = '') => {
    const short = cell.length > DAY_LENGTH && cell.charAt(DAY_LENGTH) === ' ' ? cell.slice(0, DAY_LENGTH) : cell;
    const cached = days.get(short);
    if (cached !== undefined) return cached;
    const day = parseRomanianDay(short);
    if (short.length <= DAY_LENGTH && days.size < DAYS_MAX) days.set(short, day);
    return day;
  };
}

/** Padded with blanks and without leading zeros, as published; `0` means none. */
export function postalCode(cell: string | undefined): string | null {
  const code = text(cell);
  return code === null || /^0+$/.test(code) ? null : code;
}

/** `SRL`, `PFA` …; `N/A` means unknown to the registry. */
export function legalForm(cell: string | undefined): string | null {
  const form = text(cell);
  return form === 'N/A' ? null : form;
}

const SITE = /^(?:https?:\/\/)?(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?:[/:?#]\S*)?$/iu;

/** A web site, or null: the column also has telephone numbers and email addresses. */
export function website(cell: string | undefined): string | null {
  const site = text(cell);
  return site !== null && SITE.test(site) ? site : null;
}

const REVISIONS: Record<string, CaenRevision> = {
  '0': 'rev1998',
  '1': 'rev2003',
  '2': 'rev2',
  '3': 'rev3',
  '1998': 'rev1998',
  '2003': 'rev2003',
  '2008': 'rev2',
  '2025': 'rev3',
};

/** The version's number (0 to 3), or its year as older exports spell it: `Versiunea 2008`. */
export const caenRevision = (cell: string | undefined): CaenRevision | undefined =>
  REVISIONS[(cell ?? '').replace(/\D+/g, '')];

/** Cells of the registry's files: keys in two shapes, padded codes, telephone numbers where a web site should stand. */

import { text } from '#data/sources/cells.ts';
import { Refusal } from '#data/sources/text-table.ts';
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import type { CaenRevision } from './records.ts';

/** Some copies of the files circulate with bars instead of carets. */
export const DELIMITERS = ['^', '|'] as const;

/** Reads keys in the order of a file, where the lines of one firm mostly stand together: the key is worked out once for them. */
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

/** All days since 1900 are fewer; a file of nonsense must not fill the memory. */
const DAYS_REMEMBERED_MAX = 50_000;

/** `DD/MM/YYYY`. Strings this short are copied when cut out of a line, so remembering one keeps no part of the file in memory. */
const DAY_LENGTH = 10;

/** Reads days, with or without a time behind them; the same ones come over and over, so each is worked out once. */
export function dayReader(): (cell: string | undefined) => Day | null {
  const known = new Map<string, Day | null>();
  return (cell = '') => {
    const short = cell.length > DAY_LENGTH && cell.charAt(DAY_LENGTH) === ' ' ? cell.slice(0, DAY_LENGTH) : cell;
    const remembered = known.get(short);
    if (remembered !== undefined) return remembered;
    const day = parseRomanianDay(short);
    if (short.length <= DAY_LENGTH && known.size < DAYS_REMEMBERED_MAX) known.set(short, day);
    return day;
  };
}

/** Padded with blanks, old codes of four or five digits as they are; `0` stands for none. */
export function postalCode(cell: string | undefined): string | null {
  const code = text(cell);
  return code === null || /^0+$/.test(code) ? null : code;
}

/** `SRL`, `PFA` …; `N/A` says that the registry does not know it either. */
export function legalForm(cell: string | undefined): string | null {
  const form = text(cell);
  return form === 'N/A' ? null : form;
}

const SITE = /^(?:https?:\/\/)?(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?:[/:?#]\S*)?$/iu;

/** A web site, or null: telephone numbers and mail addresses stand in the column too. */
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

/**
 * The class of Rev.2 that a firm of a Rev.3 class was in before: the same code where it stands for the same, else the class that
 * does the same under another code. Invented where neither is known: no official table maps one revision to the other.
 */

import { readReference } from '#lib/values/reference-tables.ts';
import { fold } from '#lib/values/text.ts';

/** Of the busiest classes, those whose titles changed with their codes; 4781 of Rev.3 sells cars, that of Rev.2 food at market stalls. */
const MOVED = new Map(
  Object.entries({
    '3100': '3109', // furniture
    '4672': '4531', // wholesale of parts of motor vehicles
    '4673': '4540', // motorcycles
    '4712': '4719', // other non-specialised retail
    '4740': '4741', // computers and telephones
    '4781': '4511', // sale of motor vehicles
    '4782': '4532', // retail of parts of motor vehicles
    '4933': '4932', // taxis and cars with drivers
    '6220': '6202', // computer consultancy
    '9531': '4520', // repair of motor vehicles
    '9621': '9602', // hairdressers
    '9622': '9602', // beauty care
  }),
);

type Class = { code: string; title_ro: string; title_en: string };

const before = readReference<keyof Class | 'code_in_rev3'>('caen-rev2.tsv');
const sameStill = new Set(before.filter((row) => row.code_in_rev3 === 'same_title').map(({ code }) => code));

/** By either title; a title that two classes have tells nothing. */
const byTitle = new Map(
  [
    ...Map.groupBy(
      before.flatMap((row) => titlesOf(row).map((title) => ({ title, code: row.code }))),
      ({ title }) => title,
    ),
  ]
    .filter(([, rows]) => new Set(rows.map(({ code }) => code)).size === 1)
    .map(([title, rows]) => [title, rows[0]?.code ?? '']),
);

const titled = new Map(
  readReference<keyof Class>('caen-rev3.tsv').map((row) => [
    row.code,
    titlesOf(row).flatMap((title) => byTitle.get(title) ?? []),
  ]),
);

export function classBefore(code: string): string {
  if (sameStill.has(code)) return code;
  const [same] = titled.get(code) ?? [];
  return MOVED.get(code) ?? same ?? nearest(code);
}

function titlesOf({ title_ro, title_en }: Class): string[] {
  return [title_ro, title_en].map((title) => fold(title));
}

/** The same code, else the one that shares the longest beginning; among those the first. */
function nearest(code: string): string {
  for (let length = 4; length > 0; length--) {
    const near = before.find((candidate) => candidate.code.startsWith(code.slice(0, length)));
    if (near) return near.code;
  }
  throw new Error(`No Rev.2 class is near ${code}.`);
}

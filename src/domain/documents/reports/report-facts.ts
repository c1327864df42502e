/**
 * What the text of a supplier-performance report says plainly: how the contract was kept, and whether damages were claimed. Authorities
 * write as they like, and forms leave in what does not apply: what is said twice in two ways, or in other words, is not known.
 */

import type { ReportRecord } from '#data/sources/procurement/records.ts';
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { parseDealBani } from '#lib/values/money.ts';
import { fold } from '#lib/values/text.ts';

type Rating = NonNullable<ReportRecord['rating']>;

export interface ReportFacts {
  issuedOn: Day | null;
  kind: 'primar' | 'final' | null;
  rating: Rating | null;
  damagesClaimed: boolean | null;
  /** Bani. */
  damagesAmount: number | null;
  contract: { number: string; date: Day | null } | null;
}

/** What decides stands on the first pages; further ones are annexes. */
const READ_MAX = 50_000;
/** Where a report says what it is. */
const HEAD = 1_000;

export function reportFacts(text: string): ReportFacts {
  // One line: where lines of a page end says nothing.
  const line = text.slice(0, READ_MAX).replace(/\s+/g, ' ');
  const plain = fold(line);
  return {
    issuedOn: dayIn(ISSUED.exec(plain)?.[1]),
    kind: only(plain.slice(0, HEAD).matchAll(KIND), ([, kind]) => kind as 'primar' | 'final'),
    rating: only(ratingsIn(plain), (rating) => rating),
    ...damagesIn(plain),
    contract: contractIn(line),
  };
}

const KIND = /\b(primar|final)\b/g;
const DAY = `([0-9]{1,2}[./][0-9]{1,2}[./][0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2})`;
const ISSUED = new RegExp(String.raw`\bemis (?:la |in |pe )?(?:data )?(?:de )?${DAY}`);
const CONTRACT = new RegExp(
  String.raw`\bcontract(?:ul|ului)?(?: [\p{L}-]{1,20}){0,4} nr\.? ?([^\s,;]{1,60}) din (?:data de )?${DAY}`,
  'iu',
);

const dayIn = (text: string | undefined): Day | null => (text === undefined ? null : parseRomanianDay(text));

function contractIn(line: string): ReportFacts['contract'] {
  const [, number, day] = CONTRACT.exec(line) ?? [];
  return number === undefined ? null : { number, date: dayIn(day) };
}

/** The value that all of them have; null when there is none, or another one too. */
function only<Found, Value>(found: Iterable<Found>, read: (one: Found) => Value): Value | null {
  const values = new Set(Array.from(found, read));
  const [first] = values;
  return values.size === 1 && first !== undefined ? first : null;
}

/** The verb itself: titles speak of `îndeplinirea sau neîndeplinirea obligațiilor`. */
const KEPT = /\b(nu )?(?:si-a |si-au |isi )(?:indeplinit|executat|respectat)\b/g;
const KEPT_BY_THEM = /\bobligatiile(?: contractuale)? (nu )?au fost (?:indeplinite|executate|respectate)\b/g;
const PARTLY = /\b(?:partial|in parte|cu intarziere|necorespunzator|defectuos)\b/;
/** After the verb, up to the end of its sentence and no further than this. */
const SENTENCE = 200;

function* ratingsIn(plain: string): Generator<Rating> {
  for (const pattern of [KEPT, KEPT_BY_THEM])
    for (const { 0: verb, 1: not, index } of plain.matchAll(pattern)) {
      const from = index + verb.length;
      const [rest = ''] = plain.slice(from, from + SENTENCE).split(/[.;]/, 1);
      yield PARTLY.test(rest) ? 'partly' : not ? 'notFulfilled' : 'fulfilled';
    }
}

const DAMAGES = 'daune(?:-| )interese';
const CLAIMED = new RegExp(
  String.raw`\b(nu )?(?:s-au |au fost |a |au )(?:solicitat|pretins|stabilit|perceput|cerut)e?(?: [\p{L}-]{1,20}){0,3} ${DAMAGES}`,
  'gu',
);
const AMOUNT = new RegExp(
  String.raw`\b${DAMAGES}(?: [\p{L}-]{1,20}){0,4}(?: in (?:cuantum|valoare|suma) de| de|:) ?([0-9](?:[0-9., ]{0,20}[0-9])?) ?(?:lei|ron)\b`,
  'gu',
);
const NOT_THE_CASE = new RegExp(String.raw`\b${DAMAGES}:? (?:nu (?:este|e) cazul|nu)\b`, 'g');

function damagesIn(plain: string): Pick<ReportFacts, 'damagesClaimed' | 'damagesAmount'> {
  const amounts = [...plain.matchAll(AMOUNT)].map(([, amount = '']) => baniOf(amount));
  const said = [
    ...amounts.map(() => true),
    ...[...plain.matchAll(CLAIMED)].map(([, not]) => not === undefined),
    ...[...plain.matchAll(NOT_THE_CASE)].map(() => false),
  ];
  const damagesClaimed = only(said, (claimed) => claimed);
  return { damagesClaimed, damagesAmount: damagesClaimed === true ? only(amounts, (bani) => bani) : null };
}

/** `12.345,67`, `12 345`, `12345.67`; null when it could be two amounts. */
function baniOf(text: string): number | null {
  if (/^[0-9]{1,3}(?:[. ][0-9]{3})*(?:,[0-9]{1,2})?$/.test(text) || /^[0-9]+,[0-9]{1,2}$/.test(text))
    return parseDealBani(text.replace(/[. ]/g, '').replace(',', '.'));
  return /^[0-9]+(?:\.[0-9]{1,2})?$/.test(text) ? parseDealBani(text) : null;
}

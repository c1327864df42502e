/** Converts a collected supplier-performance report into a line of our import format (docs/import-formats.md), or returns the reason of a failure. */
import type { PartyRecord, ReportRecord } from '#data/sources/procurement/records.ts';
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { parseDealBani } from '#lib/values/money.ts';
import { fold, words } from '#lib/values/text.ts';

/** A contract of the report's award notice. */
export interface AwardedContract {
  number: string | null;
  date: Day | null;
  /** The notice that began the procedure. */
  notice: string | null;
  authority: PartyRecord;
  suppliers: readonly PartyRecord[];
}

export interface CollectedReport {
  ackDocId: string;
  documentId: string;
  /** File name in the list. */
  name: string;
  /** Day in the list; null where it has none. */
  issuedOn: Day | null;
  /** Null where no text could be read. */
  text: string | null;
}

/** Why a report is rejected: no supplier is ever guessed. */
export type ReportRejection = 'noId' | 'noText' | 'noAward' | 'noSupplier' | 'noDay';

/** Limit of the text; a line of the format holds 65,536. */
const TEXT_MAX = 30_000;
/** Pattern of the format. */
const ID = /^[\w.~-]{1,100}$/;

export function reportLine(report: CollectedReport, awarded: readonly AwardedContract[]): object | ReportRejection {
  const { ackDocId, documentId, name, text } = report;
  if (!ID.test(ackDocId)) return 'noId';
  if (text === null || text.trim() === '') return 'noText';
  const [first] = awarded;
  if (first === undefined) return 'noAward';
  const facts = reportFacts(text);
  const issuedOn = report.issuedOn ?? facts.issuedOn;
  if (issuedOn === null) return 'noDay';
  const numbered = facts.contract && awarded.filter(({ number }) => isNumber(number, facts.contract?.number ?? ''));
  const supplier = supplierIn(text, numbered?.length === 1 ? numbered : awarded);
  if (supplier === null) return 'noSupplier';
  const own = awarded.filter(({ suppliers }) => suppliers.some((each) => isSame(each, supplier)));
  const contract = own.find((each) => numbered?.includes(each)) ?? (own.length === 1 ? own[0] : undefined);
  return {
    ackDocId,
    supplier,
    authority: first.authority,
    contractNumber: contract?.number ?? null,
    contractDate: contract?.date ?? null,
    notice: first.notice,
    issuedOn,
    // Falls back to the file name, then to the generic name.
    kind: facts.kind ?? reportFacts(name.replaceAll('_', ' ')).kind ?? 'document constatator',
    rating: facts.rating,
    damagesClaimed: facts.damagesClaimed,
    damagesLei: facts.damagesAmount === null ? null : facts.damagesAmount / 100,
    text: lineText(text),
    documentId,
  };
}

/** Control characters are removed: escaping them would make the line too long. */
const lineText = (text: string): string =>
  text
    .trim()
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .slice(0, TEXT_MAX)
    .toWellFormed();

const isNumber = (number: string | null, word: string): boolean =>
  number !== null && fold(number).replace(/\s+/g, '') === fold(word).replace(/\s+/g, '');

/** The supplier whose fiscal code, or else whose name, is in the text; a single supplier needs neither. */
function supplierIn(text: string, awarded: readonly AwardedContract[]): PartyRecord | null {
  const parties: PartyRecord[] = [];
  for (const party of awarded.flatMap(({ suppliers }) => suppliers))
    if (!parties.some((each) => isSame(each, party))) parties.push(party);
  if (parties.length === 1) return parties[0] ?? null;
  const found = words(text);
  const numbers = new Set(found.map(digitsOf));
  const coded = parties.filter(({ code }) => code !== null && digitsOf(code) !== '' && numbers.has(digitsOf(code)));
  if (coded.length === 1) return coded[0] ?? null;
  const line = ` ${found.join(' ')} `;
  const named = parties.filter(({ name }) => line.includes(` ${words(name).join(' ')} `));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** `RO90000022` and `90000022` are the same code. */
const digitsOf = (code: string): string => /^(?:ro)?0*([0-9]{2,10})$/i.exec(code.replace(/\s+/g, ''))?.[1] ?? '';

const isSame = (one: PartyRecord, other: PartyRecord): boolean =>
  one.code !== null && other.code !== null ? one.code === other.code : fold(one.name) === fold(other.name);

type Rating = NonNullable<ReportRecord['rating']>;

interface ReportFacts {
  issuedOn: Day | null;
  kind: 'primar' | 'final' | null;
  rating: Rating | null;
  damagesClaimed: boolean | null;
  /** Bani. */
  damagesAmount: number | null;
  contract: { number: string; date: Day | null } | null;
}

/** The relevant facts are on the first pages; later pages are annexes. */
const READ_MAX = 50_000;
/** Length of the heading, which names the kind of report. */
const HEAD = 1_000;

export function reportFacts(text: string): ReportFacts {
  // Line breaks carry no meaning.
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

/** The value common to all; null when there is none or several. */
function only<Found, Value>(found: Iterable<Found>, read: (one: Found) => Value): Value | null {
  const values = new Set(Array.from(found, read));
  const [first] = values;
  return values.size === 1 && first !== undefined ? first : null;
}

/** The verb itself: titles mention `îndeplinirea sau neîndeplinirea obligațiilor`. */
const FULFILLED = /\b(nu )?(?:si-a |si-au |isi )(?:indeplinit|executat|respectat)\b/g;
const FULFILLED_PASSIVE = /\bobligatiile(?: contractuale)? (nu )?au fost (?:indeplinite|executate|respectate)\b/g;
const PARTLY = /\b(?:partial|in parte|cu intarziere|necorespunzator|defectuos)\b/;
/** Text after the verb: to the end of its sentence, at most this long. */
const SENTENCE = 200;

function* ratingsIn(plain: string): Generator<Rating> {
  for (const pattern of [FULFILLED, FULFILLED_PASSIVE])
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
  const claims = [
    ...amounts.map(() => true),
    ...[...plain.matchAll(CLAIMED)].map(([, not]) => not === undefined),
    ...[...plain.matchAll(NOT_THE_CASE)].map(() => false),
  ];
  const damagesClaimed = only(claims, (claimed) => claimed);
  return { damagesClaimed, damagesAmount: damagesClaimed === true ? only(amounts, (bani) => bani) : null };
}

/** `12.345,67`, `12 345`, `12345.67`; null when the amount is ambiguous. */
function baniOf(text: string): number | null {
  if (/^[0-9]{1,3}(?:[. ][0-9]{3})*(?:,[0-9]{1,2})?$/.test(text) || /^[0-9]+,[0-9]{1,2}$/.test(text))
    return parseDealBani(text.replace(/[. ]/g, '').replace(',', '.'));
  return /^[0-9]+(?:\.[0-9]{1,2})?$/.test(text) ? parseDealBani(text) : null;
}

/** A collected supplier-performance report as a line of our own import format (docs/import-formats.md), or why there is none. */
import type { PartyRecord, ReportRecord } from '#data/sources/procurement/records.ts';
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { parseDealBani } from '#lib/values/money.ts';
import { fold, words } from '#lib/values/text.ts';

/** A contract of the award notice that the report hangs on. */
export interface AwardedContract {
  number: string | null;
  date: Day | null;
  /** That began the procedure. */
  notice: string | null;
  authority: PartyRecord;
  suppliers: readonly PartyRecord[];
}

export interface CollectedReport {
  ackDocId: string;
  documentId: string;
  /** As the list names the file. */
  name: string;
  /** As the list says; null where it does not. */
  issuedOn: Day | null;
  /** Null where none could be read. */
  text: string | null;
}

/** Why a report cannot be told: nobody guesses whom it is about. */
export type ReportRejection = 'noId' | 'noText' | 'noAward' | 'noSupplier' | 'noDay';

/** Characters of a text; a line of the format holds 65,536. */
const TEXT_MAX = 30_000;
/** As the format has it. */
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
    // As it calls itself, where it does not say which of the two it is.
    kind: facts.kind ?? reportFacts(name.replaceAll('_', ' ')).kind ?? 'document constatator',
    rating: facts.rating,
    damagesClaimed: facts.damagesClaimed,
    damagesLei: facts.damagesAmount === null ? null : facts.damagesAmount / 100,
    text: lineText(text),
    documentId,
  };
}

/** Signs that a line would have to spell out would make it too long. */
const lineText = (text: string): string =>
  text
    .trim()
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .slice(0, TEXT_MAX)
    .toWellFormed();

const isNumber = (number: string | null, said: string): boolean =>
  number !== null && fold(number).replace(/\s+/g, '') === fold(said).replace(/\s+/g, '');

/** The one whose fiscal code, or else whose name, stands in the text; the only one that there is. */
function supplierIn(text: string, awarded: readonly AwardedContract[]): PartyRecord | null {
  const parties: PartyRecord[] = [];
  for (const party of awarded.flatMap(({ suppliers }) => suppliers))
    if (!parties.some((each) => isSame(each, party))) parties.push(party);
  if (parties.length === 1) return parties[0] ?? null;
  const said = words(text);
  const numbers = new Set(said.map(digitsOf));
  const coded = parties.filter(({ code }) => code !== null && digitsOf(code) !== '' && numbers.has(digitsOf(code)));
  if (coded.length === 1) return coded[0] ?? null;
  const line = ` ${said.join(' ')} `;
  const named = parties.filter(({ name }) => line.includes(` ${words(name).join(' ')} `));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** `RO90000022` and `90000022` are one code. */
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
const FULFILLED = /\b(nu )?(?:si-a |si-au |isi )(?:indeplinit|executat|respectat)\b/g;
const FULFILLED_PASSIVE = /\bobligatiile(?: contractuale)? (nu )?au fost (?:indeplinite|executate|respectate)\b/g;
const PARTLY = /\b(?:partial|in parte|cu intarziere|necorespunzator|defectuos)\b/;
/** After the verb, up to the end of its sentence and no further than this. */
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

/** A collected supplier-performance report as a line of our own import format (docs/import-formats.md), or why there is none. */

import type { PartyRecord } from '#data/sources/procurement/records.ts';
import type { Day } from '#lib/values/date.ts';
import { fold, words } from '#lib/values/text.ts';
import { reportFacts } from './report-facts.ts';

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
export type Untold = 'noId' | 'noText' | 'noAward' | 'noSupplier' | 'noDay';

/** Characters of a text; a line of the format holds 65,536. */
const TEXT_MAX = 30_000;
/** As the format has it. */
const ID = /^[\w.~-]{1,100}$/;

export function reportLine(report: CollectedReport, awarded: readonly AwardedContract[]): object | Untold {
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

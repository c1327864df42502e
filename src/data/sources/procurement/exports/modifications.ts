/** Modifications of contracts, exported since 2021: what changed after signing, and the value before and after. */
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { ModificationRecord } from '#data/sources/procurement/records.ts';
import { Refusal } from '#data/sources/text-table.ts';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { amountOf, currencyIn, currencyNamed, Marks } from './amounts.ts';
import type { ExportTable } from './batch.ts';
import { PAST_THE_END, positionsOf } from './columns.ts';
import { dayOf, noticeNumber, partyOf, textOf } from './values.ts';

const NAMES = {
  authority: 'autoritatecontractanta denumireautoritatecontractanta autoritateconractanta',
  authorityCode: 'cuiautoritatecontractanta cuiautoritateconractanta autoritatecontractantacui',
  awardNotice: 'numaranuntatribuire',
  publishedOn: 'datapublicare dataanuntdemodificare dataanuntmodificare',
  number: 'numarcontract nrcontract',
  date: 'datacontract dtaacontract',
  currency: 'moneda valuta',
};

/** Longer ones repeat whole clauses of the contract. Cut behind the removal of persons: half a number is not recognised. */
const DESCRIPTION_LENGTH_MAX = 4_000;

export const modificationsTable: ExportTable<'modifications'> = {
  kind: 'modifications',
  expected: 'modifications of contracts (numar contract, descrierea modificarilor)',
  readerFor(header) {
    // `Secțiunea VII.2.1 Descrierea modificărilor`, with the numbers of the form and their misspellings in front.
    const find = (part: RegExp): number => {
      const at = header.findIndex((name) => part.test(name));
      return at < 0 ? PAST_THE_END : at;
    };
    const description = find(/descriereamodificarilor$/);
    const before = find(/^valoare.*inaintedemodificari/);
    const after = find(/^valoare.*dupamodificari/);
    const at = positionsOf(header, NAMES);
    if ([description, at.authority, at.number].includes(PAST_THE_END)) return null;
    const marks = new Marks();
    const record = (cells: Cell[], monthFirst: boolean): ModificationRecord | Refusal => {
      const number = textOf(cells[at.number]);
      const authority = partyOf({ code: cells[at.authorityCode], name: cells[at.authority] });
      if (number === null || authority === null)
        return new Refusal('modification without a contract or an authority', String(number));
      const [valueBefore, valueAfter] = [before, after].map((column) => amountOf(cells[column], marks));
      if (valueBefore === undefined || valueAfter === undefined)
        return new Refusal('value is no amount', String(cells[valueBefore === undefined ? before : after]));
      return {
        authority,
        number,
        date: dayOf(cells[at.date], monthFirst),
        awardNotice: noticeNumber(cells[at.awardNotice]),
        publishedOn: dayOf(cells[at.publishedOn], monthFirst),
        description: stripPersons(textOf(cells[description]))?.slice(0, DESCRIPTION_LENGTH_MAX) ?? null,
        currency: currencyIn(cells[after]) ?? currencyNamed(textOf(cells[at.currency]) ?? '') ?? 'RON',
        valueBefore,
        valueAfter,
      };
    };
    const observe = (cells: Cell[]): void => {
      marks.observe(cells[before]);
      marks.observe(cells[after]);
    };
    return { observe, record, amount: (cells) => amountOf(cells[after], marks) ?? null };
  },
};

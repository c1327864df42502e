/** Initiation notices, as exported from 2007 on. Titles are published since 2023 only. */
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { NoticeRecord } from '#data/sources/procurement/records.ts';
import { Refusal } from '#data/sources/text-table.ts';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { amountOf, Marks } from './amounts.ts';
import type { ExportTable } from './batch.ts';
import { PAST_THE_END, positionsOf } from './columns.ts';
import { currencyAt, moneyColumns } from './lei.ts';
import { cpvOf, dayOf, instantOf, noticeNumber, partyOf, textOf } from './values.ts';

const NAMES = {
  notice: 'numaranuntinitiere numaranunt numaranuntparticipare numaranuntinvitatie numarinvitatie numar',
  kind: 'tipanunt tip',
  authority: 'autoritatecontractanta denumireac denumireautoritatecontractanta autoritateconractanta',
  authorityCode: 'cuiautoritatecontractanta cuiautoritateconractanta cuiautoritate cuiac cui',
  authorityCity: 'localitate localitateautoritatecontractanta',
  authorityCounty: 'judet judetautoritate judetautoritatecontractanta',
  title: 'denumireprocedura denumire titlucontract obiectcontract',
  cpv: 'codcpv maincpv maincpvcode codcpvprocedura cpvcode',
  cpvTitle: 'denumirecpv maincpvname denumirecodcpv denumirecpvprocedura',
  estimatedValue: 'valoareestimataproceduraron valoareestimata valoareestimataprocedura valoareestimataron',
  currency: 'moneda monedavaloareestimata',
  procedure: 'tipprocedura',
  publishedOn: 'datapublicare dataanunt',
  deadline: 'datalimitadepunereoferte termenlimitadepunereoferte datalimitaprimireoferte',
  state: 'stareprocedura stare',
};

/** Columns of awards: a table with one of them has no notices. */
const AWARDED = ['ofertantcastigator', 'castigator', 'numecastigator', 'catigator', 'numarcontract', 'datacontract'];

export const noticesTable: ExportTable<'notices'> = {
  kind: 'notices',
  expected: 'initiation notices (numar anunt initiere, data publicare, autoritate contractanta, valoare estimata)',
  readerFor(header) {
    const at = positionsOf(header, NAMES);
    const needed = [at.notice, at.authority, at.estimatedValue];
    if (needed.includes(PAST_THE_END) || header.some((name) => AWARDED.includes(name))) return null;
    const marks = new Marks();
    const money = moneyColumns(header, at.estimatedValue, at.currency);
    const observe = (cells: Cell[]): void => marks.observe(cells[at.estimatedValue]);
    const record = (cells: Cell[], monthFirst: boolean): NoticeRecord | Refusal => {
      const notice = noticeNumber(cells[at.notice]);
      if (notice === null) return new Refusal('notice without a number', String(cells[at.notice]));
      const authority = partyOf({
        code: cells[at.authorityCode],
        name: cells[at.authority],
        city: cells[at.authorityCity],
        county: cells[at.authorityCounty],
      });
      if (authority === null) return new Refusal('notice without an authority', notice);
      const estimatedValue = amountOf(cells[at.estimatedValue], marks);
      if (estimatedValue === undefined) return new Refusal('value is no amount', String(cells[at.estimatedValue]));
      const cpv = cpvOf(cells[at.cpv], cells[at.cpvTitle]);
      return {
        notice,
        systemId: null,
        procedureId: null,
        type: typeOf(notice),
        title: stripPersons(textOf(cells[at.title])) ?? cpv?.title ?? notice,
        authority,
        cpv,
        estimatedValue,
        currency: currencyAt(cells, money),
        procedureType: textOf(cells[at.procedure]),
        publishedAt: instantOf(cells[at.publishedOn]),
        publishedOn: dayOf(cells[at.publishedOn], monthFirst),
        deadlineAt: instantOf(cells[at.deadline]),
        state: textOf(cells[at.state]),
        lots: null,
        hasDocuments: null,
      };
    };
    return { observe, record, amount: (cells) => amountOf(cells[at.estimatedValue], marks) ?? null };
  },
};

/** The letters of a number. Old numbers have none: those exports have participation notices only. */
export const typeOf = (notice: string): string => /^[A-Z]+/.exec(notice)?.[0] ?? 'CN';

/** Award notices of direct purchases made outside the catalogue (`DAN…`), in the years that export them. */
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { AwardRecord } from '#data/sources/procurement/records.ts';
import { Refusal } from '#data/sources/text-table.ts';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { Marks } from './amounts.ts';
import type { ExportTable } from './batch.ts';
import { PAST_THE_END, positionsOf } from './columns.ts';
import { leiAt, moneyColumns } from './lei.ts';
import { cpvOf, dayOf, noticeNumber, partyOf, textOf } from './values.ts';

const NAMES = {
  authority: 'autoritatecontractanta denumireac denumireautoritatecontractanta autoritateconractanta',
  authorityCode: 'cuiautoritatecontractanta autoritatecontractantacui cuiac cuiautoritateconractanta cui',
  supplier: 'ofertantcastigator castigator numecastigator catigator ofertant',
  supplierCode: 'cuiofertantcastigator castigatorcui cuicastigator cuicatigator cuiofertant',
  id: 'numarnotificareatribuire numarnotificare numaranuntatribuireachizitiedirecta',
  object: 'obiectcontract obiectulcontractului obiectachizitie denumireachizitie denumire',
  cpv: 'codcpv cpvcode',
  cpvTitle: 'denumirecpv cpvcodename denumirecodcpv',
  value: 'valoareatribuitaron valoareatribuita valoareron valoare',
  currency: 'moneda valuta',
  publishedOn: 'datapublicare datanotificare',
};

export const awardsTable: ExportTable<'awards'> = {
  kind: 'awards',
  expected:
    'award notices of direct purchases (autoritate contractanta, numar notificare atribuire, valoare atribuita)',
  readerFor(header) {
    const at = positionsOf(header, NAMES);
    if ([at.authority, at.id, at.value].includes(PAST_THE_END)) return null;
    const marks = new Marks();
    const money = moneyColumns(header, at.value, at.currency);
    const observe = (cells: Cell[]): void => marks.observe(cells[at.value]);
    const record = (cells: Cell[], monthFirst: boolean): AwardRecord | Refusal => {
      const id = noticeNumber(cells[at.id]);
      if (id === null) return new Refusal('award notice without a number', String(cells[at.id]));
      const authority = partyOf({ code: cells[at.authorityCode], name: cells[at.authority] });
      if (authority === null) return new Refusal('award notice without an authority', id);
      const value = leiAt(cells, money, marks);
      if (value === undefined) return new Refusal('value is no amount', String(cells[at.value]));
      return {
        id,
        object: stripPersons(textOf(cells[at.object])) ?? id,
        authority,
        supplier: partyOf({ code: cells[at.supplierCode], name: cells[at.supplier] }),
        cpv: cpvOf(cells[at.cpv], cells[at.cpvTitle]),
        value,
        publishedOn: dayOf(cells[at.publishedOn], monthFirst),
      };
    };
    return { record, observe, amount: (cells) => leiAt(cells, money, marks) ?? null };
  },
};

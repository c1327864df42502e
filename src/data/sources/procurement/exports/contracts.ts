/** Contracts of award notices, as exported from 2007 on: one row a contract, a winner or a lot. */
import { hash } from 'node:crypto';
import { remembered } from '#data/sources/procurement/cell-meanings.ts';
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { ContractKind, ContractRecord } from '#data/sources/procurement/records.ts';
import { Refusal } from '#data/sources/text-table.ts';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { fold } from '#lib/values/text.ts';
import { amountOf, currencyIn, currencyNamed, Marks } from './amounts.ts';
import type { ExportTable } from './batch.ts';
import { PAST_THE_END, positionsOf } from './columns.ts';
import { countOf, cpvOf, dayOf, noticeNumber, partiesOf, partyOf, textOf, yesOrNo } from './values.ts';

const NAMES = {
  authority: 'autoritatecontractanta denumireac numeac denumireautoritatecontractanta autoritateconractanta',
  authorityCode: 'cuiautoritatecontractanta autoritatecontractantacui cuiac cuiautoritateconractanta cui',
  authorityCity: 'localitateautoritatecontractanta autoritatecontractantalocalitate',
  authorityCounty: 'judetautoritatecontractanta autoritatecontractantajudet judetautoritate judet',
  supplier: 'ofertantcastigator castigator numecastigator catigator ofertant',
  supplierCode: 'cuiofertantcastigator castigatorcui cuicastigator cuicatigator cuiofertant cuiof',
  supplierCity: 'castigatorlocalitate localitatecastigator orascastigator localitateofertantcastigator',
  supplierCounty: 'castigatorjudet judetcastigator judetofertantcastigator',
  supplierCountry: 'castigatortara taracastigator taraofertantcastigator',
  number: 'numarcontract nrcontract',
  title: 'titlucontract denumirecontract obiectcontract denumireprocedura',
  date: 'datacontract dtaacontract',
  value: 'valoare valoarecontract valoareatribuita',
  currency: 'moneda monedacontract valuta',
  valueRon: 'valoarecontractron valoareatribuitaron valoareron valoarecontractlei valoarelei',
  concluded: 'tipincheierecontract tipinchierecontract tipincheiere',
  through: 'incheiatprin',
  cpv: 'codcpv cpvcode',
  cpvTitle: 'denumirecpv cpvcodename denumirecodcpv',
  notice: 'numaranuntinitiere numaranuntparticipare numaranuntai numarinvitatie',
  procedure: 'tipprocedura',
  awardNotice: 'numaranuntatribuire numaranunt',
  awardedOn: 'datapublicare dataanuntatribuire dataanunt',
  lot: 'numarlot nrlot lot',
  offers: 'numaroferteprimite numaroferte',
  euFunded: 'finantareprinfonduricomunitare fonduricomunitare fondurieuropene',
};

export const contractsTable: ExportTable<'contracts'> = {
  kind: 'contracts',
  expected: 'contracts (autoritate contractanta, ofertant castigator, numar contract, data contract, valoare)',
  readerFor(header) {
    const at = positionsOf(header, NAMES);
    const needed = [at.authority, at.supplier, Math.min(at.number, at.date), Math.min(at.value, at.valueRon)];
    if (needed.includes(PAST_THE_END)) return null;
    const marks = new Marks();
    const money = (cells: Cell[]) => moneyOf(cells[at.value], cells[at.valueRon], cells[at.currency], marks);
    const record = (cells: Cell[], monthFirst: boolean): ContractRecord | Refusal => {
      const authority = partyOf({
        code: cells[at.authorityCode],
        name: cells[at.authority],
        city: cells[at.authorityCity],
        county: cells[at.authorityCounty],
      });
      if (authority === null) return new Refusal('contract without an authority', String(cells[at.number]));
      const amounts = money(cells);
      if (typeof amounts === 'string') return new Refusal('value is no amount', amounts);
      const title = stripPersons(textOf(cells[at.title]));
      const kind = kindOf(textOf(cells[at.concluded]), textOf(cells[at.through]), title);
      return {
        number: textOf(cells[at.number]),
        title,
        date: dayOf(cells[at.date], monthFirst),
        kind,
        value: amounts.value,
        currency: amounts.currency,
        valueRon: amounts.valueRon,
        authority,
        suppliers: partiesOf({
          code: cells[at.supplierCode],
          name: cells[at.supplier],
          city: cells[at.supplierCity],
          county: cells[at.supplierCounty],
          country: cells[at.supplierCountry],
        }),
        cpv: cpvOf(cells[at.cpv], cells[at.cpvTitle]),
        notice: noticeNumber(cells[at.notice]),
        procedureType: textOf(cells[at.procedure]),
        awardNotice: noticeNumber(cells[at.awardNotice]),
        awardedOn: dayOf(cells[at.awardedOn], monthFirst),
        lots: at.lot === PAST_THE_END ? null : lotsOf(cells[at.lot]),
        cancelledLots: null,
        offersReceived: countOf(cells[at.offers]),
        euFunded: yesOrNo(cells[at.euFunded]),
        cells: hash('sha1', cells.join('\n')).slice(0, 16),
      };
    };
    const observe = (cells: Cell[]): void => {
      marks.observe(cells[at.value]);
      marks.observe(cells[at.valueRon]);
    };
    const amount = (cells: Cell[]): number | null => {
      const amounts = money(cells);
      return typeof amounts === 'string' ? (amountOf(cells[at.valueRon], marks) ?? null) : amounts.valueRon;
    };
    return { observe, record, amount };
  },
};

interface Money {
  value: number | null;
  currency: string;
  valueRon: number | null;
}

/** Returns a cell that is no amount as it is. A currency in the cell overrides the column of currencies. */
function moneyOf(
  cell: Cell | undefined,
  cellRon: Cell | undefined,
  currencyCell: Cell | undefined,
  marks: Marks,
): Money | string {
  const amount = amountOf(cell, marks);
  const amountRon = amountOf(cellRon, marks);
  if (amount === undefined) return String(cell);
  if (amountRon === undefined) return String(cellRon);
  const stated = currencyIn(cell) ?? currencyNamed(textOf(currencyCell) ?? '') ?? 'RON';
  const ron = (currencyIn(cellRon) ?? 'RON') === 'RON' ? amountRon : null;
  if (amountRon !== null && ron === null && amount === null)
    return { value: amountRon, currency: currencyIn(cellRon) ?? stated, valueRon: null };
  return {
    value: amount ?? ron,
    currency: amount === null && ron !== null ? 'RON' : stated,
    valueRon: ron ?? (stated === 'RON' ? amount : null),
  };
}

const lotsOf = (cell: Cell | undefined): string[] => {
  const lot = textOf(cell);
  return lot === null ? [] : [lot];
};

/**
 * `Tip incheiere contract` states whether the procedure ended in a framework, `Incheiat prin` (since 2022) whether the row itself is
 * the framework or a contract under it. One quarter has neither column: there the title decides.
 */
export function kindOf(concluded: string | null, through: string | null, title: string | null): ContractKind {
  const kinds = [concluded, through].map((text) => (text === null ? null : conclusion(text)));
  if (kinds.includes('callOff')) return 'callOff';
  const [procedure, row] = kinds;
  if (procedure && row) return procedure === row ? row : 'callOff';
  return procedure ?? row ?? conclusion(title ?? '');
}

const conclusion = remembered((text): ContractKind => {
  const folded = fold(text);
  if (folded.includes('subsecvent')) return 'callOff';
  return /\bacord(?:ul|ului)?[\s-]*cadru/.test(folded) ? 'framework' : 'contract';
});

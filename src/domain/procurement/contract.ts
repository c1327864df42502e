/** A contract: its shape, made of its row and its suppliers. */

import { Type } from 'typebox';
import type { Dataset } from '#data/store/dataset.ts';
import { leiOrNull } from '#lib/values/money.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { contractId } from './contract-id.ts';
import { Cpv, cpvOf } from './cpv.ts';
import { Party, partyOf } from './party.ts';
import { contractPage } from './public-pages.ts';
import { authorityOf } from './purchase.ts';

export interface ContractRow {
  key: number;
  number: string | null;
  title: string | null;
  day: string;
  kind: 'contract' | 'framework' | 'callOff';
  value: number | null;
  currency: string;
  value_ron: number | null;
  authority_code: string | null;
  authority_cui: number | null;
  authority_name: string;
  cpv: string | null;
  cpv_title: string | null;
  notice: string | null;
  procedure_type: string | null;
  award_notice: string | null;
  award_system_id: number | null;
  /** JSON; `null` when the source does not tell. */
  lots: string;
  /** JSON; null when the source does not tell. */
  cancelled_lots: string | null;
  offers: number | null;
  eu_funded: number | null;
}

export interface SupplierRow {
  contract: number;
  supplier_code: string | null;
  supplier_cui: number | null;
  supplier_name: string;
  city: string | null;
  county: string | null;
}

const Supplier = Type.Object(
  {
    ...Party.properties,
    city: orNull(
      Type.String(),
      'Town as published, without the kind of place, commune and county around it; the sectors of the capital as `București Sectorul 3`. Null when none was published, or a dash.',
    ),
    county: orNull(Type.String(), 'County as published.'),
  },
  { ...closed, title: 'ContractSupplier', description: 'The winner, or one member of the consortium that won.' },
);

const fields = {
  id: Type.String({
    description: 'Stable identifier of ours; works in place of the number.',
    examples: ['ctr-1a2b3c'],
  }),
  number: orNull(Type.String(), 'Number as published; different authorities use the same ones.'),
  title: orNull(Type.String(), 'Title as published.'),
  date: orNull(Type.String(), 'Day it was signed.'),
  value: orNull(Type.Number(), 'Value in `currency`; null when unknown, and for a framework published with 0.'),
  currency: Type.String({ description: 'Currency of `value`.', examples: ['RON'] }),
  valueRon: orNull(Type.Number(), 'Value in lei.'),
  framework: oneOf(
    ['contract', 'framework', 'callOff'],
    'An ordinary contract, a framework agreement (its value is a ceiling), or a call-off under one. The three are never summed together.',
  ),
  authority: Party,
  suppliers: orNull(
    Type.Array(Supplier),
    'Several for a consortium; the value is theirs together. Null when the source names no winner.',
  ),
  cpv: orNull(Cpv, 'Main object.'),
  procedure: Type.Object(
    {
      notice: orNull(Type.String(), 'Notice that began it.'),
      type: orNull(Type.String(), 'Kind of procedure as published.'),
    },
    { ...closed, title: 'ContractProcedure', description: 'How it was awarded.' },
  ),
  awardNotice: orNull(
    Type.String(),
    'Notice that announced the award. Where several notices of the procedure publish the contract, the one that came out nearest to the day of signing; null when two are equally near or name different procedures.',
  ),
  lots: orNull(
    Type.Array(Type.String()),
    'Lots it covers, as published; empty when the procedure has none, null when the source does not tell.',
  ),
  cancelledLots: orNull(
    Type.Array(Type.String()),
    'Lots of the same procedure that came to nothing, as the award notice says; null when the source does not tell.',
  ),
  offersReceived: orNull(Type.Integer(), 'Offers received.'),
  euFunded: orNull(Type.Boolean(), 'Whether European funds pay for it.'),
  url: orNull(
    Type.String(),
    'Page of its award notice in the procurement system, on which it stands; null where it is not known, as of what only exports publish. In the demo a name, `urn:firmoteca:demo:…`: nobody published its invented data.',
  ),
};

export const Contract = Type.Object(fields, { ...closed, title: 'Contract' });
export type Contract = Static<typeof Contract>;

const Namesake = Type.Object(
  { number: fields.number, id: fields.id, authority: Party, date: fields.date },
  { ...closed, title: 'ContractNamesake' },
);

export const ContractInFull = Type.Object(
  {
    ...fields,
    sameNumber: Type.Array(Namesake, { description: 'Other contracts with this number, newest first, at most 50.' }),
  },
  { ...closed, title: 'ContractInFull' },
);

export const contract = (
  row: ContractRow,
  suppliers: readonly SupplierRow[],
  names: Map<number, string>,
  dataset: Dataset,
): Contract => ({
  id: contractId(row.key),
  number: row.number,
  title: row.title,
  date: row.day || null,
  value: leiOrNull(row.value),
  currency: row.currency,
  valueRon: leiOrNull(row.value_ron),
  framework: row.kind,
  authority: authorityOf(row, names),
  suppliers: suppliers.length === 0 ? null : suppliers.map((row) => supplierOf(row, names)),
  cpv: cpvOf(row.cpv, row.cpv_title),
  procedure: { notice: row.notice, type: row.procedure_type },
  awardNotice: row.award_notice,
  lots: JSON.parse(row.lots) as string[] | null,
  cancelledLots: row.cancelled_lots === null ? null : (JSON.parse(row.cancelled_lots) as string[]),
  offersReceived: row.offers,
  euFunded: row.eu_funded === null ? null : row.eu_funded === 1,
  url: contractPage(dataset, row.award_notice, row.award_system_id),
});

const supplierOf = (row: SupplierRow, names: Map<number, string>): Static<typeof Supplier> => ({
  ...partyOf({ code: row.supplier_code, cui: row.supplier_cui, name: row.supplier_name }, names),
  city: row.city,
  county: row.county,
});

export const namesake = (row: ContractRow, names: Map<number, string>): Static<typeof Namesake> => ({
  number: row.number,
  id: contractId(row.key),
  authority: authorityOf(row, names),
  date: row.day || null,
});

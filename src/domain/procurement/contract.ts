/** A contract: its shape, built from its row and its suppliers. */

import { Type } from 'typebox';
import type { Dataset } from '#data/store/dataset.ts';
import { about, closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { contractId } from './contract-id.ts';
import { Cpv, cpvOf } from './cpv.ts';
import { type AnnouncedLot, contractLots, Lot, type StoredLot } from './lot.ts';
import { Party, partyOf } from './party.ts';
import { contractPage } from './public-pages.ts';
import { dealValue, knownLei, valueFields } from './published-value.ts';
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
  /** Null for a sum of all lots, and without a value. */
  value_relation: 'atLeast' | 'approximate' | null;
  authority_code: string | null;
  authority_cui: number | null;
  authority_name: string;
  authority_id: number | null;
  cpv: string | null;
  cpv_title: string | null;
  notice: string | null;
  procedure_type: string | null;
  award_notice: string | null;
  /** JSON; null when there are none. */
  other_award_notices: string | null;
  award_system_id: number | null;
  /** JSON; `null` when the source does not state them. */
  lots: string;
  /** JSON; null when the source does not state them. */
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
    city: orNull(Type.String(), {
      en: 'Town as published, without the kind of place, commune and county around it; the sectors of the capital as `București Sectorul 3`. Null when none was published, or a dash.',
      ro: 'Localitatea așa cum a fost publicată, fără felul locului, comuna și județul din jur; sectoarele capitalei ca `București Sectorul 3`. Null când nu s-a publicat niciuna sau doar o liniuță.',
      heading: { en: 'Town', ro: 'Localitate' },
    }),
    county: orNull(Type.String(), { en: 'County as published.', ro: 'Județul așa cum a fost publicat.' }),
  },
  { ...closed, title: 'ContractSupplier', description: 'The winner, or one member of the consortium that won.' },
);

const fields = {
  id: field(
    Type.String({
      examples: ['ctr-1a2b3c'],
    }),
    {
      en: 'Stable identifier of this service; works in place of the number.',
      ro: 'Identificator stabil al acestui serviciu; funcționează în locul numărului.',
    },
  ),
  number: orNull(Type.String(), {
    en: 'Number as published; different authorities use the same ones.',
    ro: 'Numărul așa cum a fost publicat; autorități diferite folosesc aceleași numere.',
  }),
  title: orNull(Type.String(), { en: 'Title as published.', ro: 'Titlul așa cum a fost publicat.' }),
  date: orNull(Type.String(), { en: 'Day it was signed.', ro: 'Ziua semnării.' }),
  ...valueFields({
    en: 'Value in `currency`, of all lots together.',
    ro: 'Valoarea în `currency`, a tuturor loturilor împreună.',
  }),
  valueRelation: orNone(oneOf(['exact', 'atLeast', 'approximate'], 'How the value is meant.'), {
    en: '`atLeast`: some lots have no value; `approximate`: an amount below zero that corrects no known record is left out. Null without a value.',
    ro: '`atLeast`: unele loturi nu au valoare; `approximate`: o sumă negativă, care nu corectează nicio înregistrare cunoscută, nu este cuprinsă. Null fără valoare.',
    heading: { en: 'Exact, at least, approximate', ro: 'Exactă, minimă, aproximativă' },
  }),
  currency: field(Type.String({ examples: ['RON'] }), { en: 'Currency of `value`.', ro: 'Moneda lui `value`.' }),
  valueRon: orNull(Type.Number(), {
    en: 'Value in lei.',
    ro: 'Valoarea în lei.',
    heading: { en: 'Value (RON)', ro: 'Valoare (lei)' },
  }),
  framework: oneOf(['contract', 'framework', 'callOff'], {
    en: 'An ordinary contract, a framework agreement (its value is a ceiling), or a call-off under one. Ceilings are never summed with the other two.',
    ro: 'Un contract obișnuit, un acord-cadru (valoarea lui este un plafon) sau un contract subsecvent. Plafoanele nu se adună niciodată cu celelalte două.',
    heading: { en: 'Framework agreement', ro: 'Acord-cadru' },
  }),
  authority: Party,
  suppliers: orNull(Type.Array(Supplier), {
    en: 'Several for a consortium; the value is theirs together. Null when the source names no winner.',
    ro: 'Mai mulți la o asociere; valoarea este a lor împreună. Null când sursa nu numește un câștigător.',
    heading: { en: 'Suppliers', ro: 'Furnizori' },
  }),
  cpv: orNull(Cpv, { en: 'Main object.', ro: 'Obiectul principal.' }),
  procedure: Type.Object(
    {
      notice: orNull(Type.String(), { en: 'Notice that began it.', ro: 'Anunțul care l-a început.' }),
      type: orNull(Type.String(), {
        en: 'Kind of procedure as published.',
        ro: 'Felul procedurii, așa cum a fost publicat.',
      }),
    },
    {
      ...closed,
      title: 'ContractProcedure',
      ...about({
        en: 'How it was awarded.',
        ro: 'Cum a fost atribuit.',
        heading: { en: 'Procedure', ro: 'Procedură' },
      }),
    },
  ),
  awardNotice: orNull(Type.String(), {
    en: 'Notice that announced the award; of several the newest.',
    ro: 'Anunțul de atribuire; dintre mai multe, cel mai nou.',
    heading: { en: 'Award notice', ro: 'Anunț de atribuire' },
  }),
  otherAwardNotices: field(Type.Array(Type.String()), {
    en: 'Other award notices that publish the same contract, the newest first.',
    ro: 'Alte anunțuri de atribuire care publică același contract, cele mai noi întâi.',
    heading: { en: 'Other award notices', ro: 'Alte anunțuri de atribuire' },
  }),
  lots: orNull(Type.Array(Lot), {
    en: 'Lots it covers; empty when the procedure has none, null when the source does not state them.',
    ro: 'Loturile pe care le acoperă; gol când procedura nu are, null când sursa nu precizează.',
  }),
  cancelledLots: orNull(Type.Array(Type.String()), {
    en: 'Cancelled lots of the same procedure, according to the award notice; null when the source does not state them.',
    ro: 'Loturile aceleiași proceduri care nu s-au finalizat, după anunțul de atribuire; null când sursa nu precizează.',
    heading: { en: 'Cancelled lots', ro: 'Loturi anulate' },
  }),
  offersReceived: orNull(Type.Integer(), {
    en: 'Offers received.',
    ro: 'Oferte primite.',
    heading: { en: 'Offers received', ro: 'Oferte primite' },
  }),
  euFunded: orNull(Type.Boolean(), {
    en: 'Whether European funds pay for it.',
    ro: 'Dacă este plătit din fonduri europene.',
    heading: { en: 'EU funds', ro: 'Fonduri europene' },
  }),
  url: orNull(Type.String(), {
    en: 'Page of its award notice in the procurement system, on which it stands; null where unknown, as for records that only exports have. In the demo a name, `urn:firmoteca:demo:…`: its invented data was never published.',
    ro: 'Pagina anunțului de atribuire din sistemul de achiziții, pe care stă; null unde nu se cunoaște, ca la datele care apar doar în exporturi. În demonstrație un nume, `urn:firmoteca:demo:…`: datele inventate nu au fost publicate niciodată.',
  }),
};

export const Contract = Type.Object(fields, { ...closed, title: 'Contract' });
export type Contract = Static<typeof Contract>;

const Namesake = Type.Object(
  { number: fields.number, id: fields.id, authority: Party, date: fields.date },
  { ...closed, title: 'ContractNamesake' },
);

export interface ModificationRow {
  award_notice: string | null;
  contract_day: string | null;
  day: string;
  description: string | null;
  currency: string;
  value_before: number | null;
  value_after: number | null;
}

const Modification = Type.Object(
  {
    publishedAt: orNull(Type.String(), { en: 'Day of publication.', ro: 'Ziua publicării.' }),
    description: orNull(Type.String(), {
      en: 'What changed, as published, at most 4,000 characters.',
      ro: 'Ce s-a schimbat, așa cum a fost publicat, cel mult 4.000 de caractere.',
    }),
    valueBefore: orNull(Type.Number(), {
      en: 'Value of the contract before it, in `currency`; null when published as zero or less.',
      ro: 'Valoarea contractului înainte, în `currency`; null când s-a publicat zero sau mai puțin.',
    }),
    valueAfter: orNull(Type.Number(), { en: 'And after it.', ro: 'Și după.' }),
    currency: field(Type.String({ examples: ['RON'] }), { en: 'Currency of the values.', ro: 'Moneda valorilor.' }),
  },
  { ...closed, title: 'ContractModification' },
);

export const modification = (row: ModificationRow): Static<typeof Modification> => ({
  publishedAt: row.day || null,
  description: row.description,
  valueBefore: knownLei(row.value_before),
  valueAfter: knownLei(row.value_after),
  currency: row.currency,
});

export const ContractInFull = Type.Object(
  {
    ...fields,
    modifications: orNull(Type.Array(Modification), {
      en: 'Announced modifications, the newest first, at most 50: those of the same authority and number that name its award notice or its day. Empty when the loaded exports have none; null when no export of modifications is loaded. `value` is that of the award.',
      ro: 'Modificările anunțate, cele mai noi întâi, cel mult 50: ale aceleiași autorități, cu același număr, care dau anunțul de atribuire sau ziua contractului. Gol când exporturile încărcate nu au niciuna; null când nu este încărcat niciun export de modificări. `value` este cea de la atribuire.',
      heading: { en: 'Modifications', ro: 'Modificări' },
    }),
    sameNumber: field(Type.Array(Namesake), {
      en: 'Other contracts with this number, newest first, at most 50.',
      ro: 'Alte contracte cu acest număr, cele mai noi întâi, cel mult 50.',
    }),
    sameNumberCount: field(Type.Integer(), {
      en: 'How many other contracts have this number.',
      ro: 'Câte alte contracte au acest număr.',
      heading: { en: 'Same number', ro: 'Cu același număr' },
    }),
  },
  { ...closed, title: 'ContractInFull' },
);

/** What is beside the rows: registry names by fiscal code, lots by notice. */
interface ContractSurroundings {
  names: Map<number, string>;
  announced: ReadonlyMap<string, AnnouncedLot[]>;
  dataset: Dataset;
}

export const contract = (
  row: ContractRow,
  suppliers: readonly SupplierRow[],
  { names, announced, dataset }: ContractSurroundings,
): Contract => ({
  id: contractId(row.key),
  number: row.number,
  title: row.title,
  date: row.day || null,
  ...dealValue(row.value),
  valueRelation: (row.value ?? 0) > 0 ? (row.value_relation ?? 'exact') : null,
  currency: row.currency,
  valueRon: knownLei(row.value_ron),
  framework: row.kind,
  authority: authorityOf(row, names),
  suppliers: suppliers.length === 0 ? null : suppliers.map((row) => supplierOf(row, names)),
  cpv: cpvOf(row.cpv, row.cpv_title),
  procedure: { notice: row.notice, type: row.procedure_type },
  awardNotice: row.award_notice,
  otherAwardNotices: JSON.parse(row.other_award_notices ?? '[]') as string[],
  lots: contractLots(
    JSON.parse(row.lots) as StoredLot[] | null,
    suppliers.map((row) => supplierParty(row, names)),
    announced.get(row.notice ?? '') ?? [],
  ),
  cancelledLots: row.cancelled_lots === null ? null : (JSON.parse(row.cancelled_lots) as string[]),
  offersReceived: row.offers,
  euFunded: row.eu_funded === null ? null : row.eu_funded === 1,
  url: contractPage(dataset, row.award_notice, row.award_system_id),
});

export const supplierParty = (row: SupplierRow, names: Map<number, string>): Party =>
  partyOf({ code: row.supplier_code, cui: row.supplier_cui, name: row.supplier_name }, names);

const supplierOf = (row: SupplierRow, names: Map<number, string>): Static<typeof Supplier> => ({
  ...supplierParty(row, names),
  city: row.city,
  county: row.county,
});

export const namesake = (row: ContractRow, names: Map<number, string>): Static<typeof Namesake> => ({
  number: row.number,
  id: contractId(row.key),
  authority: authorityOf(row, names),
  date: row.day || null,
});

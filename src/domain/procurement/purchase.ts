/** Direct purchases, and the award notices of those made outside the catalogue: their shapes, built from their rows. */

import { Type } from 'typebox';
import type { PurchaseItemRecord } from '#data/sources/procurement/records.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { leiOrNull } from '#lib/values/money.ts';
import { Cpv, cpvOf } from './cpv.ts';
import { Party, partyOf } from './party.ts';
import { purchaseAwardPage, purchasePage } from './public-pages.ts';
import { dealEstimate, dealValue, estimateFields, valueFields } from './published-value.ts';

export interface TradeRow {
  key: number;
  id: string;
  system_id: number | null;
  authority_code: string | null;
  authority_cui: number | null;
  authority_name: string;
  supplier_code: string | null;
  supplier_cui: number | null;
  supplier_name: string | null;
  cpv: string | null;
  cpv_title: string | null;
  value: number | null;
  /** Empty when there is none. */
  day: string;
}

export interface PurchaseRow extends TradeRow {
  title: string;
  estimated_value: number | null;
  state: Static<typeof DirectPurchase>['state'];
  published_on: string | null;
  /** JSON; null where they were not read. */
  items: string | null;
}

export interface AwardRow extends TradeRow {
  object: string;
}

const parties = {
  authority: Party,
  supplier: orNull(Party, { en: 'Null while there is none.', ro: 'Null cât timp nu există.' }),
  cpv: orNull(Cpv, { en: 'What was bought.', ro: 'Ce s-a cumpărat.' }),
};

const url = orNull(Type.String(), {
  en: 'Its page in the procurement system; null where unknown, as for records that only exports have. In the demo a name, `urn:firmoteca:demo:…`: its invented data was never published.',
  ro: 'Pagina lui din sistemul de achiziții; null unde nu se cunoaște, ca la datele care apar doar în exporturi. În demonstrație un nume, `urn:firmoteca:demo:…`: datele inventate nu au fost publicate niciodată.',
});

const Item = Type.Object(
  {
    name: orNull(Type.String(), { en: 'What it is, as published.', ro: 'Ce este, așa cum a fost publicat.' }),
    cpv: orNull(Type.String(), { en: 'Its CPV code, eight digits.', ro: 'Codul lui CPV, opt cifre.' }),
    quantity: orNull(Type.Number(), {
      en: 'How much of it.',
      ro: 'Cantitatea.',
      heading: { en: 'Quantity', ro: 'Cantitate' },
    }),
    unit: orNull(Type.String(), {
      en: 'Unit of measure, free text.',
      ro: 'Unitatea de măsură, text liber.',
      heading: { en: 'Unit', ro: 'Unitate' },
    }),
    unitPrice: orNull(Type.Number(), {
      en: 'Price of one unit, lei.',
      ro: 'Prețul unei unități, lei.',
      heading: { en: 'Unit price', ro: 'Preț unitar' },
    }),
  },
  { ...closed, title: 'DirectPurchaseItem' },
);

export const DirectPurchase = Type.Object(
  {
    id: field(Type.String({ examples: ['DA22780457'] }), { en: 'Published number.', ro: 'Numărul publicat.' }),
    title: field(Type.String(), {
      en: 'The object of the purchase; its number where none was published.',
      ro: 'Obiectul achiziției; numărul, unde nu s-a publicat niciunul.',
    }),
    ...parties,
    ...valueFields({ en: 'Closing value, lei.', ro: 'Valoarea finală, lei.' }),
    ...estimateFields({ en: 'Estimated value, lei.', ro: 'Valoarea estimată, lei.' }),
    state: oneOf(['accepted', 'published', 'refused', 'conditionsRefused', 'lapsed', 'other', 'unknown'], {
      en: '`accepted` came about; `unknown`: the source does not publish it, as many exports. Sums count both, and tell how many are unknown. `other`: in words that we do not know.',
      ro: '`accepted` s-a finalizat; `unknown`: sursa nu o publică, ca multe exporturi. Sumele le numără pe ambele și spun câte nu se cunosc. `other`: în cuvinte pe care nu le cunoaștem.',
    }),
    publishedAt: orNull(Type.String(), { en: 'Day of publication.', ro: 'Ziua publicării.' }),
    finalizedAt: orNull(Type.String(), {
      en: 'Day it was finalized.',
      ro: 'Ziua finalizării.',
      heading: { en: 'Finalised on', ro: 'Data finalizării' },
    }),
    items: orNull(Type.Array(Item), {
      en: 'What was bought. Read from the procurement system for the hundred dearest purchases of each new day; null for all others.',
      ro: 'Ce s-a cumpărat. Citit din sistemul de achiziții pentru cele mai scumpe o sută de achiziții ale fiecărei zile noi; null pentru celelalte.',
      heading: { en: 'Items', ro: 'Produse' },
    }),
    source: oneOf(['export', 'list'], {
      en: 'Read from the yearly export, or from the list of the procurement system since.',
      ro: 'Citită din exportul anual sau, de atunci, din lista sistemului de achiziții.',
    }),
    fetchedAt: field(Type.String(), {
      en: 'When we read it, ISO instant.',
      ro: 'Când am citit-o, moment ISO.',
      heading: { en: 'Read at (UTC)', ro: 'Citit la (UTC)' },
    }),
    url,
  },
  { ...closed, title: 'DirectPurchase' },
);

export const AwardNotice = Type.Object(
  {
    id: field(Type.String({ examples: ['DAN1000002'] }), { en: 'Published number.', ro: 'Numărul publicat.' }),
    ...parties,
    object: field(Type.String(), {
      en: 'What was bought; its number where nothing was published.',
      ro: 'Ce s-a cumpărat; numărul, unde nu s-a publicat nimic.',
      heading: { en: 'Object', ro: 'Obiect' },
    }),
    ...valueFields({ en: 'Awarded value, lei.', ro: 'Valoarea atribuită, lei.' }),
    publishedAt: orNull(Type.String(), { en: 'Day of publication.', ro: 'Ziua publicării.' }),
    url,
  },
  { ...closed, title: 'DirectPurchaseAward' },
);

/** The origin of a row: the part that holds it. */
export interface Origin {
  source: 'export' | 'list';
  fetchedAt: string;
}

export const directPurchase = (
  row: PurchaseRow,
  names: Map<number, string>,
  { source, fetchedAt }: Origin,
  dataset: Dataset,
): Static<typeof DirectPurchase> => ({
  id: row.id,
  title: row.title,
  ...tradeOf(row, names),
  ...dealEstimate(row.estimated_value),
  state: row.state,
  publishedAt: row.published_on,
  finalizedAt: row.day || null,
  items:
    row.items === null
      ? null
      : (JSON.parse(row.items) as PurchaseItemRecord[]).map((item) => ({
          ...item,
          unitPrice: leiOrNull(item.unitPrice),
        })),
  source,
  fetchedAt,
  url: purchasePage(dataset, row.system_id),
});

export const awardNotice = (
  row: AwardRow,
  names: Map<number, string>,
  dataset: Dataset,
): Static<typeof AwardNotice> => ({
  id: row.id,
  ...tradeOf(row, names),
  object: row.object,
  publishedAt: row.day || null,
  url: purchaseAwardPage(dataset, row.system_id),
});

const tradeOf = (row: TradeRow, names: Map<number, string>) => ({
  authority: authorityOf(row, names),
  supplier:
    row.supplier_name === null
      ? null
      : partyOf({ code: row.supplier_code, cui: row.supplier_cui, name: row.supplier_name }, names),
  cpv: cpvOf(row.cpv, row.cpv_title),
  ...dealValue(row.value),
});

export const authorityOf = (
  row: Pick<TradeRow, 'authority_code' | 'authority_cui' | 'authority_name'>,
  names: Map<number, string>,
): Party => partyOf({ code: row.authority_code, cui: row.authority_cui, name: row.authority_name }, names);

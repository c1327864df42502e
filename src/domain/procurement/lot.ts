/** Lots of contracts and notices: one shape, with the fields that each source has. */
import { Type } from 'typebox';
import { closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { Party } from './party.ts';
import { dealValue, valueFields } from './published-value.ts';

/** A lot of a contract as its column has it, as JSON; money in bani. */
export interface StoredLot {
  number: string;
  title: string | null;
  cpv: string | null;
  /** As published; null for several lots with one value. */
  value: number | null;
  /** Positions of its suppliers in the contract. */
  suppliers: number[];
}

/** A lot of a notice, likewise. */
export interface AnnouncedLot {
  number: string;
  title: string | null;
  estimatedValue: number | null;
  cpv: string | null;
}

export const Lot = Type.Object(
  {
    number: field(Type.String(), { en: 'Number of the lot.', ro: 'Numărul lotului.' }),
    title: orNull(Type.String(), {
      en: 'Title; of a contract’s lot as its notice has it.',
      ro: 'Titlul; la un contract, cel din anunț.',
    }),
    cpv: orNull(Type.String(), { en: 'Its CPV code, eight digits.', ro: 'Codul lui CPV, opt cifre.' }),
    ...valueFields({
      en: 'Value in the currency of the contract; in a notice the estimated one, in its currency. Null also where several lots have one value together.',
      ro: 'Valoarea în moneda contractului; într-un anunț, cea estimată, în moneda lui. Null și când mai multe loturi au o singură valoare împreună.',
    }),
    suppliers: orNull(Type.Array(Party), {
      en: 'Who won it; null in a notice, which comes before the award.',
      ro: 'Cine l-a câștigat; null într-un anunț, care este dinaintea atribuirii.',
      heading: { en: 'Suppliers', ro: 'Furnizori' },
    }),
    state: orNull(oneOf(['awarded'], 'Its state.'), {
      en: '`awarded` in a contract; null in a notice, which does not state it. Lots without a contract are in `cancelledLots` of the contracts of the procedure.',
      ro: '`awarded` într-un contract; null într-un anunț, care nu o precizează. Loturile fără contract sunt în `cancelledLots` ale contractelor procedurii.',
    }),
  },
  { ...closed, title: 'Lot' },
);
export type Lot = Static<typeof Lot>;

/** `announced`: the lots of its notice. */
export function contractLots(
  lots: readonly StoredLot[] | null,
  suppliers: readonly Party[],
  announced: readonly AnnouncedLot[],
): Lot[] | null {
  const inNotice = new Map(announced.map((lot) => [lot.number, lot]));
  return (
    lots?.map(({ number, title, cpv, value, suppliers: positions }) => ({
      number,
      title: title ?? inNotice.get(number)?.title ?? null,
      cpv: cpv ?? inNotice.get(number)?.cpv ?? null,
      ...dealValue(value),
      suppliers: positions.map((position) => suppliers[position]).filter((party) => party !== undefined),
      state: 'awarded' as const,
    })) ?? null
  );
}

export const noticeLots = (lots: readonly AnnouncedLot[] | null): Lot[] | null =>
  lots?.map(({ number, title, cpv, estimatedValue }) => ({
    number,
    title,
    cpv,
    ...dealValue(estimatedValue),
    suppliers: null,
    state: null,
  })) ?? null;

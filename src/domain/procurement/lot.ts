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
      en: 'Who won it; of a notice by the loaded contracts, null where none of them has the lot.',
      ro: 'Cine l-a câștigat; la un anunț, după contractele încărcate, null unde niciunul nu are lotul.',
      heading: { en: 'Suppliers', ro: 'Furnizori' },
    }),
    state: orNull(oneOf(['awarded', 'cancelled'], 'Its state.'), {
      en: '`awarded` where a contract has it, `cancelled` where an award notice says so; null in a notice where neither is known.',
      ro: '`awarded` unde îl are un contract, `cancelled` unde o spune un anunț de atribuire; null într-un anunț unde nu se cunoaște niciuna.',
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
      suppliers: winnersAt(positions, suppliers),
      state: 'awarded' as const,
    })) ?? null
  );
}

/** Null where the source names none. */
function winnersAt(positions: readonly number[], suppliers: readonly Party[]): Party[] | null {
  const winners = positions.map((position) => suppliers[position]).filter((party) => party !== undefined);
  return winners.length === 0 ? null : winners;
}

/** A contract under a notice. */
export interface AwardedLots {
  /** JSON, as in its row. */
  lots: string;
  cancelledLots: string | null;
  suppliers: readonly Party[];
}

/** `awarded`: the contracts under the notice, as far as they are loaded. */
export function noticeLots(lots: readonly AnnouncedLot[] | null, awarded: () => readonly AwardedLots[]): Lot[] | null {
  if (lots === null || lots.length === 0) return lots && [];
  const winners = new Map<string, Party[] | null>();
  const cancelled = new Set<string>();
  for (const contract of awarded()) {
    for (const { number, suppliers } of (JSON.parse(contract.lots) as StoredLot[] | null) ?? [])
      winners.getOrInsertComputed(number, () => winnersAt(suppliers, contract.suppliers));
    for (const number of JSON.parse(contract.cancelledLots ?? '[]') as string[]) cancelled.add(number);
  }
  return lots.map(({ number, title, cpv, estimatedValue }) => ({
    number,
    title,
    cpv,
    ...dealValue(estimatedValue),
    suppliers: winners.get(number) ?? null,
    state: winners.has(number) ? 'awarded' : cancelled.has(number) ? 'cancelled' : null,
  }));
}

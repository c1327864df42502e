/** Counts and values in answers about procurement, and what is computed of them. */
import Type, { type Static } from 'typebox';
import { closed, orNull } from '#base/schema.ts';

/** `value` is in lei, and null when no value is known. */
export const Sum = Type.Object({ count: Type.Integer(), value: Type.Union([Type.Number(), Type.Null()]) }, closed);
type Sum = Static<typeof Sum>;

export const sum = (description: string) => Type.Object(Sum.properties, { ...closed, description });

export const sumOf = ({ count, value }: Sum): Sum => ({ count, value });

export const kinds = {
  contracts: sum('Ordinary contracts.'),
  frameworks: sum('Framework agreements: ceilings, never summed with contracts.'),
  callOffs: sum('Call-offs under frameworks, never summed with contracts.'),
  directPurchases: sum('Accepted direct purchases.'),
};

/** The same without words, for series. */
export const plainKinds = { contracts: Sum, frameworks: Sum, callOffs: Sum, directPurchases: Sum };

export const kindsOf = (sums: Record<keyof typeof kinds, Sum>): Record<keyof typeof kinds, Sum> => ({
  contracts: sumOf(sums.contracts),
  frameworks: sumOf(sums.frameworks),
  callOffs: sumOf(sums.callOffs),
  directPurchases: sumOf(sums.directPurchases),
});

export const Coverage = Type.Array(
  Type.Object(
    {
      list: Type.String({ description: 'contract, purchase, award or notice.' }),
      firstDate: orNull(Type.String(), 'First day loaded.'),
      lastDate: orNull(Type.String(), 'Last day loaded.'),
    },
    closed,
  ),
  { description: 'Days that this installation has loaded: nothing outside of them is counted.' },
);

const PLACES = 10_000;

/** Of what ordinary contracts and accepted purchases are worth together; null where that is not known. */
export function shareOf(
  value: number | null,
  { contracts, directPurchases }: Record<'contracts' | 'directPurchases', Sum>,
) {
  const all = (contracts.value ?? 0) + (directPurchases.value ?? 0);
  return value === null || all === 0 ? null : Math.round((value / all) * PLACES) / PLACES;
}

/** Counts and values in answers about procurement, and what is computed of them. */

import Type from 'typebox';
import { closed, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';

export const sum = (description: string) =>
  Type.Object(
    { count: Type.Integer({ description: 'How many.' }), value: orNull(Type.Number(), 'Lei; null: not known.') },
    { ...closed, description },
  );
type Sum = Static<ReturnType<typeof sum>>;

export const sumOf = ({ count, value }: Sum): Sum => ({ count, value });

export const kinds = {
  contracts: sum('Ordinary contracts.'),
  frameworks: sum('Framework ceilings, never summed with contracts.'),
  callOffs: sum('Call-offs under frameworks, never summed with contracts.'),
  directPurchases: sum('Accepted direct purchases.'),
};

/** The same in a series: they are explained where they stand first. */
export const plainKinds = {
  contracts: sum('As above.'),
  frameworks: sum('As above.'),
  callOffs: sum('As above.'),
  directPurchases: sum('As above.'),
};

export const Year = Type.Integer({ description: 'Year.' });

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

/** Shapes that answers about procurement share: fewer fields than the operations have, under the same names. */

import Type from 'typebox';
import { closed, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';

export const Party = Type.Object(
  {
    cui: orNull(Type.String(), 'Fiscal code; null when none or a foreign one was published.'),
    name: Type.String({ description: 'Name as published.' }),
  },
  { ...closed, description: 'Buyer or supplier.' },
);

export const Cpv = Type.Object(
  { code: Type.String({ description: 'Eight digits.' }), title: orNull(Type.String(), 'Romanian title.') },
  closed,
);

export const ValueNote = orNone(
  oneOf(['zeroPublished', 'negativePublished'], 'What was published.'),
  'Why `value` is null although an amount was published: zero, or below zero.',
);

export const NoteArgument = Type.Optional(
  oneOf(['zeroPublished', 'negativePublished'], 'Only records whose amount was published as zero, or below.'),
);

/** Suppliers of a lot, and characters of their names. */
const LOT_SUPPLIERS_MAX = 1;
const LOT_NAME_MAX = 40;

export const Lot = Type.Object(
  {
    number: Type.String({ description: 'Number of the lot.' }),
    title: orNull(Type.String(), 'Title.'),
    cpv: orNull(Type.String(), 'Its CPV code.'),
    value: orNull(Type.Number(), 'In the currency of the record; of a notice, the estimate.'),
    valueNote: ValueNote,
    suppliers: orNull(
      Type.Array(Party),
      `Who won it, at most ${LOT_SUPPLIERS_MAX}: the first of a consortium; null where unknown, or for a lot that was not awarded.`,
    ),
    state: orNull(
      oneOf(['awarded', 'cancelled'], 'What became of it.'),
      '`cancelled`: not awarded; null where unknown.',
    ),
  },
  closed,
);

export const lotOf = (lot: Static<typeof Lot>, titleMax: number): Static<typeof Lot> => ({
  number: short(lot.number, titleMax),
  title: shortOrNull(lot.title, titleMax),
  cpv: lot.cpv,
  value: lot.value,
  valueNote: lot.valueNote,
  suppliers:
    lot.suppliers?.slice(0, LOT_SUPPLIERS_MAX).map(({ cui, name }) => ({ cui, name: short(name, LOT_NAME_MAX) })) ??
    null,
  state: lot.state,
});

export const Framework = oneOf(
  ['contract', 'framework', 'callOff'],
  'Contract, framework agreement (its value is a ceiling, never summed) or call-off under one.',
);

export const Verdict = orNull(
  oneOf(['valid', 'invalid', 'indeterminate'], 'The worst of its signatures.'),
  'Null when it has none or was not opened yet.',
);

interface Named {
  cui: string | null;
  name: string;
}

export const partyOf = ({ cui, name }: Named): Static<typeof Party> => ({ cui, name: short(name, NAME_MAX) });

export const cpvOf = (cpv: Static<typeof Cpv> | null): Static<typeof Cpv> | null =>
  cpv && { code: cpv.code, title: cpv.title };

const NAME_MAX = 200;
/** Titles in lists; the tool of the record has more. */
export const TITLE_MAX = 240;

/** A shortened text ends with an ellipsis. */
export const short = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;

export const shortOrNull = (text: string | null, max: number): string | null => text && short(text, max);

export const sum = (description: string) =>
  Type.Object(
    {
      count: Type.Integer({ description: 'How many.' }),
      value: orNull(Type.Number(), 'Known values together, lei; null: none known.'),
    },
    { ...closed, description },
  );
type Sum = Static<ReturnType<typeof sum>>;

export const sumOf = ({ count, value }: Sum): Sum => ({ count, value });

const purchases = (description: string) =>
  Type.Object(
    {
      ...sum('').properties,
      unknownState: Type.Integer({ description: 'Of them, without a published state: some may have been refused.' }),
    },
    { ...closed, description },
  );
type Purchases = Static<ReturnType<typeof purchases>>;

export const kinds = {
  contracts: sum('Ordinary contracts.'),
  frameworks: sum('Framework ceilings, never summed with contracts.'),
  callOffs: sum('Call-offs under frameworks.'),
  directPurchases: purchases('Direct purchases, accepted or of unknown state.'),
};

/** The same in a series; the first use has the explanation. */
export const plainKinds = {
  contracts: sum('As above.'),
  frameworks: sum('As above.'),
  callOffs: sum('As above.'),
  directPurchases: purchases('As above.'),
};

export const Year = Type.Integer({ description: 'Year.' });

type Sums = Record<'contracts' | 'frameworks' | 'callOffs', Sum> & { directPurchases: Purchases };

export const kindsOf = (sums: Sums): Sums => ({
  contracts: sumOf(sums.contracts),
  frameworks: sumOf(sums.frameworks),
  callOffs: sumOf(sums.callOffs),
  directPurchases: { ...sumOf(sums.directPurchases), unknownState: sums.directPurchases.unknownState },
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

const SHARE_SCALE = 10_000;

/** The share of the value of contracts, call-offs and direct purchases; null where unknown. */
export function shareOf(
  value: number | null,
  { contracts, callOffs, directPurchases }: Record<'contracts' | 'callOffs' | 'directPurchases', Sum>,
) {
  const all = (contracts.value ?? 0) + (callOffs.value ?? 0) + (directPurchases.value ?? 0);
  return value === null || all === 0 ? null : Math.round((value / all) * SHARE_SCALE) / SHARE_SCALE;
}

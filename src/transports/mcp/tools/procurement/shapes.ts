/** Shapes that answers about procurement share; less than the operations tell, under the same names. */

import Type from 'typebox';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';

export const Party = Type.Object(
  {
    cui: orNull(Type.String(), 'Fiscal code; null when none or a foreign one was published.'),
    name: Type.String({ description: 'Name as published.' }),
  },
  { ...closed, description: 'Who buys or sells.' },
);

export const Cpv = Type.Object(
  { code: Type.String({ description: 'Eight digits.' }), title: orNull(Type.String(), 'Romanian title.') },
  closed,
);

export const Framework = oneOf(
  ['contract', 'framework', 'callOff'],
  'Contract, framework agreement (its value is a ceiling) or call-off under one: never sum the three.',
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

/** Consortia and frameworks have dozens. */
export const suppliersOf = (suppliers: readonly Named[] | null, max: number) => ({
  suppliers: suppliers?.slice(0, max).map(partyOf) ?? null,
  suppliersCount: suppliers?.length ?? null,
});

export const cpvOf = (cpv: Static<typeof Cpv> | null): Static<typeof Cpv> | null =>
  cpv && { code: cpv.code, title: cpv.title };

const NAME_MAX = 200;
/** Titles in lists; the record's own tool tells more. */
export const TITLE_MAX = 240;

/** A text that is cut says so. */
export const short = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;

export const shortOrNull = (text: string | null, max: number): string | null => text && short(text, max);

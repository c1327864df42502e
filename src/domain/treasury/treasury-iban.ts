/** An account for paying taxes, as it leaves the house. */

import { Type } from 'typebox';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';

const Treasury = Type.Object(
  {
    code: Type.String({ description: 'Three digits, as in `TREZ002`.' }),
    name: Type.String({ description: 'Name of the unit.' }),
    locality: orNull(Type.String(), 'The town it serves first; null for a county’s own unit.'),
    county: Type.String({ description: 'County.' }),
  },
  { ...closed, title: 'Treasury', description: 'The unit of the State Treasury that holds the account.' },
);

export const TreasuryIban = Type.Object(
  {
    iban: Type.String({ description: 'The IBAN, 24 characters.' }),
    treasury: Treasury,
    account: Type.String({
      description: 'Symbol of the account: `20A100101` takes VAT, `5503` is the single account.',
    }),
    taxName: Type.String({ description: 'What is paid into it, in Romanian.' }),
    taxNameEn: orNull(Type.String(), 'The same in English; null when we have no translation.'),
    budget: orNull(
      Type.String(),
      'Budget that it belongs to: `state`, `state+social`, `local` …; null when not known.',
    ),
    valid: Type.Boolean({ description: 'Whether the check digits are right (ISO 7064, modulo 97).' }),
    evidence: oneOf(
      ['published', 'computed'],
      '`published`: read in a published list. `computed`: made by the published rule from treasury and account.',
    ),
    warning: orNull(Type.String(), 'What to see to before paying; null for published ones.'),
  },
  { ...closed, title: 'TreasuryIban', description: 'An account for paying a tax.' },
);

export type TreasuryIban = Static<typeof TreasuryIban>;

/** An account for paying taxes, as answered. */

import { Type } from 'typebox';
import { about, closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';

const Treasury = Type.Object(
  {
    code: field(Type.String(), { en: 'Three digits, as in `TREZ002`.', ro: 'Trei cifre, ca în `TREZ002`.' }),
    name: field(Type.String(), { en: 'Name of the unit.', ro: 'Numele unității.' }),
    locality: orNone(Type.String(), {
      en: 'The town it serves first; null for a county’s own unit.',
      ro: 'Localitatea pe care o servește întâi; null pentru unitatea județului.',
    }),
    county: field(Type.String(), { en: 'County.', ro: 'Județul.' }),
  },
  {
    ...closed,
    title: 'Treasury',
    ...about({
      en: 'The unit of the State Treasury that holds the account.',
      ro: 'Unitatea Trezoreriei Statului care ține contul.',
      heading: { en: 'Treasury', ro: 'Trezorerie' },
    }),
  },
);

export const TreasuryIban = Type.Object(
  {
    iban: field(Type.String(), { en: 'The IBAN, 24 characters.', ro: 'IBAN-ul, 24 de caractere.' }),
    treasury: Treasury,
    account: field(Type.String(), {
      en: 'Symbol of the account: `20A100101` is for VAT, `5503` is the single account.',
      ro: 'Simbolul contului: `20A100101` ia TVA, `5503` este contul unic.',
      heading: { en: 'Account', ro: 'Cont' },
    }),
    taxName: field(Type.String(), {
      en: 'What is paid into it, in Romanian.',
      ro: 'Ce se plătește în el, în română.',
      heading: { en: 'Tax', ro: 'Impozit sau taxă' },
    }),
    taxNameEn: orNull(Type.String(), {
      en: 'The same in English; null when we have no translation.',
      ro: 'Același lucru în engleză; null când nu avem traducere.',
      heading: { en: 'Tax, in English', ro: 'Impozit sau taxă, în engleză' },
    }),
    budget: orNull(Type.String(), {
      en: 'Budget that it belongs to: `state`, `state+social`, `local` …; null when unknown.',
      ro: 'Bugetul din care face parte: `state`, `state+social`, `local` …; null când nu se cunoaște.',
      heading: { en: 'Budget', ro: 'Buget' },
    }),
    valid: field(Type.Boolean(), {
      en: 'Whether the check digits are right (ISO 7064, modulo 97).',
      ro: 'Dacă cifrele de control sunt corecte (ISO 7064, modulo 97).',
      heading: { en: 'Check digits right', ro: 'Cifre de control corecte' },
    }),
    evidence: oneOf(['published', 'computed'], {
      en: '`published`: read in a published list. `computed`: by the published rule from treasury and account.',
      ro: '`published`: citit într-o listă publicată. `computed`: calculat după regula publicată, din trezorerie și cont.',
      heading: { en: 'Evidence', ro: 'Dovada' },
    }),
    warning: orNone(Type.String(), {
      en: 'What to see to before paying; null for published ones.',
      ro: 'Ce trebuie verificat înainte de plată; null pentru cele publicate.',
      heading: { en: 'Warning', ro: 'Avertisment' },
    }),
  },
  { ...closed, title: 'TreasuryIban', description: 'An account for paying a tax.' },
);

export type TreasuryIban = Static<typeof TreasuryIban>;

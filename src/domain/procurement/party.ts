/** Buyers and sellers, as published, beside their names in the trade registry. */

import { Type } from 'typebox';
import type { Dataset } from '#data/store/dataset.ts';
import { about, closed, field, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';

export const Party = Type.Object(
  {
    cui: orNull(Type.String(), {
      en: 'Fiscal code, where the published one is a Romanian one.',
      ro: 'Codul fiscal, unde cel publicat este unul românesc.',
    }),
    code: orNull(Type.String(), {
      en: 'Fiscal code as published; foreign and malformed ones too.',
      ro: 'Codul fiscal așa cum a fost publicat; și cele străine sau scrise greșit.',
    }),
    name: field(Type.String(), { en: 'Name as published.', ro: 'Numele așa cum a fost publicat.' }),
    registryName: orNull(Type.String(), {
      en: 'Name in the trade registry or at the tax authority; null when neither has it.',
      ro: 'Numele din registrul comerțului sau de la ANAF; null când nu îl are niciunul.',
      heading: { en: 'Name in the registry', ro: 'Denumirea din registru' },
    }),
  },
  {
    ...closed,
    title: 'ProcurementParty',
    ...about({ en: 'A contracting authority or a supplier.', ro: 'O autoritate contractantă sau un furnizor.' }),
  },
);
export type Party = Static<typeof Party>;

/** Registry names by fiscal code; unknown codes are missing. */
export type RegistryNames = (dataset: Dataset, cuis: readonly number[]) => Promise<Map<number, string>>;

export interface PartyColumns {
  code: string | null;
  cui: number | null;
  name: string;
}

export const partyOf = ({ code, cui, name }: PartyColumns, names: Map<number, string>): Party => ({
  cui: cui === null ? null : String(cui),
  code,
  name,
  registryName: cui === null ? null : (names.get(cui) ?? null),
});

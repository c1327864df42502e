/** Who buys and who sells, as published, beside what the trade registry calls them. */

import { Type } from 'typebox';
import type { Dataset } from '#data/store/dataset.ts';
import { closed, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';

export const Party = Type.Object(
  {
    cui: orNull(Type.String(), 'Fiscal code, where the published one is a Romanian one.'),
    code: orNull(Type.String(), 'Fiscal code as published; foreign and malformed ones too.'),
    name: Type.String({ description: 'Name as published.' }),
    registryName: orNull(
      Type.String(),
      'Name in the trade registry or at the tax authority; null when neither has it.',
    ),
  },
  { ...closed, title: 'ProcurementParty', description: 'A contracting authority or a supplier.' },
);
export type Party = Static<typeof Party>;

/** Names of fiscal codes by the registry; those it does not know are missing. */
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

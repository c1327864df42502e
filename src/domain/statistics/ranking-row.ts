/** A company in a ranking. */

import { Type } from 'typebox';
import { companyRow, companyRowFields } from '#lib/values/company-row.ts';
import { closed, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import type { RankedCompany } from './ranked-companies-table.ts';
import { Slice } from './ranking-scopes.ts';

export const RankingRow = Type.Object(
  {
    rank: Type.Integer({ description: '1 is the best; equals share a rank.' }),
    previousRank: orNull(Type.Integer(), 'In the same ranking of the year before; null when it was not in it.'),
    slice: Slice,
    metric: Type.String({
      description: 'What is ranked: `cifra`, `profit`, `angajati`, or the code of a ratio.',
    }),
    value: Type.Number({ description: 'The figure: lei, heads, or the ratio.' }),
    ...companyRowFields,
    name: orNull(Type.String(), 'Name as registered; null when nothing but its balance sheets is known.'),
    year: Type.Integer({ description: 'Year of the ranking, and of turnover and employees.' }),
  },
  { ...closed, title: 'RankingRow' },
);
export type RankingRow = Static<typeof RankingRow>;

type Place = Pick<RankingRow, 'rank' | 'previousRank' | 'slice' | 'metric' | 'value'>;

export function rankingRow(place: Place, { rank, listed }: RankedCompany): RankingRow {
  const { cui, caen, caen_revision, turnover, employees, year } = rank;
  // The activity of today, as in every other row of the company; `slice` names the one that it was ranked in.
  const seat = listed ?? {
    name: '',
    county: null,
    locality: null,
    legal_form: null,
    active: null,
    caen,
    caen_revision,
  };
  return {
    ...place,
    ...companyRow({ ...seat, cui, turnover, employees, year }),
    name: listed?.name ?? null,
    year,
  };
}

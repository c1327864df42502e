/** A company in a ranking. */

import { Type } from 'typebox';
import { companyRow, companyRowFields } from '#lib/schema/company-row.ts';
import { closed, field, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { Slice } from './ranking-scopes.ts';
import type { RankedCompany } from './rankings-table.ts';

export const RankingRow = Type.Object(
  {
    rank: field(Type.Integer(), {
      en: '1 is the best; equals share a rank.',
      ro: '1 este cel mai bun; cele egale împart locul.',
    }),
    previousRank: orNull(Type.Integer(), {
      en: 'In the same ranking of the year before; null when it was not in it.',
      ro: 'În același clasament din anul dinainte; null când nu era în el.',
      heading: { en: 'Rank a year before', ro: 'Locul din anul anterior' },
    }),
    slice: Slice,
    metric: field(Type.String(), {
      en: 'What is ranked: `cifra`, `profit`, `angajati`, or the code of a ratio.',
      ro: 'Ce se clasează: `cifra`, `profit`, `angajati` sau codul unui indicator.',
      heading: { en: 'Metric', ro: 'Criteriu' },
    }),
    value: field(Type.Number(), {
      en: 'The figure: lei, heads, or the ratio.',
      ro: 'Cifra: lei, persoane sau indicatorul.',
    }),
    ...companyRowFields,
    name: orNull(Type.String(), {
      en: 'Name as registered; null when there are only its balance sheets.',
      ro: 'Numele așa cum este înregistrat; null când nu se cunosc decât bilanțurile.',
    }),
    year: field(Type.Integer(), {
      en: 'Year of the ranking, and of turnover and employees.',
      ro: 'Anul clasamentului, al cifrei de afaceri și al salariaților.',
    }),
  },
  { ...closed, title: 'RankingRow' },
);
export type RankingRow = Static<typeof RankingRow>;

type Position = Pick<RankingRow, 'rank' | 'previousRank' | 'slice' | 'metric' | 'value'>;

export function rankingRow(place: Position, { rank, listing: listed }: RankedCompany): RankingRow {
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

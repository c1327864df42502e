/** What the matches of a search in notices are made of: counties, divisions of codes, procedures, values. Counted beside the serving threads. */

import { Type } from 'typebox';
import type { Call } from '#api/endpoint.ts';
import { translator } from '#lib/i18n/message.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { messages } from '#locales/messages.ts';
import { titleOfPrefix } from './cpv.ts';
import type { Walk } from './list-walk-table.ts';
import type { ProcurementNeeds } from './needs.ts';
import { type FacetRow, facetsAlong, facetsByWords } from './notice-facets-table.ts';
import { procedureTypeOf, procedureTypes } from './notice-words.ts';
import type { WordSearch } from './notices-table.ts';

import { aside } from './worker-reads.ts';

/** Matches that are counted, the newest: enough for shares to be right, and a bounded read. */
const COUNTED_MAX = 10_000;

/** Lei; a band goes from its own to, not including, the next one. */
const BANDS = [0, 100_000, 1_000_000, 10_000_000, 100_000_000];

const count = Type.Integer({ description: 'Matches.' });

export const NoticeFacets = Type.Object(
  {
    counted: Type.Integer({ description: 'Matches that were counted.' }),
    totalRelation: oneOf(
      ['exact', 'atLeast'],
      `\`atLeast\` where there are more: then the newest ${COUNTED_MAX.toLocaleString('en')} of each part of the data were counted.`,
    ),
    counties: Type.Array(
      Type.Object(
        { county: orNull(Type.String(), 'County of the authority; null where it is not known.'), count },
        { ...closed, title: 'CountyFacet' },
      ),
      { description: 'Most first; `county` takes the name.' },
    ),
    cpvDivisions: Type.Array(
      Type.Object(
        {
          division: orNull(Type.String(), 'First two digits of the CPV code; null where there is no code.'),
          title: orNull(Type.String(), 'Its Romanian title.'),
          count,
        },
        { ...closed, title: 'CpvDivisionFacet' },
      ),
      { description: 'Most first; `cpv` takes the digits.' },
    ),
    procedures: Type.Array(
      Type.Object(
        {
          code: orNull(oneOf(procedureTypes, 'A code.'), 'As `procedureTypeCode`; null where the source does not say.'),
          label: orNull(Type.String(), 'The code in words.'),
          count,
        },
        { ...closed, title: 'ProcedureFacet' },
      ),
      { description: 'Most first.' },
    ),
    values: Type.Array(
      Type.Object(
        {
          from: orNull(Type.Number(), 'Least estimated value, lei; null for notices without a value in lei.'),
          to: orNull(Type.Number(), 'The first value above the band; null where there is no upper end.'),
          count,
        },
        { ...closed, title: 'ValueFacet' },
      ),
      { description: 'Bands of the estimated value, lowest first, those without one last. Bands without matches too.' },
    ),
  },
  { ...closed, title: 'NoticeFacets', description: 'What the matches are made of; only with `facets=true`.' },
);
type NoticeFacets = Static<typeof NoticeFacets>;

export async function facetsOf(
  search: { walks: Walk[] } | WordSearch,
  call: Call,
  needs: ProcurementNeeds,
): Promise<NoticeFacets> {
  const reads = aside(call, needs);
  const rows =
    'walks' in search
      ? (await Promise.all(search.walks.map((walk) => facetsAlong(reads, walk, BANDS, COUNTED_MAX)))).flat()
      : await facetsByWords(reads, call.dataset, search, BANDS, COUNTED_MAX);
  const t = translator(call.language);
  const counted = sum(of(rows, 'part'));
  return {
    counted,
    totalRelation: of(rows, 'part').some((part) => part.count >= COUNTED_MAX) ? 'atLeast' : 'exact',
    counties: summed(of(rows, 'county'), ({ value }) => value).map(([county, own]) => ({ county, count: own })),
    cpvDivisions: summed(of(rows, 'division'), ({ value }) => value).map(([division, own]) => ({
      division,
      title: division === null ? null : titleOfPrefix(division),
      count: own,
    })),
    procedures: summed(of(rows, 'procedure'), ({ value }) => procedureTypeOf(value)).map(([code, own]) => ({
      code,
      label: code === null ? null : t(messages.procedureTypes[code]()),
      count: own,
    })),
    values: [...BANDS.keys(), null].map((band) => ({
      from: band === null ? null : (BANDS[band] ?? null),
      to: band === null ? null : (BANDS[band + 1] ?? null),
      count: sum(of(rows, 'band').filter(({ value }) => value === (band === null ? null : String(band)))),
    })),
  };
}

const of = (rows: readonly FacetRow[], facet: FacetRow['facet']): FacetRow[] =>
  rows.filter((row) => row.facet === facet);

const sum = (rows: readonly FacetRow[]): number => rows.reduce((all, row) => all + row.count, 0);

/** Most first, then by value; what is not known last among equals. */
function summed<Value extends string>(
  rows: readonly FacetRow[],
  told: (row: FacetRow) => Value | null,
): [Value | null, number][] {
  const groups = [...Map.groupBy(rows, told)].map(([value, own]): [Value | null, number] => [value, sum(own)]);
  return groups.sort(([a, many], [b, more]) => more - many || ((a ?? '~') < (b ?? '~') ? -1 : 1));
}

/** Facets of a search in notices: counties, CPV divisions, procedures, values. Counted in the analytics worker. */

import { Type } from 'typebox';
import type { Call } from '#api/endpoint.ts';
import { translator } from '#lib/i18n/message.ts';
import { about, closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import type { ProcurementContext } from './context.ts';
import { titleOfPrefix } from './cpv.ts';
import type { Walk } from './list-walk-table.ts';
import { type FacetRow, facetsAlong, facetsByWords } from './notice-facets-table.ts';
import { procedureTypeOf, procedureTypes } from './notice-words.ts';
import type { WordSearch } from './notices-table.ts';
import { workerReads } from './worker-reads.ts';

/** Counted matches, the newest: enough for correct shares, and a bounded read. */
const COUNTED_MAX = 10_000;

/** Lei; a band ends below the next one. */
const BANDS = [0, 100_000, 1_000_000, 10_000_000, 100_000_000];

const count = field(Type.Integer(), { en: 'Matches.', ro: 'Rezultate.' });

export const NoticeFacets = Type.Object(
  {
    counted: field(Type.Integer(), { en: 'Matches that were counted.', ro: 'Rezultate numărate.' }),
    totalRelation: oneOf(['exact', 'atLeast'], {
      en: `\`atLeast\` where there are more: then the newest ${COUNTED_MAX.toLocaleString('en')} of each part of the data were counted.`,
      ro: `\`atLeast\` unde sunt mai multe: atunci s-au numărat cele mai noi ${COUNTED_MAX.toLocaleString('ro')} din fiecare parte a datelor.`,
    }),
    counties: Type.Array(
      Type.Object(
        {
          county: orNull(Type.String(), {
            en: 'County of the authority; null where unknown.',
            ro: 'Județul autorității; null unde nu se cunoaște.',
          }),
          count,
        },
        { ...closed, title: 'CountyFacet' },
      ),
      { ...about({ en: 'Most first; the name for `county`.', ro: 'Cele mai multe întâi; `county` ia numele.' }) },
    ),
    cpvDivisions: Type.Array(
      Type.Object(
        {
          division: orNull(Type.String(), {
            en: 'First two digits of the CPV code; null where there is no code.',
            ro: 'Primele două cifre ale codului CPV; null unde nu există cod.',
          }),
          title: orNull(Type.String(), { en: 'Its Romanian title.', ro: 'Titlul lui în română.' }),
          count,
        },
        { ...closed, title: 'CpvDivisionFacet' },
      ),
      { ...about({ en: 'Most first; the digits for `cpv`.', ro: 'Cele mai multe întâi; `cpv` ia cifrele.' }) },
    ),
    procedures: Type.Array(
      Type.Object(
        {
          code: orNull(oneOf(procedureTypes, 'A code.'), {
            en: 'As `procedureTypeCode`; null where the source does not say.',
            ro: 'Ca `procedureTypeCode`; null unde sursa nu precizează.',
          }),
          label: orNull(Type.String(), { en: 'The code in words.', ro: 'Codul în cuvinte.' }),
          count,
        },
        { ...closed, title: 'ProcedureFacet' },
      ),
      { ...about({ en: 'Most first.', ro: 'Cele mai multe întâi.' }) },
    ),
    values: Type.Array(
      Type.Object(
        {
          from: orNull(Type.Number(), {
            en: 'Least estimated value, lei; null for notices without a value in lei.',
            ro: 'Cea mai mică valoare estimată, lei; null pentru anunțurile fără valoare în lei.',
          }),
          to: orNull(Type.Number(), {
            en: 'The first value above the band; null where there is no upper end.',
            ro: 'Prima valoare de peste treaptă; null unde nu există capăt de sus.',
          }),
          count,
        },
        { ...closed, title: 'ValueFacet' },
      ),
      {
        ...about({
          en: 'Bands of the estimated value, lowest first, those without one last. Bands without matches too.',
          ro: 'Trepte ale valorii estimate, cele mai mici întâi, cele fără valoare la urmă. Și treptele fără rezultate.',
        }),
      },
    ),
  },
  {
    ...closed,
    title: 'NoticeFacets',
    ...about({
      en: 'Counts of the matches by group; only with `facets=true`.',
      ro: 'Ce cuprind rezultatele; doar cu `facets=true`.',
    }),
  },
);
type NoticeFacets = Static<typeof NoticeFacets>;

export async function facetsOf(
  search: { walks: Walk[] } | WordSearch,
  call: Call,
  context: ProcurementContext,
): Promise<NoticeFacets> {
  const reads = workerReads(call, context);
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

/** Most first, then by value; unknown values last among equals. */
function summed<Value extends string>(
  rows: readonly FacetRow[],
  keyOf: (row: FacetRow) => Value | null,
): [Value | null, number][] {
  const groups = [...Map.groupBy(rows, keyOf)].map(([value, own]): [Value | null, number] => [value, sum(own)]);
  return groups.sort(([a, many], [b, more]) => more - many || ((a ?? '~') < (b ?? '~') ? -1 : 1));
}

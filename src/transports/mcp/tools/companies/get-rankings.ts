/** The leading companies of a year. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Meta } from '#api/operation-result.ts';
import { CaenCode, Year } from '#api/parameters.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { findCounty } from '#lib/values/county.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { CursorArgument, LimitArgument, PageFields, pageOf, positionOf } from '#transports/mcp/format/lists.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { companyItemFields, companyLink } from '#transports/mcp/tools/company-item.ts';

const NAME = 'get_rankings';

/** English names for models; the operation has Romanian ones. */
const sizes = { turnover: 'cifra', profit: 'profit', employees: 'angajati' } as const;
const ratios = ['growth', 'margin', 'productivity', 'return', 'solvency', 'employment'] as const;
const metrics = [...(Object.keys(sizes) as (keyof typeof sizes)[]), ...ratios];

const { cui, county, locality, turnover, employees, url } = companyItemFields;
const Ranked = Type.Object(
  {
    rank: Type.Integer({ description: '1 is the best; equals share a rank.' }),
    previousRank: orNull(Type.Integer(), 'In the year before; null: it was not in it.'),
    value: Type.Number({ description: 'The figure: lei, heads, or the ratio.' }),
    cui,
    name: orNull(Type.String(), 'Name as registered; null: only its balance sheets are known.'),
    county,
    locality,
    turnover,
    employees,
    url,
  },
  closed,
);

interface Ranking {
  year: number;
  formula: string | null;
  rows: readonly Static<typeof Ranked>[];
  meta: Meta;
}

export const getRankings = tool({
  name: NAME,
  title: 'Rankings of companies',
  about:
    'The leading companies of a year: by turnover, profit or employees, of the country, of one county or of one CAEN class (the first hundred); and, for accounts with full access, of the country by growth, margin, productivity, return, solvency or growth of employment (the first twenty). Left out, `year` is the newest with balance sheets; `growth` is of turnover, against the year before. For "largest employers in Iași". All companies of a place are in `list_companies`; the place of one company in `get_company` with `include: ["rankings"]`.',
  effect: 'reads',
  input: Type.Object({
    metric: oneOf(
      metrics,
      'What is ranked; those after `employees` are ratios, for accounts with full access.',
      'turnover',
    ),
    year: Type.Optional(Year),
    county: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only this county: name, slug or plate.' }),
    ),
    caen: Type.Optional(CaenCode('Only this activity: CAEN class, in the revision in force in that year.')),
    limit: LimitArgument,
    cursor: CursorArgument,
  }),
  output: Type.Object({
    year: orNull(Type.Integer(), 'Financial year of the ranking; null: nobody is in it.'),
    formula: orNull(Type.String(), 'How a ratio is computed and who takes part; null for plain figures.'),
    companies: Type.Array(Ranked, { description: 'The best first.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const position = positionOf(call, NAME, input);
    const ranking = isSize(input.metric)
      ? await bySize({ ...input, metric: input.metric }, position.cursor, call)
      : await byRatio(input, call);
    const { year, formula, rows, meta } = ranking;
    const citation = citationOf(call, { name: 'rankings', query: pageQuery(input, year) }, [meta]);
    const { rows: companies, ...page } = pageOf(call, NAME, input, {
      rows,
      meta,
      position,
      besides: citation,
      most: input.limit,
    });
    return { year: companies.length > 0 ? year : null, formula, companies, ...page, ...citation };
  },
});

interface RankingInput {
  metric: string;
  year?: number;
  county?: string;
  caen?: string;
  limit: number;
}

/** The page has no rankings by ratio: their link has only the year. */
const pageQuery = ({ metric, county, caen }: RankingInput, year: number) => ({
  year: year || undefined,
  ...(isSize(metric) && { metric: sizes[metric], judet: county && (findCounty(county)?.slug ?? county), caen }),
});

const isSize = (metric: string): metric is keyof typeof sizes => metric in sizes;

async function bySize(
  { metric, year, county, caen, limit }: RankingInput & { metric: keyof typeof sizes },
  cursor: string | undefined,
  call: ToolCall,
): Promise<Ranking> {
  if (county !== undefined && caen !== undefined)
    throw new ApiError('INVALID_PARAMETER', messages.agents.companies.oneSlice());
  const value = county ?? caen;
  const { data, meta } = await call.client.getTopCompanies({
    metric: sizes[metric],
    slice: county !== undefined ? 'judet' : caen !== undefined ? 'caen' : 'national',
    limit,
    ...(value !== undefined && { value }),
    ...(year !== undefined && { year }),
    ...(cursor !== undefined && { cursor }),
  });
  return { year: data[0]?.year ?? 0, formula: null, rows: data.map((row) => rankedOf(row, call)), meta };
}

async function byRatio({ metric, year, county, caen }: RankingInput, call: ToolCall): Promise<Ranking> {
  if (county !== undefined || caen !== undefined)
    throw new ApiError('INVALID_PARAMETER', messages.agents.companies.ratiosNational());
  const { data, meta } = await call.client.getAdvancedRankings(year === undefined ? {} : { year });
  const ranking = data.rankings.find(({ code }) => code === metric);
  if (!ranking) throw new Error(`There is no ranking ${metric}.`);
  const page = { limit: ranking.rows.length, offset: 0, returned: ranking.rows.length, total: ranking.rows.length };
  return {
    year: data.year,
    formula: ranking.formula,
    rows: ranking.rows.map((row) => rankedOf(row, call)),
    meta: { ...meta, page: { ...page, totalRelation: 'exact', nextCursor: null, next: null } },
  };
}

type Row = Omit<Static<typeof Ranked>, 'url'>;

const rankedOf = (row: Row, call: ToolCall): Static<typeof Ranked> => ({
  rank: row.rank,
  previousRank: row.previousRank,
  value: row.value,
  cui: row.cui,
  name: row.name,
  county: row.county,
  locality: row.locality,
  turnover: row.turnover,
  employees: row.employees,
  url: companyLink(row.cui, call),
});

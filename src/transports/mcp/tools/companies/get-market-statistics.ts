/** Counts and sums over the companies of the country or of an activity. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { CaenCode, revisionNumber } from '#api/parameters.ts';
import { closed, orNull } from '#lib/schema/fields.ts';
import { CitationFields, type CitedPage, citationOf } from '#transports/mcp/format/citation.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';

const Sum = (what: string) => orNull(Type.Number(), `${what}; null: nobody’s is known.`);

const marketYear = pick(
  'getCaenHub.byYear',
  {
    year: Type.Integer({ description: 'Financial year.' }),
    companies: Type.Integer({ description: 'Companies that filed.' }),
    turnover: Sum('Turnover together, lei'),
    profit: Sum('Net profits less losses, lei'),
    employees: Sum('Employees together'),
    growth: orNull(Type.Number(), 'Turnover against the year before, of those who filed in both; 0.1 is 10 %.'),
  },
  { turnover: 'turnover.sum', profit: 'profit.sum', employees: 'employees.sum', growth: 'growth.turnover' },
);

const County = Type.Object(
  {
    name: orNull(Type.String(), 'County; null: those of which it is not known.'),
    companies: Type.Integer({ description: 'Registrations; of an activity, the companies that filed.' }),
    active: orNull(Type.Integer(), 'Of them, those that operate; null where an activity was asked for.'),
    turnover: Sum('Turnover together, lei; only of an activity'),
  },
  closed,
);

const topCompany = pick(
  'getCaenHub.topCompanies',
  {
    rank: Type.Integer({ description: 'By turnover.' }),
    cui: orNull(Type.String(), 'Fiscal code.'),
    name: orNull(Type.String(), 'Name.'),
    turnover: orNull(Type.Number(), 'Lei.'),
  },
  {},
);

const Count = Type.Object(
  {
    label: orNull(Type.String(), 'Legal form; null: not known.'),
    companies: Type.Integer({ description: 'Registrations.' }),
    active: Type.Integer({ description: 'Of them, those that operate.' }),
  },
  closed,
);

const YEARS = 8;
const FORMS = 8;
const TOP_COMPANIES = 10;

const Market = Type.Object({
  activity: orNull(Type.String(), 'Code, revision and title of the activity; null: the whole country.'),
  companies: Type.Integer({ description: 'Registrations in the trade registry, those struck off too.' }),
  active: Type.Integer({ description: 'Of them, those that operate.' }),
  byYear: Type.Array(marketYear.schema, { description: `The last ${YEARS} years, newest first.` }),
  counties: Type.Array(County, { description: 'By size.' }),
  legalForms: orNull(Type.Array(Count), 'The most frequent; null where an activity was asked for.'),
  leaders: orNull(
    Type.Array(topCompany.schema),
    'The largest of the activity; null for the country: `get_rankings` tells them.',
  ),
});

export const getMarketStatistics = tool({
  name: 'get_market_statistics',
  title: 'Companies in numbers',
  about:
    'Counts and sums over companies: of the whole country, or of one activity (CAEN class): how many there are and operate, by county, what they make together by year, who leads the activity. For "how many companies are in Timiș", "how large is the bakery market". Rows of single companies are in `list_companies` and `get_rankings`; codes of activities in `find_caen_code`.',
  effect: 'reads',
  input: Type.Object({
    caen: Type.Optional(CaenCode('Only this activity: CAEN class, four digits.')),
    caenRevision: Type.Optional(
      revisionNumber({ description: 'Revision of `caen`; left out: the newest that has the code.' }),
    ),
  }),
  output: Type.Object({ ...Market.properties, ...CitationFields }),
  async call({ caen, caenRevision }, call) {
    return caen === undefined ? ofCountry(call) : ofActivity(caen, caenRevision, call);
  },
});

async function ofCountry(call: ToolCall) {
  const { data, meta } = await call.client.getMarket({});
  const { total, active, byCounty, byLegalForm } = data.companies;
  return {
    activity: null,
    companies: total,
    active,
    byYear: (data.years ?? []).slice(0, YEARS).map((row) => marketYear.of(row, call)),
    counties: byCounty.map(({ label, value, companies, active }) => ({
      name: label ?? value,
      companies,
      active,
      turnover: null,
    })),
    legalForms: byLegalForm.slice(0, FORMS).map(({ label, value, companies, active }) => ({
      label: label === null ? value : `${value}: ${label}`,
      companies,
      active,
    })),
    leaders: null,
    ...citationOf(call, { name: 'rankings' }, [meta]),
  };
}

async function ofActivity(code: string, revision: number | undefined, call: ToolCall) {
  const { data, meta } = await call.client.getCaenHub({ code, ...(revision !== undefined && { revision }) });
  return {
    activity: [data.caen.code, data.caen.revision, data.caen.title].filter(Boolean).join(' '),
    companies: data.companies.total,
    active: data.companies.active,
    byYear: data.byYear.slice(0, YEARS).map((row) => marketYear.of(row, call)),
    counties: data.counties.map(({ name, companies, turnover }) => ({ name, companies, active: null, turnover })),
    legalForms: null,
    leaders: data.topCompanies.slice(0, TOP_COMPANIES).map((row) => topCompany.of(row, call)),
    ...citationOf(call, await activityPage(data, call), [meta]),
  };
}

type Hub = Awaited<ReturnType<ToolCall['client']['getCaenHub']>>['data'];

/** A code of the earlier revision alone has no page: the rankings page has its leading companies. */
async function activityPage({ caen: { code, revision }, byYear }: Hub, { client }: ToolCall): Promise<CitedPage> {
  if (revision === 'rev3') return { name: 'activity', params: { code } };
  const caen = `${revision}:${code}`;
  try {
    await client.getCaen({ code });
    return { name: 'activity', params: { code }, query: { revision: revision.slice('rev'.length) } };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
    return { name: 'rankings', query: { caen, year: byYear[0]?.year } };
  }
}

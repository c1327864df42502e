/** The companies of a place or an activity. */
import Type from 'typebox';
import { CaenCode, revisionNumber } from '#api/parameters.ts';
import { oneOf } from '#lib/schema/fields.ts';
import { findCounty } from '#lib/values/county.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { CursorArgument, LimitArgument, PageFields, pageOf, positionOf } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';
import { companyItemFields, companyLink } from '#transports/mcp/tools/company-item.ts';

const NAME = 'list_companies';
const LOCALITY_MAX = 100;

const item = pick('getCountyCompanies', companyItemFields, { url: ({ cui }, call) => companyLink(cui, call) });

export const listCompanies = tool({
  name: NAME,
  title: 'Companies of a place',
  about:
    'Lists the companies of a county or of one of its towns, on request of one activity (CAEN) only, the largest turnover first: "IT companies in Cluj-Napoca". `total` counts all of them. For the largest of the whole country, or of an activity anywhere, use `get_rankings`; for one company by its name `search`; for codes of activities `find_caen_code`.',
  effect: 'reads',
  input: Type.Object({
    county: Type.String({
      minLength: 1,
      maxLength: LOCALITY_MAX,
      description: 'County: name, slug or plate (`Cluj`, `cluj`, `CJ`); `bucuresti` is one.',
    }),
    city: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LOCALITY_MAX,
        description: 'Town or village of the county; `sector-1` … `sector-6` in București.',
      }),
    ),
    caen: Type.Optional(CaenCode('Only this main activity: CAEN class, four digits.')),
    caenRevision: revisionNumber({
      default: 3,
      description: 'Revision of CAEN of `caen`; filings before 2025 count under 2.',
    }),
    status: oneOf(['active', 'all'], 'Operating companies only, or all.', 'active'),
    limit: LimitArgument,
    cursor: CursorArgument,
  }),
  output: Type.Object({
    companies: Type.Array(item.schema, { description: 'Operating ones first, then by turnover.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const { county, city, caen, caenRevision, status, limit } = input;
    const position = positionOf(call, NAME, input);
    const filters = {
      ...(caen !== undefined && { caen, caenRevision }),
      status,
      limit,
      ...(position.cursor !== undefined && { cursor: position.cursor }),
    };
    const { data, meta } =
      city === undefined
        ? await call.client.getCountyCompanies({ judet: county, ...filters })
        : await call.client.getLocalityCompanies({ judet: county, oras: city, ...filters });
    const slug = findCounty(county)?.slug ?? county;
    const page =
      city === undefined
        ? { name: 'county' as const, params: { county: slug } }
        : { name: 'town' as const, params: { county: slug, town: city } };
    // The page counts by the newest revision only.
    const query = { status: status === 'active' ? status : undefined, caen: caenRevision === 3 ? caen : undefined };
    const citation = citationOf(call, { ...page, query }, [meta]);
    const rows = data.map((row) => item.of(row, call));
    const { rows: companies, ...paged } = pageOf(call, NAME, input, { rows, meta, position, besides: citation });
    return { companies, ...paged, ...citation };
  },
});

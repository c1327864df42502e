/** A person and their companies. */

import Type from 'typebox';
import { withPatternMessage } from '#api/parameters.ts';
import { closed, orNull } from '#lib/schema/fields.ts';
import { PERSON_ID_LETTERS } from '#lib/values/person-id.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { CursorArgument, PageFields, pageOf, positionOf } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';
import { companyItemFields, companyLink } from '#transports/mcp/tools/company-item.ts';

const NAME = 'get_person';
const PAGE = 50;
const ENDED_MAX = 10;
const PREFIX = 'person:';

const { cui, name, county, locality, active, turnover, year, url } = companyItemFields;

const personCompany = pick(
  'getPersonCompanies',
  {
    cui,
    name,
    county,
    locality,
    active,
    status: orNull(Type.String(), 'How it stands by registry and tax authority, in words.'),
    turnover,
    year,
    roles: Type.Array(Type.String(), { description: 'What the person is there today, as registered.' }),
    counted: Type.Boolean({
      description:
        'False: only an insolvency practitioner, a liquidator, an auditor or the like there, which is not running it.',
    }),
    percent: orNull(Type.Number(), 'Share of the capital, percent; null: none, or not stated.'),
    url,
  },
  {
    status: 'status.label',
    roles: ({ roles }) => roles.map(({ title, role }) => title ?? role),
    url: ({ cui }, call) => companyLink(cui, call),
  },
);

const Ended = Type.Object(
  {
    company: Type.String({ description: 'Name of the company.' }),
    cui: orNull(Type.String(), 'Fiscal code.'),
    role: orNull(Type.String(), 'Title as registered; null for a share.'),
    since: orNull(Type.String(), 'First known on.'),
    until: Type.String({ description: 'Day of the first snapshot without it.' }),
  },
  closed,
);

export const getPerson = tool({
  name: NAME,
  title: 'Person in the trade registry',
  about:
    'Tells the companies in which a person is administrator, shareholder or representative, or only an insolvency practitioner or liquidator (`counted` is false), with roles, shares and how the companies stand; and how sure it is that all of them are one person. Needs the id that `search`, `get_company` or `get_company_network` tells: a name alone may be borne by many. Birth data is never told.',
  effect: 'reads',
  input: Type.Object({
    id: withPatternMessage(
      Type.String({
        pattern: `^(${PREFIX})?${PERSON_ID_LETTERS}$`,
        description: 'Id of the person, with or without `person:` in front.',
      }),
      messages.agents.people.personId(),
    ),
    cursor: CursorArgument,
  }),
  output: Type.Object({
    id: Type.String({ description: 'Id of the person.' }),
    name: Type.String({ description: 'Name as registered, family name first.' }),
    identity: Type.String({ description: 'How certain it is that all of this is one person.' }),
    identityReasons: Type.Array(Type.String(), { description: 'What that rests on, and what speaks against.' }),
    counties: Type.Array(Type.String(), { description: 'Counties of the counted companies.' }),
    companiesCount: Type.Integer({ description: 'Companies that are counted; `total` counts all that are listed.' }),
    activeCount: Type.Integer({ description: 'Of the counted companies, those that operate.' }),
    companies: Type.Array(personCompany.schema, { description: 'Operating ones first, then by turnover.' }),
    endedRoles: Type.Array(Ended, { description: `Roles that ended, the first ${ENDED_MAX}.` }),
    endedCount: Type.Integer({ description: 'Ended roles.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const id = input.id.startsWith(PREFIX) ? input.id.slice(PREFIX.length) : input.id;
    const position = positionOf(call, NAME, input);
    const person = await call.client.getPerson({ id });
    const page = await call.client.getPersonCompanies({
      id,
      limit: PAGE,
      ...(position.cursor !== undefined && { cursor: position.cursor }),
    });
    const { data } = person;
    const ended = data.roles.flatMap(({ companyName, cui, title, since, until }) =>
      until === null ? [] : [{ company: companyName, cui, role: title, since, until }],
    );
    const about = {
      id: data.id,
      name: data.name,
      identity: data.identityConfidence.level,
      identityReasons: data.identityConfidence.reasons,
      counties: data.counties,
      companiesCount: data.companiesCount,
      activeCount: data.activeCount,
      endedRoles: ended.slice(0, ENDED_MAX),
      endedCount: ended.length,
    };
    const citation = citationOf(call, { name: 'person', params: { id } }, [person.meta, page.meta], {
      warnings: [messages.agents.people.identity()],
    });
    const rows = page.data.map((row) => personCompany.of(row, call));
    const list = { rows, meta: page.meta, position, besides: { ...about, ...citation } };
    const { rows: companies, ...paging } = pageOf(call, NAME, input, list);
    return { ...about, companies, ...paging, ...citation };
  },
});

/** The sections of a company's profile that a caller may include: their shapes, and how they are read. */

import Type, { type TSchema } from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { fittingRows, PageFields, pageOf, positionOf, startOf } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import type { Company } from './company-now.ts';

export interface SectionRequest {
  cui: string;
  company: Company;
  /** The position in a list; only with a single section. */
  cursor?: string;
  call: ToolCall;
}

export interface Section<S extends TSchema> {
  shape: S;
  /** Whether the section has pages. */
  isPaged: boolean;
  read(request: SectionRequest): Promise<{ part: Static<S>; metas: readonly Meta[] }>;
}

const section = <S extends TSchema>(declared: Section<S>): Section<S> => declared;

/** Rows of one section. */
const ROWS = 10;

/** The size of a list beside other sections; with a cursor it is alone and has the whole answer. */
const bytesFor = ({ cursor }: SectionRequest): { bytesMax?: number } =>
  cursor === undefined ? { bytesMax: 2_500 } : {};

/** The scope of a section's cursor. */
const cursorScope = ({ cui, cursor }: SectionRequest): { cui: string; cursor?: string } => ({
  cui,
  ...(cursor !== undefined && { cursor }),
});

const text = (description: string) => orNull(Type.String(), description);
const flag = (description: string) => orNull(Type.Boolean(), description);

/** The newest periods; few companies have more. */
const PERIODS_MAX = 8;

const period = pick(
  'getCompany.vatPeriods',
  {
    start: text('First day.'),
    end: text('Last day; null: it lasts.'),
    canceledAt: text('Day on which the authority canceled it.'),
  },
  {},
);

const vatFields = pick(
  'getCompany',
  {
    registered: flag('Registered for VAT when the tax authority was last asked.'),
    periods: orNull(
      Type.Array(period.schema),
      `The last ${PERIODS_MAX} periods of registration, the current one last; null: the tax authority was not asked yet.`,
    ),
    cashBasisVat: flag('Pays VAT on cash accounting.'),
    splitVat: flag('Applies split VAT.'),
    inactiveSince: text('Declared inactive since.'),
    reactivatedSince: text('Reactivated on.'),
    eFacturaSince: text('In the RO e-Factura register since.'),
    fiscalAuthority: text('Tax office in charge.'),
  },
  {
    registered: 'vatRegistered',
    periods: ({ vatPeriods }, call) => vatPeriods?.slice(-PERIODS_MAX).map((row) => period.of(row, call)) ?? null,
  },
  'According to the tax authority.',
);

export const vat = section({
  shape: vatFields.schema,
  isPaged: false,
  read: async ({ company, call }) => ({ part: vatFields.of(company, call), metas: [] }),
});

const DIRECTORS = 'get_company/directors';

const directorFields = {
  relation: oneOf(['administrator', 'shareholder'], 'Runs it or represents it by law; or holds a share.'),
  name: text('Name as registered; null: the person asked to be hidden.'),
  role: text('Title as registered; null for shareholders.'),
  percent: orNull(Type.Number(), 'Share of the capital, percent; null: not stated, or no shareholder.'),
  kind: oneOf(['person', 'company'], 'Natural person or company.'),
  personId: text('For `get_person`.'),
  cui: text('Fiscal code of a company.'),
  since: text('Since when it is known; null: before our first snapshot.'),
};

const administrator = pick('getCompany.administrators', directorFields, {
  relation: () => 'administrator',
  percent: () => null,
});
const shareholder = pick('getCompany.shareholders', directorFields, {
  relation: () => 'shareholder',
  role: () => null,
});

export const directors = section({
  shape: Type.Object(
    {
      people: Type.Array(administrator.schema, { description: 'Administrators first.' }),
      shareholdersKnown: Type.Boolean({
        description: 'False: no list of shareholders is loaded, so the owners are unknown.',
      }),
      ...PageFields,
    },
    { ...closed, description: 'Representatives and owners.' },
  ),
  isPaged: true,
  async read(request) {
    const { company, call } = request;
    const all = [
      ...(company.administrators ?? []).map((row) => administrator.of(row, call)),
      ...(company.shareholders ?? []).map((row) => shareholder.of(row, call)),
    ];
    const scope = cursorScope(request);
    const start = startOf(call, DIRECTORS, scope);
    const list = { rows: all.slice(start), start, total: all.length, ...bytesFor(request) };
    const { rows: people, ...page } = fittingRows(call, DIRECTORS, scope, list);
    return { part: { people, shareholdersKnown: company.shareholders !== null, ...page }, metas: [] };
  },
});

const ACTIVITIES = 'get_company/caen';

const Activity = Type.Object(
  {
    code: Type.String({ description: 'CAEN class.' }),
    revision: Type.String({ description: 'Revision of the code.' }),
    title: orNull(Type.String(), 'Title in that revision.'),
    main: orNull(Type.Boolean(), 'Whether it is the main activity; null: no source says.'),
  },
  closed,
);

export const activities = section({
  shape: orNull(
    Type.Object({ activities: Type.Array(Activity, { description: 'As registered.' }), ...PageFields }, closed),
    'Activities it is registered for; null outside the trade registry.',
  ),
  isPaged: true,
  async read(request) {
    const { company, call } = request;
    if (company.activities === null) return { part: null, metas: [] };
    const scope = cursorScope(request);
    const start = startOf(call, ACTIVITIES, scope);
    const all = company.activities;
    const list = { rows: all.slice(start), start, total: all.length, ...bytesFor(request) };
    const { rows, ...page } = fittingRows(call, ACTIVITIES, scope, list);
    return { part: { activities: rows, ...page }, metas: [] };
  },
});

/** The names of `get_rankings`. */
const rankingMetrics = { cifra: 'turnover', profit: 'profit', angajati: 'employees' } as const;

const position = pick(
  'getLeaderboard.positions',
  {
    metric: oneOf(Object.values(rankingMetrics), 'What is ranked.'),
    among: Type.String({ description: 'The group: the country, its county or its activity.' }),
    rank: Type.Integer({ description: '1 is the largest.' }),
    previousRank: orNull(Type.Integer(), 'In the year before.'),
    of: Type.Integer({ description: 'Companies ranked.' }),
    percentile: Type.Number({ description: 'Share of them that it is ahead of or equal to, 0 to 100.' }),
    value: Type.Number({ description: 'The figure: lei, or heads.' }),
  },
  { metric: ({ metric }) => rankingMetrics[metric], among: 'slice.label' },
);

export const ranks = section({
  shape: Type.Object(
    {
      year: orNull(Type.Integer(), 'Year of the ranks; null: it is not ranked.'),
      positions: orNull(Type.Array(position.schema), 'Every place it has; null: it is not ranked.'),
    },
    { ...closed, description: 'Its places in the rankings.' },
  ),
  isPaged: false,
  async read({ cui, call }) {
    const { data, meta } = await call.client.getLeaderboard({ cui });
    const positions = data.positions?.map((row) => position.of(row, call));
    return { part: { year: data.year, positions: positions ?? null }, metas: [meta] };
  },
});

const TIMELINE = 'get_company/timeline';

const event = pick(
  'getTimeline',
  {
    date: Type.String({ description: 'Day of the event, or by which it was seen.' }),
    exact: Type.Boolean({ description: 'False: it happened on `date` at the latest.' }),
    kind: Type.String({ description: 'What kind of event: registration, name, status, address, officerAdded …' }),
    title: Type.String({ description: 'In a few words.' }),
    details: orNull(Type.String(), 'Before and after, or what the source says.'),
    decision: orNull(Type.String(), 'Of a Gazette event: its id for `fetch`.'),
  },
  {
    exact: ({ eventDate }) => eventDate !== null,
    decision: ({ decisionId }) => decisionId && `decision:${decisionId}`,
  },
);

export const timeline = section({
  shape: orNull(
    Type.Object({ events: Type.Array(event.schema, { description: 'Newest first.' }), ...PageFields }, closed),
    'What happened to it, and when; null: no two snapshots of the registry were compared here.',
  ),
  isPaged: true,
  async read(request) {
    const { cui, call } = request;
    const scope = cursorScope(request);
    const position = positionOf(call, TIMELINE, scope);
    const { data, meta } = await call.client.getTimeline({
      cui,
      limit: ROWS,
      ...(position.cursor !== undefined && { cursor: position.cursor }),
    });
    if (data === null) return { part: null, metas: [meta] };
    const rows = data.map((row) => event.of(row, call));
    const { rows: events, ...page } = pageOf(call, TIMELINE, scope, { rows, meta, position });
    return { part: { events, ...page }, metas: [meta] };
  },
});

const DECISIONS = 'get_company/decisions';

const decision = pick(
  'getCompanyDecisions',
  {
    id: Type.String({ description: 'For `fetch`, which returns the text.' }),
    date: Type.String({ description: 'Day of the issue.' }),
    kind: Type.String({ description: 'What it is, by its heading.' }),
    title: Type.String({ description: 'Heading.' }),
    matchConfidence: orNull(Type.String(), 'How sure it is about this company: `exact`, `high`, `low`.'),
    url: Type.String({ description: 'Its page.' }),
  },
  {
    id: ({ id }) => `decision:${id}`,
    date: 'issue.date',
    url: ({ id }, call) => call.link('decision', { id }),
  },
);

export const decisions = section({
  shape: orNull(
    Type.Object({ decisions: Type.Array(decision.schema, { description: 'Newest first.' }), ...PageFields }, closed),
    'Decisions in Part IV of the Official Gazette; null: it is not loaded here.',
  ),
  isPaged: true,
  async read(request) {
    const { cui, call } = request;
    const scope = cursorScope(request);
    const position = positionOf(call, DECISIONS, scope);
    const { data, meta } = await call.client.getCompanyDecisions({
      cui,
      limit: ROWS,
      ...(position.cursor !== undefined && { cursor: position.cursor }),
    });
    if (data === null) return { part: null, metas: [meta] };
    const rows = data.map((row) => decision.of(row, call));
    const { rows: visible, ...page } = pageOf(call, DECISIONS, scope, { rows, meta, position });
    return { part: { decisions: visible, ...page }, metas: [meta] };
  },
});

const PARTNERS = 5;

const Sum = (description: string) =>
  Type.Object(
    {
      count: Type.Integer({ description: 'How many.' }),
      value: orNull(Type.Number(), 'Lei, sum of known values; null: none known.'),
    },
    { ...closed, description },
  );

const Purchases = Type.Object(
  {
    ...Sum('').properties,
    unknownState: Type.Integer({ description: 'Of them, without a published state: some may have been refused.' }),
  },
  { ...closed, description: 'Direct purchases, accepted or of unknown state.' },
);

const partner = pick(
  'getCompanySeap.asSupplier.topPartners',
  {
    cui: orNull(Type.String(), 'Fiscal code.'),
    name: Type.String({ description: 'Name as published.' }),
    count: Type.Integer({ description: 'Contracts, call-offs and purchases together.' }),
    value: orNull(Type.Number(), 'Their value, lei.'),
  },
  {},
);

const side = (description: string) =>
  pick(
    'getCompanySeap.asSupplier',
    {
      contracts: Sum('Ordinary contracts.'),
      frameworks: Sum('Framework ceilings, never summed with contracts.'),
      callOffs: Sum('Call-offs under frameworks.'),
      directPurchases: Purchases,
      topPartners: Type.Array(partner.schema, { description: 'The largest by value.' }),
    },
    { topPartners: ({ topPartners }, call) => topPartners.slice(0, PARTNERS).map((row) => partner.of(row, call)) },
    description,
  );

const asSupplier = side('What it sold to public authorities.');
const asAuthority = side('What it bought as a public authority.');

const Coverage = Type.Object(
  {
    list: oneOf(['contract', 'purchase', 'award', 'notice'], 'What it speaks of.'),
    firstDate: orNull(Type.String(), 'First day loaded.'),
    lastDate: orNull(Type.String(), 'Last day loaded.'),
  },
  closed,
);

export const procurement = section({
  shape: orNull(
    Type.Object(
      {
        asSupplier: asSupplier.schema,
        asAuthority: asAuthority.schema,
        coverage: Type.Array(Coverage, { description: 'Nothing outside of these days is counted.' }),
      },
      closed,
    ),
    'Public procurement at a glance; null: it is not loaded here.',
  ),
  isPaged: false,
  async read({ cui, call }) {
    const { data, meta } = await call.client.getCompanySeap({ cui });
    const part = data && {
      asSupplier: asSupplier.of(data.asSupplier, call),
      asAuthority: asAuthority.of(data.asAuthority, call),
      coverage: data.coverage,
    };
    return { part, metas: [meta] };
  },
});

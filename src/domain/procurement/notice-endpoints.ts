/** Notices: searched, one by one, the newest with documentation, and those of a company. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { endpoint } from '#api/endpoint.ts';
import { CalendarDay, Cui, Cursor, Limit, Offset, SearchText } from '#api/parameters.ts';
import { closed, oneOf } from '#lib/values/schema.ts';
import { messages } from '#locales/messages.ts';
import { filtersOf } from './company-endpoints.ts';
import { Conditions } from './conditions.ts';
import { cpvFilter, wrongOrder } from './filters.ts';
import { list, sourceMeta } from './list-page.ts';
import { loaded } from './loaded.ts';
import type { ProcurementNeeds } from './needs.ts';
import { Notice, NoticeNumber, type NoticeRow } from './notice.ts';
import { NoticeFacets } from './notice-facets.ts';
import { noticeWalk } from './notice-query.ts';
import { noticeRows } from './notice-rows.ts';
import { searchNotices } from './notice-search.ts';
import { noticeNumbered } from './notices-table.ts';
import { procedureStates, procedures } from './procedures.ts';

const Money = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1e13, description }));

const searchQuery = Type.Object(
  {
    q: Type.Optional(SearchText),
    cpv: cpvFilter,
    authorityCui: Type.Optional(Cui),
    from: Type.Optional(CalendarDay('First day of publication.')),
    to: Type.Optional(CalendarDay('Last day of publication; not before `from`.')),
    deadlineFrom: Type.Optional(CalendarDay('Tenders are received at least until this day.')),
    state: Type.Optional(oneOf(['open'], 'Only notices to which tenders are still received.')),
    county: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'County of the authority: name, slug or plate.' }),
    ),
    minValue: Money(
      'Least estimated value, lei; notices without a value, or with one in another currency, do not pass.',
    ),
    maxValue: Money('Greatest estimated value, lei; the same holds.'),
    sort: oneOf(
      ['newest', 'deadline', 'value'],
      'Newest first; soonest deadline first, of those still to come; greatest estimated value in lei first, those without one last. The last two order the newest 5,000 matches.',
      'newest',
    ),
    facets: Type.Boolean({
      default: false,
      description:
        'Whether `meta.facets` counts the matches by county, CPV division, procedure and estimated value. Costs a read of its own: ask for it once, with the first page.',
    }),
    limit: Limit(50, 20),
    offset: Offset,
    cursor: Cursor,
  },
  closed,
);

const paging = { limit: Limit(200, 50), offset: Offset, cursor: Cursor };

export const notices = (needs: ProcurementNeeds) => ({
  searchTenders: endpoint({
    path: '/api/sicap/tenders/search',
    access: 'pro+x402',
    price: 'list',
    fresh: '6h',
    title: 'Search in notices',
    about:
      'Notices by words of their title, authority, CPV title and lots (without diacritics, the last word may be begun, "quoted words" one beside the other), by notice number, CPV code or fiscal code of the authority, all filters combined. A bare number is looked for as all of these: fiscal code, digits of a notice, CPV code, word.',
    query: searchQuery,
    data: Type.Array(Notice),
    meta: Type.Object({ facets: Type.Optional(NoticeFacets) }),
    examples: [
      { title: 'By words', query: { q: 'lucrari', limit: '5' } },
      { title: 'Still open, under a CPV prefix', query: { cpv: '45', state: 'open', sort: 'deadline', limit: '5' } },
      { title: 'With what the matches are made of', query: { q: 'lucrari', facets: 'true', limit: '5' } },
    ],
    async handle(asked, call) {
      if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to)
        throw wrongOrder('from', messages.procurement.isAfter({ last: 'to' }));
      if (asked.minValue !== undefined && asked.maxValue !== undefined && asked.minValue > asked.maxValue)
        throw wrongOrder('minValue', messages.procurement.isAbove({ most: 'maxValue' }));
      const generation = call.dataset.manifest.id;
      // Facets belong to the first page: a cursor leads on without them.
      const { facets: _facets, ...filters } = filtersOf(asked);
      const scope = { path: '/api/sicap/tenders/search', query: filters, generation };
      return noticeRows(await searchNotices(asked, scope, call, needs), call, needs);
    },
  }),

  getTender: endpoint({
    path: '/api/sicap/tender/{notice}',
    access: 'pro+x402',
    price: 'record',
    fresh: '6h',
    title: 'One notice',
    about: 'A notice with the state of its documentation.',
    params: Type.Object({ notice: NoticeNumber }, closed),
    data: Notice,
    examples: [{ title: 'A notice with lots', params: { notice: needs.example.notice } }],
    async handle(input, call) {
      const row = await noticeNumbered(loaded(call.dataset), input.notice);
      if (!row)
        throw new ApiError(
          'NOT_FOUND',
          call.dataset.manifest.country === 'demo'
            ? messages.operations.inDemo({
                problem: messages.procurement.unknownNotice(input),
                example: needs.example.notice,
              })
            : messages.procurement.unknownNotice(input),
        );
      const { data, meta } = await noticeRows({ rows: [row], meta: sourceMeta(call) }, call, needs);
      return { data: data[0] as Notice, meta };
    },
  }),

  getProcedures: endpoint({
    path: '/api/sicap/procedures',
    access: 'pro+x402',
    price: 'list',
    fresh: '6h',
    title: 'Newest procedures with documentation',
    about:
      'Notices whose documentation is here or on its way, those with files first, then those that are being collected or could not be had, then those that the source announces and nobody has looked at yet; each newest first. A notice of which a look found no file is not among them. `total` counts the same notices.',
    query: Type.Object(
      { state: Type.Optional(oneOf(procedureStates, 'Only notices whose documentation is in this state.')), ...paging },
      closed,
    ),
    data: Type.Array(Notice),
    examples: [
      { title: 'The newest', query: { limit: '5' } },
      { title: 'Whose files are all here', query: { state: 'available', limit: '5' } },
    ],
    async handle(asked, call) {
      const scope = { path: '/api/sicap/procedures', query: { state: asked.state, limit: asked.limit } };
      return noticeRows(await procedures(asked, scope, call, needs), call, needs);
    },
  }),

  getCompanyProcedures: endpoint({
    path: '/api/sicap/company/{cui}/procedures',
    access: 'pro+x402',
    price: 'list',
    fresh: '6h',
    title: 'Procedures of a company',
    about:
      'Notices that the company published as contracting authority, and those that led to a contract with it as supplier, newest first. A fiscal code that nobody mentions has an empty list.',
    params: Type.Object({ cui: Cui }, closed),
    query: Type.Object(paging, closed),
    data: Type.Array(Notice),
    examples: [{ title: 'A large authority', params: { cui: needs.example.authority }, query: { limit: '5' } }],
    async handle({ cui, ...asked }, call) {
      const walks = [
        noticeWalk(new Conditions().add('authority_cui = ?', Number(cui))),
        { ...noticeWalk(new Conditions().add('cui = ?', Number(cui))), from: 'notice_winner' },
      ];
      const scope = { path: `/api/sicap/company/${cui}/procedures`, query: { limit: asked.limit } };
      return noticeRows(await list<NoticeRow>('notice', walks, asked, scope, call, needs), call, needs);
    },
  }),
});

/** Operations about who runs which company. */
import { type Static, Type } from 'typebox';
import { companyRowFields } from '#base/company-row.ts';
import { leiOrNull } from '#base/money.ts';
import { closed } from '#base/schema.ts';
import type { Cursors } from '#http/cursor.ts';
import { type Call, endpoint } from '#http/endpoint.ts';
import { Cui, Cursor, Limit } from '#http/parameters.ts';
import { notLoaded, stampsOf } from '#http/stamps.ts';
import { Network, networkOf } from './network.ts';
import type { FirmListRow } from './people-table.ts';
import { relatedTo, type Tied, Via } from './related.ts';

export interface PeopleNeeds {
  /** The company, or a 404. */
  company(cui: string, call: Call): Promise<Tied & { name: string; active: boolean | null }>;
  /** Whether a firm with these registry statuses operates. */
  activeOf(statuses: string[]): boolean | null;
  hidden(): ReadonlySet<string>;
  cursors: Cursors;
  example: { cui: string } | null;
}

const PAGE_MAX = 200;
const PAGE = 50;

export const people = (needs: PeopleNeeds) => {
  const RelatedCompany = Type.Object(
    { ...companyRowFields, via: Type.Array(Via, { description: 'What ties them, all of it.' }) },
    { ...closed, title: 'RelatedCompany' },
  );
  const rowOf = (firm: FirmListRow, via: Static<typeof Via>[]): Static<typeof RelatedCompany> => ({
    cui: firm.cui === null ? null : String(firm.cui),
    name: firm.name,
    county: firm.county,
    locality: firm.locality,
    caenCode: firm.caen,
    legalForm: firm.legal_form,
    active: needs.activeOf(firm.statuses?.split(',') ?? []),
    turnover: leiOrNull(firm.turnover),
    employees: firm.employees,
    year: firm.year,
    via,
  });
  return {
    getRelated: endpoint({
      path: '/api/company/{cui}/related',
      access: 'pro+x402',
      fresh: '24h',
      title: 'Related companies',
      about:
        'Companies that share an administrator, a shareholder or the address, strongest tie first. Where a person runs or an address holds more firms than we look at, `meta.page.totalRelation` is `atLeast`.',
      params: Type.Object({ cui: Cui }, closed),
      query: Type.Object({ limit: Limit(PAGE_MAX, PAGE), cursor: Cursor }, closed),
      data: Type.Array(RelatedCompany),
      examples: [{ title: 'Firms around a large company', params: { cui: needs.example?.cui ?? '90000014' } }],
      async handle({ cui, limit, cursor }, call) {
        const company = await needs.company(cui, call);
        const { firms, truncated } = await relatedTo(company, call.dataset, needs.hidden());
        const page = needs.cursors.page(
          { path: `/api/company/${cui}/related`, query: { limit }, generation: call.dataset.manifest.id },
          cursor,
          limit,
          firms.length,
          truncated,
        );
        const { sources, stale, warnings } = stampsOf(call.dataset, 'registry', 'shareholders');
        const rows = firms.slice(page.offset, page.offset + limit);
        return {
          data: rows.map(({ firm, via }) => rowOf(firm, via)),
          meta: { source: 'onrc', sources, stale, warnings, page, notLoaded: notLoaded(call.dataset, 'shareholders') },
        };
      },
    }),

    getNetwork: endpoint({
      path: '/api/company/{cui}/network',
      access: 'pro',
      fresh: '24h',
      title: 'Who runs the company, and what else they run',
      about:
        'Officers and shareholders and their other firms, as a graph of depth one with at most 200 nodes; `truncated` says when there is more.',
      params: Type.Object({ cui: Cui }, closed),
      data: Network,
      examples: [{ title: 'Around a large company', params: { cui: needs.example?.cui ?? '90000014' } }],
      async handle({ cui }, call) {
        const company = await needs.company(cui, call);
        const { sources, stale, warnings } = stampsOf(call.dataset, 'registry', 'shareholders');
        return {
          data: await networkOf(company, call.dataset, needs.activeOf, needs.hidden()),
          meta: { source: 'onrc', sources, stale, warnings, notLoaded: notLoaded(call.dataset, 'shareholders') },
        };
      },
    }),
  };
};

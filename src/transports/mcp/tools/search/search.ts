/** Search over everything, in the shape for deep research. */

import Type from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import { SearchText } from '#api/parameters.ts';
import { oneOf } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { companyHit, Hit, type Kind, kinds, type PersonRow, personHit, recordHit } from './hit.ts';

const LIMIT_MAX = 20;
/** Candidates where only some kinds are requested. */
const CANDIDATES_MAX = 50;

/** The groups of the operation `searchAll`. */
const GROUPS = ['companies', 'people', 'records'] as const;
type Group = (typeof GROUPS)[number];

interface SearchResult {
  /** By group, the most likely group first. */
  groups: Hit[][];
  total: number;
  /** Firms without a fiscal code, which are omitted. */
  withoutCode: number;
  meta: Meta;
}

export const search = tool({
  name: 'search',
  title: 'Search companies, people and records',
  about:
    'Finds Romanian companies, people, public institutions, procurement notices, Official Gazette decisions, tender documents, activities and press releases by words, names, fiscal codes or numbers, and contracts by their number; diacritics do not matter, mistyped names are found. Hits of companies tell their seat. Begin here whenever you have a name and no identifier; `kinds` narrows it. Give the `id` to `fetch`, or the fiscal code to `get_company` and the id of a person to `get_person`.',
  effect: 'reads',
  input: Type.Object({
    query: SearchText,
    kinds: Type.Optional(
      Type.Array(oneOf(kinds, 'A kind.'), {
        minItems: 1,
        maxItems: kinds.length,
        description: 'Only these; left out: all.',
      }),
    ),
    limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: 10, description: 'Hits at most.' }),
  }),
  output: Type.Object({
    results: Type.Array(Hit, { description: 'Best first. Empty: there is no match.' }),
    more: Type.Boolean({ description: 'There are more matches than rows: add words, name `kinds` or raise `limit`.' }),
    ...CitationFields,
  }),
  async call({ query, kinds: requested, limit }, call) {
    const { groups, total, withoutCode, meta } = await find(query, requested, limit, call);
    const results = interleaved(groups, limit);
    const citation = citationOf(call, { name: 'search', query: { q: query } }, [meta], {
      pro: messages.agents.search.pro.people(),
      warnings: withoutCode > 0 ? [messages.agents.search.withoutCode({ count: withoutCode })] : [],
    });
    return {
      results,
      more: total > results.length + withoutCode,
      ...citation,
    };
  },
});

/** A single kind has an operation of its own, with more details. */
async function find(
  q: string,
  requested: readonly Kind[] | undefined,
  limit: number,
  call: ToolCall,
): Promise<SearchResult> {
  const [first, ...others] = new Set(requested);
  if (first === undefined || others.length > 0) return everywhere(q, requested, limit, call);
  if (first === 'company') {
    const { data, meta } = await call.client.searchCompanies({ q, limit });
    const group = data.flatMap((row) => companyHit(row, call));
    return { groups: [group], total: totalOf(meta, data), withoutCode: data.length - group.length, meta };
  }
  if (first === 'person') {
    const { data, meta } = await call.client.searchPeople({ q, limit });
    return { groups: [data.map((row) => personHit(row, call))], total: totalOf(meta, data), withoutCode: 0, meta };
  }
  if (first === 'notice') {
    const { data, meta } = await call.client.searchTenders({ q, limit });
    const group = data.flatMap(({ notice, authority, title, publishedAt }) =>
      recordHit({ kind: 'notice', id: notice, title: `${authority.name}: ${title}`, date: publishedAt, url: '' }, call),
    );
    return { groups: [group], total: totalOf(meta, data), withoutCode: 0, meta };
  }
  return everywhere(q, requested, limit, call);
}

async function everywhere(
  q: string,
  requested: readonly Kind[] | undefined,
  limit: number,
  call: ToolCall,
): Promise<SearchResult> {
  const limitOfEach = requested === undefined ? limit : CANDIDATES_MAX;
  const { data, meta } = await call.client.searchAll({ q, limit: limitOfEach });
  const isRequested = ({ kind }: Hit): boolean => requested === undefined || requested.includes(kind);
  const companies = data.companies.flatMap((row) => companyHit(row, call));
  const hits: Record<Group, Hit[]> = {
    companies: companies.filter(isRequested),
    people: (data.people as PersonRow[]).map((row) => personHit(row, call)).filter(isRequested),
    records: data.records.flatMap((row) => recordHit(row, call)).filter(isRequested),
  };
  const order = meta.order as Group[];
  const totals = meta.totals as Record<Group, { total: number }>;
  const groups = [...new Set([...order, ...GROUPS])].map((group) => hits[group]);
  return {
    groups,
    total:
      requested === undefined
        ? totals.companies.total + totals.people.total + totals.records.total
        : groups.reduce((sum, group) => sum + group.length, 0),
    withoutCode:
      requested === undefined || requested.includes('company') ? data.companies.length - companies.length : 0,
    meta: data.people.length < Math.min(limitOfEach, totals.people.total) ? meta : withoutRedaction(meta),
  };
}

/** For a complete list of people: no redaction is to be noted. */
const withoutRedaction = ({ redacted: _, ...meta }: Meta): Meta => meta as Meta;

const totalOf = ({ page }: Meta, rows: readonly unknown[]): number => page?.total ?? rows.length;

/** Half of the hits from the first group, the rest round robin over all groups. */
function interleaved([first = [], ...others]: readonly Hit[][], limit: number): Hit[] {
  const half = Math.ceil(limit / 2);
  const hits = first.slice(0, half);
  const remaining = [first.slice(half), ...others];
  for (let i = 0; hits.length < limit && remaining.some((group) => i < group.length); i++)
    hits.push(...remaining.flatMap((group) => group[i] ?? []));
  return hits.slice(0, limit);
}

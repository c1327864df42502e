/** Search over everything, as deep research asks for it. */

import Type from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import { SearchText } from '#api/parameters.ts';
import { oneOf } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { Cited, cited } from '#transports/mcp/format/citing.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { companyHit, Hit, type Kind, kinds, type PersonFound, personHit, recordHit } from './hit.ts';

const LIMIT_MAX = 20;
/** Where only some kinds are wanted, more is looked through. */
const FOUND_MAX = 50;

/** As the search over everything has them. */
const GROUPS = ['companies', 'people', 'records'] as const;
type Group = (typeof GROUPS)[number];

interface Found {
  /** By group, the most likely meant first. */
  groups: Hit[][];
  total: number;
  /** Firms that cannot be told. */
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
    results: Type.Array(Hit, { description: 'Best first. Empty: nothing of this name is known here.' }),
    more: Type.Boolean({ description: 'More was found than is told: add words, name `kinds` or raise `limit`.' }),
    ...Cited,
  }),
  async call({ query, kinds: wanted, limit }, call) {
    const { groups, total, withoutCode, meta } = await find(query, wanted, limit, call);
    const results = inTurn(groups, limit);
    const citation = cited(call, { name: 'search', query: { q: query } }, [meta], {
      pro: messages.agents.search.pro.people(),
      also: withoutCode > 0 ? [messages.agents.search.withoutCode({ count: withoutCode })] : [],
    });
    return {
      results,
      more: total > results.length + withoutCode,
      ...citation,
    };
  },
});

/** One kind alone has a search of its own, which knows more of it. */
async function find(q: string, wanted: readonly Kind[] | undefined, limit: number, call: ToolCall): Promise<Found> {
  const [first, ...others] = new Set(wanted);
  if (first === undefined || others.length > 0) return everywhere(q, wanted, limit, call);
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
  return everywhere(q, wanted, limit, call);
}

async function everywhere(
  q: string,
  wanted: readonly Kind[] | undefined,
  limit: number,
  call: ToolCall,
): Promise<Found> {
  const limitOfEach = wanted === undefined ? limit : FOUND_MAX;
  const { data, meta } = await call.client.searchAll({ q, limit: limitOfEach });
  const isWanted = ({ kind }: Hit): boolean => wanted === undefined || wanted.includes(kind);
  const companies = data.companies.flatMap((row) => companyHit(row, call));
  const found: Record<Group, Hit[]> = {
    companies: companies.filter(isWanted),
    people: (data.people as PersonFound[]).map((row) => personHit(row, call)).filter(isWanted),
    records: data.records.flatMap((row) => recordHit(row, call)).filter(isWanted),
  };
  const best = (meta.best as Group | null) ?? 'companies';
  const totals = meta.totals as Record<Group, { total: number }>;
  const groups = [best, ...GROUPS.filter((group) => group !== best)].map((group) => found[group]);
  return {
    groups,
    total:
      wanted === undefined
        ? totals.companies.total + totals.people.total + totals.records.total
        : groups.reduce((sum, group) => sum + group.length, 0),
    withoutCode: wanted === undefined || wanted.includes('company') ? data.companies.length - companies.length : 0,
    meta: data.people.length < Math.min(limitOfEach, totals.people.total) ? meta : withoutRedaction(meta),
  };
}

/** Of people as many are told as were asked for, or as there are: nobody is hidden. */
const withoutRedaction = ({ redacted: _, ...meta }: Meta): Meta => meta as Meta;

const totalOf = ({ page }: Meta, rows: readonly unknown[]): number => page?.total ?? rows.length;

/** Half of the room belongs to the first group; the rest is shared, and what one group leaves is the others'. */
function inTurn([first = [], ...others]: readonly Hit[][], limit: number): Hit[] {
  const half = Math.ceil(limit / 2);
  const hits = first.slice(0, half);
  const left = [first.slice(half), ...others];
  for (let i = 0; hits.length < limit && left.some((group) => i < group.length); i++)
    hits.push(...left.flatMap((group) => group[i] ?? []));
  return hits.slice(0, limit);
}

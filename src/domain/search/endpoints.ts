/** Searches: companies by name, and everything at once. */

import { type TSchema, Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import { type AnswerMeta, type Call, endpoint, type Provenance } from '#api/endpoint.ts';
import { Cursor, Limit, SearchText } from '#api/parameters.ts';
import { isLoaded, type LiveMeta, missingParts, provenanceOf } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Message } from '#lib/i18n/message.ts';
import type { CompanyState, CompanyStateColumns } from '#lib/schema/company-state.ts';
import { about, closed, field, oneOf, orNone } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { countInWorker, type NameAnalyses } from './analyses.ts';
import { assertRanges, firmFilters, isFiltered, keeperOf } from './filters.ts';
import { firmsOfRanks } from './listing-table.ts';
import {
  COMPARED_MAX,
  FIRST_PAGE,
  type FirmPage,
  findFilteredFirms,
  findFirms,
  formatPosition,
  parsePosition,
} from './result-page.ts';
import { groupOrder, groups, orderDescription, RecordRow, SearchRow, searchRow } from './result-rows.ts';

/** The first rows of one kind, and the total. */
export interface Group<Row> {
  rows: Row[];
  total: number;
  totalRelation: 'exact' | 'atLeast';
  /** Sources outside of the dataset. */
  sources?: readonly Provenance[];
}

/** One domain module's share in the search over all kinds. */
export type SearchHook<Row> = (q: string, limit: number, call: Call) => Promise<Group<Row>>;

type SearchContext = Pick<Context, 'cursors'> & {
  /** Persons belong to another module, which passes their shape. */
  people: { row: TSchema; search: SearchHook<{ name: string }> };
  records: readonly SearchHook<RecordRow>[];
  /** States of companies by registry and tax authority, and the latter's share in `meta`. */
  states(
    firms: readonly CompanyStateColumns[],
    call: Call,
  ): Promise<{ stateOf(firm: CompanyStateColumns): CompanyState; live: LiveMeta }>;
  /** A county in any spelling; throws a 404 with near names. */
  county(text: string): { slug: string };
  /** Heavy queries, in the analytics worker. */
  analyses: NameAnalyses;
  /** Names worth trying in the demo. */
  examples: readonly string[];
};

/** The default revision. */
const CAEN_REVISION = 3;

const PAGE_MAX = 50;
const PAGE = 20;

const query = Type.Object({ q: SearchText, limit: Limit(PAGE_MAX, PAGE) }, closed);

const Total = Type.Object(
  {
    total: field(Type.Integer(), { en: 'Hits of this kind.', ro: 'Rezultate de acest fel.' }),
    totalRelation: oneOf(['exact', 'atLeast'], { en: 'Whether all were counted.', ro: 'Dacă s-au numărat toate.' }),
  },
  { ...closed, title: 'GroupTotal' },
);

export const search = (context: SearchContext) => ({
  searchCompanies: endpoint({
    path: '/api/search',
    access: 'pro+x402',
    price: 'list',
    fresh: '1h',
    title: { en: 'Companies by name', ro: 'Firme după nume' },
    about: {
      en: `Names with or without legal form, diacritics, dots and hyphens; words in any order, the last one incomplete; former names; a name with its city or county; one or two mistyped letters. Also a fiscal code, a registration number in either form, or an EUID. The name itself comes first, operating and larger companies before others of the same name. Legal forms alone are refused, except as the whole name of a company. With filters, at most ${COMPARED_MAX.toLocaleString('en')} companies of the name are compared with them, and a warning says when there are more.`,
      ro: `Nume cu sau fără formă juridică, diacritice, puncte și cratime; cuvinte în orice ordine, ultimul doar început; nume vechi; un nume cu orașul sau județul; o literă sau două greșite. De asemenea un cod fiscal, un număr de înmatriculare în oricare formă sau un EUID. Numele însuși vine primul, firmele în funcțiune și mai mari înaintea altora cu același nume. Formele juridice singure sunt refuzate, afară de cazul în care sunt chiar numele unei firme. Cu filtre, cel mult ${COMPARED_MAX.toLocaleString('ro')} de firme cu acel nume sunt comparate cu ele, iar un avertisment spune când sunt mai multe.`,
    },
    query: Type.Object({ ...query.properties, ...firmFilters, cursor: Cursor }, closed),
    data: Type.Array(SearchRow),
    examples: context.examples.slice(0, 1).map((q) => ({
      title: { en: 'By the first words of a name', ro: 'După primele cuvinte ale denumirii' },
      query: { q },
    })),
    async handle({ q, limit, cursor, ...filters }, call) {
      const { dataset } = call;
      assertRanges(filters);
      const narrowed = isFiltered(filters);
      const scope = {
        path: '/api/search',
        query: { q, limit, ...(narrowed && filters) },
        generation: dataset.manifest.id,
      };
      const position = cursor === undefined ? FIRST_PAGE : parsePosition(context.cursors.read(scope, cursor));
      assertLoaded(dataset);
      const { countMax } = call;
      const count = countMax === undefined ? undefined : countInWorker(call, countMax, context.analyses);
      const found = narrowed
        ? await findFilteredFirms(dataset.db, q, keeperOf(filters, dataset.db, call, context), position, limit)
        : await findFirms(dataset.db, q, position, limit, count);
      const { total, totalRelation, next } = found;
      const isPartial = narrowed && totalRelation === 'atLeast';
      const { rows: data, live } = await rowsOf(found, call, context);
      const page = context.cursors.positionPage(scope, {
        limit,
        offset: position.offset,
        returned: data.length,
        total,
        totalRelation,
        position: next === null ? null : formatPosition(next),
      });
      const meta = metaOf(dataset);
      return {
        data,
        meta: {
          ...meta,
          sources: [...meta.sources, ...live.sources],
          page,
          ignored: filters.caen === undefined && filters.caenRevision !== CAEN_REVISION ? ['caenRevision'] : [],
          warnings: [
            ...(meta.warnings ?? []),
            ...live.warnings,
            ...(isPartial ? [messages.search.comparedOnly({ most: COMPARED_MAX })] : []),
            ...hints(total, dataset, context),
          ],
        },
      };
    },
  }),

  searchAll: endpoint({
    path: '/api/search/all',
    access: 'pro+x402',
    price: 'list',
    fresh: '1h',
    title: { en: 'Companies, people and records by words', ro: 'Firme, persoane și înregistrări după cuvinte' },
    about: {
      en: 'The first hits of every kind, at most `limit` of each: companies as in the search for companies, people by name, and records of the other parts of this service. Visitors of our own pages without Pro see the first five people, and `meta.redacted` says so.',
      ro: 'Primele rezultate de fiecare fel, cel mult `limit` din fiecare: firme ca la căutarea de firme, persoane după nume și înregistrări din celelalte părți ale serviciului. Vizitatorii paginilor noastre fără Pro văd primele cinci persoane, iar `meta.redacted` indică asta.',
    },
    query,
    data: Type.Object(
      {
        companies: field(Type.Array(SearchRow), {
          en: 'Companies, best first.',
          ro: 'Firme, cele mai potrivite întâi.',
        }),
        people: field(Type.Array(Type.Unsafe<unknown>(context.people.row)), {
          en: 'People of that name.',
          ro: 'Persoane cu acest nume.',
        }),
        records: field(Type.Array(RecordRow), {
          en: 'Notices, contracts, names of their documents, decisions, activities, articles.',
          ro: 'Anunțuri, contracte, numele documentelor lor, hotărâri, activități, articole.',
        }),
      },
      { ...closed, title: 'SearchedAll' },
    ),
    empty: ({ companies, people, records }) => companies.length + people.length + records.length === 0,
    meta: Type.Object({
      order: Type.Array(oneOf(groups, 'A group of `data`.'), { ...about(orderDescription) }),
      best: orNone(oneOf(groups, 'A group of `data`.'), {
        en: 'The first group of `order`; null when there is no match.',
        ro: 'Primul grup din `order`; null când nu s-a găsit nimic.',
      }),
      totals: Type.Object(
        { companies: Total, people: Total, records: Total },
        { ...closed, ...about({ en: 'Hits per kind.', ro: 'Rezultate pe feluri.' }) },
      ),
    }),
    examples: context.examples
      .slice(0, 1)
      .map((q) => ({ title: { en: 'Everything about a name', ro: 'Tot ce ține de un nume' }, query: { q } })),
    async handle({ q, limit }, call) {
      const { dataset } = call;
      assertLoaded(dataset);
      const found = await findFirms(dataset.db, q, FIRST_PAGE, limit);
      const isVisitor = (call.caller.kind === 'browser' || call.caller.kind === 'agent') && !call.caller.pro;
      const people = await context.people.search(q, isVisitor ? Math.min(limit, VISITORS_PEOPLE) : limit, call);
      const records = await interleave(context.records, q, limit, call);
      const count = found.total + people.total + records.total;
      const companies = await rowsOf(found, call, context);
      const meta = metaOf(dataset, ...OF_OTHERS, 'recent');
      const order = groupOrder(q, { companies: companies.rows, people: people.rows, records: records.rows });
      return {
        data: { companies: companies.rows, people: people.rows, records: records.rows },
        meta: {
          ...meta,
          sources: [...meta.sources, ...companies.live.sources, ...(records.sources ?? [])],
          notLoaded: missingParts(dataset, ...OF_OTHERS),
          redacted: isVisitor ? ['people'] : [],
          warnings: [...(meta.warnings ?? []), ...companies.live.warnings, ...hints(count, dataset, context)],
          extra: {
            order,
            best: order[0] ?? null,
            totals: { companies: totalOf(found), people: totalOf(people), records: totalOf(records) },
          },
        },
      };
    },
  }),
});

/** The preview of the search for people has as many. */
const VISITORS_PEOPLE = 5;

/** Parts of the dataset, beside those of companies, with people and records. */
const OF_OTHERS = ['shareholders', 'gazette', 'procurement'];

const totalOf = ({ total, totalRelation }: Omit<Group<never>, 'rows'>) => ({ total, totalRelation });

/** Interleaves the kinds, so that the first rows contain each. */
async function interleave(
  hooks: SearchContext['records'],
  q: string,
  limit: number,
  call: Call,
): Promise<Group<RecordRow>> {
  const groups = await Promise.all(hooks.map((hook) => hook(q, limit, call)));
  const rows: RecordRow[] = [];
  for (let i = 0; i < limit; i++) rows.push(...groups.flatMap((group) => group.rows[i] ?? []));
  return {
    rows: rows.slice(0, limit),
    total: groups.reduce((sum, { total }) => sum + total, 0),
    totalRelation: groups.every(({ totalRelation }) => totalRelation === 'exact') ? 'exact' : 'atLeast',
    sources: groups.flatMap(({ sources = [] }) => sources),
  };
}

async function rowsOf(
  { firms }: FirmPage,
  call: Call,
  { states }: Pick<SearchContext, 'states'>,
): Promise<{ rows: SearchRow[]; live: LiveMeta }> {
  const matched = new Map(firms.map((firm) => [firm.rank, firm.matched]));
  const listed = await firmsOfRanks(
    call.dataset.db,
    firms.map(({ rank }) => rank),
  );
  const { stateOf, live } = await states(listed, call);
  return { rows: listed.map((firm) => searchRow(firm, stateOf(firm), matched.get(firm.rank) ?? 'name')), live };
}

function metaOf(dataset: Dataset, ...more: string[]): AnswerMeta {
  const { sources, stale, warnings } = provenanceOf(dataset, 'registry', 'finances', ...more);
  return { source: 'onrc', sources, stale, warnings };
}

function assertLoaded(dataset: Dataset): void {
  if (!isLoaded(dataset, 'search')) throw new ApiError('SOURCE_NOT_LOADED', messages.search.notLoaded());
}

const hints = (total: number, { manifest }: Dataset, { examples }: SearchContext): Message[] =>
  total === 0 && manifest.country === 'demo' ? [messages.search.tryInDemo({ names: examples.join(', ') })] : [];

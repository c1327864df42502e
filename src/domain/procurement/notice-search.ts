/** The search in notices: the query decides which index is used and how the results are ordered. */
import { ApiError } from '#api/api-error.ts';
import type { CursorScope } from '#api/cursor.ts';
import type { AnswerMeta, Call } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { Operand } from '#data/store/word-index.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { bucharestInstant, endOfDay } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import type { ProcurementContext } from './context.ts';
import { list, sourceMeta } from './list-page.ts';
import { isExpensive, type PageQuery, positionOf, startOf } from './list-walk.ts';
import type { Walk } from './list-walk-table.ts';
import type { NoticeRow } from './notice.ts';
import { facetsOf } from './notice-facets.ts';
import { isUnindexed, meaningOf, type NoticeFilters } from './notice-query.ts';
import { type NoticeState, noticeStateOf, type ProcedureType, procedureTypeOf } from './notice-words.ts';
import {
  COUNT_MAX,
  countByWords,
  marksAlong,
  marksByRelevance,
  marksByWords,
  type NoticeMark,
  type RankedSearch,
  spellingsOf,
} from './notices-table.ts';
import { assertLoaded, procurementOf } from './procurement-database.ts';
import { rowsOf } from './rows-table.ts';
import { withheldKeys } from './withheld-notices.ts';
import { workerReads } from './worker-reads.ts';

export interface NoticeQuery
  extends PageQuery,
    Omit<NoticeFilters, 'state' | 'states' | 'counties' | 'procedureTypes'> {
  q?: string;
  /** Names, slugs or plates. */
  county?: readonly string[];
  state?: 'open' | NoticeState;
  procedure?: readonly ProcedureType[];
  /** Default: by relevance where there are words, else the newest first. */
  sort?: 'relevance' | 'newest' | 'deadline' | 'value';
  /** Whether to count facets too. */
  facets?: boolean;
}

export interface NoticePage {
  rows: NoticeRow[];
  meta: AnswerMeta;
}

export async function searchNotices(
  request: NoticeQuery,
  scope: CursorScope,
  call: Call,
  context: ProcurementContext,
): Promise<NoticePage> {
  const { q, sort = q === undefined ? 'newest' : 'relevance', county, state, procedure } = request;
  const fromMs =
    request.deadlineFrom !== undefined
      ? bucharestInstant(request.deadlineFrom, 0)
      : sort === 'deadline'
        ? call.now
        : undefined;
  const spellings =
    procedure === undefined && (state === undefined || state === 'open') ? null : await publishedOf(call, context);
  const filters: NoticeFilters = {
    ...request,
    counties: county && [...new Set(county.map(context.county))],
    procedureTypes: procedure && spellings?.procedureTypes.filter(isAmong(procedure, procedureTypeOf)),
    state: state === 'open' ? state : undefined,
    states:
      state === 'open' || state === undefined ? undefined : spellings?.states.filter(isAmong([state], noticeStateOf)),
    deadlineFrom: fromMs === undefined ? undefined : new Date(fromMs).toISOString(),
    deadlineTo: request.deadlineTo && endOfDay(request.deadlineTo),
  };
  const meaning = meaningOf(q, filters, call.now);
  const search = 'walks' in meaning ? meaning : await searchOf(meaning, filters, call, context.hidden());
  const page =
    sort === 'deadline' || sort === 'value'
      ? sortedPage(search, sort, request, scope, call, context)
      : 'walks' in search
        ? list<NoticeRow>('notice', search.walks, request, scope, call, context)
        : wordPage(sort === 'newest' ? { ...search, tiers: [search.operands] } : search, request, scope, call, context);
  const { rows, meta } = await page;
  const facets = request.facets ? { facets: await facetsOf(search, call, context) } : {};
  const readAs = q === undefined ? {} : { readAs: meaning.readAs };
  return { rows, meta: { ...meta, extra: { ...meta.extra, ...readAs, ...facets } } };
}

const isAmong =
  <Code>(codes: readonly Code[], codeOf: (published: string) => Code | null) =>
  (published: string): boolean =>
    codes.some((code) => code === codeOf(published));

interface Published {
  procedureTypes: string[];
  states: string[];
}

/** The spellings of each dataset: finding them reads all notices. */
const spellingsOfDatasets = new WeakMap<Dataset, Promise<Published>>();

async function publishedOf(call: Call, context: ProcurementContext): Promise<Published> {
  const { dataset } = call;
  const known = spellingsOfDatasets.get(dataset);
  if (known !== undefined) return known;
  const reads = workerReads(call, context);
  const [procedureTypes, states] = await Promise.all([
    spellingsOf(reads, 'procedure_type'),
    spellingsOf(reads, 'state'),
  ]);
  const published = { procedureTypes, states };
  spellingsOfDatasets.set(dataset, Promise.resolve(published));
  return published;
}

/** The query's words, without matches by hidden names: a tier must not reveal them by its order. */
export async function searchOf(
  { tiers }: { tiers: readonly Operand[][] },
  filters: NoticeFilters,
  { dataset, now }: Call,
  hidden: HiddenPersons,
): Promise<RankedSearch> {
  const withheld = await Promise.all(tiers.map((operands) => withheldKeys(operands, dataset, hidden)));
  return { tiers, operands: tiers.at(-1) ?? [], filters, now, withheld: [...new Set(withheld.flat())] };
}

async function wordPage(
  search: RankedSearch,
  request: NoticeQuery,
  scope: CursorScope,
  call: Call,
  context: ProcurementContext,
): Promise<NoticePage> {
  const { dataset } = call;
  const { limit } = request;
  const { cursors } = context;
  let tier = 0;
  const start = startOf(request, (cursor) => {
    const position = cursors.read(scope, cursor);
    tier = Number(position.split(' ').at(-1));
    return position;
  });
  const { before, skip } = start;
  const after = start.after && { ...start.after, tier };
  // Words that rarely occur together cost a scan of all rows with one of them.
  const isSimple =
    search.operands.length === 1 &&
    !isUnindexed(search.filters) &&
    !isExpensive([], start) &&
    call.countMax === undefined;
  const reads = isSimple ? procurementOf(dataset) : workerReads(call, context);
  const [{ total, totalRelation }, marks] = await Promise.all([
    countByWords(reads, dataset, search, Math.max(call.countMax ?? COUNT_MAX, skip + 1)),
    marksByRelevance(reads, dataset, search, after, skip, limit + 1),
  ]);
  if (total === 0) await assertLoaded(procurementOf(dataset), 'notice');
  const last = marks.slice(0, limit).at(-1);
  const rows = await rowsOf<NoticeRow>(procurementOf(dataset), 'notice', keysOf(marks.slice(0, limit)));
  const position = marks.length > limit && last ? `${positionOf(before + limit, last)} ${last.tier}` : null;
  const page = cursors.positionPage(scope, {
    limit,
    offset: before,
    returned: rows.length,
    total,
    totalRelation,
    position,
  });
  return { rows, meta: { ...sourceMeta(call), page } };
}

/** Maximum matches sorted in another order than the list's own: the newest. */
const SORTED_MAX = 5_000;

async function sortedPage(
  search: { walks: Walk[] } | RankedSearch,
  sort: 'deadline' | 'value',
  request: NoticeQuery,
  scope: CursorScope,
  call: Call,
  context: ProcurementContext,
): Promise<NoticePage> {
  const { dataset } = call;
  const { cursors } = context;
  const reads = workerReads(call, context);
  const marks =
    'walks' in search
      ? (await Promise.all(search.walks.map((walk) => marksAlong(reads, walk, SORTED_MAX)))).flat()
      : await marksByWords(reads, dataset, search, null, 0, SORTED_MAX);
  if (marks.length === 0) await assertLoaded(procurementOf(dataset), 'notice');
  // A page states that there may be more; an export must not take these for all.
  if (call.countMax !== undefined && marks.length >= SORTED_MAX)
    throw new ApiError('INVALID_PARAMETER', messages.procurement.sortedTable({ max: SORTED_MAX }), {
      details: [{ in: 'query', name: 'sort', problem: messages.procurement.sortedMax({ max: SORTED_MAX }) }],
    });
  const compare = sort === 'value' ? byValue : byDeadline;
  const ordered = marks.sort(compare);
  const { before, after, skip } = startOf(request, (cursor) => cursors.read(scope, cursor));
  // Continues after the last row, not after a number of rows: deadlines pass between two pages.
  const last = after && { key: after.key, deadline_at: after.day, estimated_value: Number(after.day), currency: 'RON' };
  const first = last === null ? skip : ordered.findIndex((row) => compare(row, last) > 0);
  const pageMarks = first < 0 ? [] : ordered.slice(first, first + request.limit);
  const rows = await rowsOf<NoticeRow>(procurementOf(dataset), 'notice', keysOf(pageMarks));
  const end = pageMarks.at(-1);
  const sortedBy = end && String(sort === 'value' ? leiOf(end) : end.deadline_at);
  const isEnd = first < 0 || first + rows.length >= ordered.length;
  const page = cursors.positionPage(scope, {
    limit: request.limit,
    offset: before,
    returned: rows.length,
    total: ordered.length,
    totalRelation: ordered.length < SORTED_MAX ? 'exact' : 'atLeast',
    position: end && sortedBy && !isEnd ? positionOf(before + rows.length, { key: end.key, day: sortedBy }) : null,
  });
  return { rows, meta: { ...sourceMeta(call), page } };
}

const keysOf = (marks: readonly NoticeMark[]): number[] => marks.map(({ key }) => key);

type SortFields = Pick<NoticeRow, 'key' | 'deadline_at' | 'estimated_value' | 'currency'>;

/** Below every value: notices without one in lei come last. */
const NO_VALUE = -1;

const byDeadline = (a: SortFields, b: SortFields): number =>
  (a.deadline_at ?? '') < (b.deadline_at ?? '') ? -1 : a.deadline_at === b.deadline_at ? b.key - a.key : 1;

const byValue = (a: SortFields, b: SortFields): number => leiOf(b) - leiOf(a) || b.key - a.key;

const leiOf = ({ estimated_value, currency }: SortFields): number =>
  currency === 'RON' && (estimated_value ?? 0) > 0 ? (estimated_value as number) : NO_VALUE;

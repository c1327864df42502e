/** The search in notices: what is asked decides along which index the answer is found, and how it is ordered. */

import { ApiError } from '#api/api-error.ts';
import type { CursorScope } from '#api/cursor.ts';
import type { AnswerMeta, Call } from '#api/endpoint.ts';
import type { Operand } from '#data/store/word-index.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { bucharestInstant } from '#lib/values/bank-time.ts';
import { messages } from '#locales/messages.ts';
import { list, sourceMeta } from './list-page.ts';
import { type Asked, isDear, positionOf, startOf } from './list-walk.ts';
import type { Walk } from './list-walk-table.ts';
import { assertAny, loaded } from './loaded.ts';
import type { ProcurementNeeds } from './needs.ts';
import type { NoticeRow } from './notice.ts';
import { facetsOf } from './notice-facets.ts';
import { isSifted, meaningOf, type NoticeFilters } from './notice-query.ts';
import { countByWords, marksAlong, marksByWords, type NoticeMark, type WordSearch } from './notices-table.ts';
import { rowsOf } from './rows-table.ts';

import { withheld } from './withheld-notices.ts';
import { aside } from './worker-reads.ts';

export interface NoticeAsked extends Asked, NoticeFilters {
  q?: string;
  sort?: 'newest' | 'deadline' | 'value';
  /** Whether the matches are counted by what they are made of, too. */
  facets?: boolean;
}

export interface Found {
  rows: NoticeRow[];
  meta: AnswerMeta;
}

export async function searchNotices(
  asked: NoticeAsked,
  scope: CursorScope,
  call: Call,
  needs: ProcurementNeeds,
): Promise<Found> {
  const { sort = 'newest' } = asked;
  const county = asked.county === undefined ? undefined : needs.county(asked.county);
  const fromMs =
    asked.deadlineFrom !== undefined
      ? bucharestInstant(asked.deadlineFrom, 0)
      : sort === 'deadline'
        ? call.now
        : undefined;
  const deadlineFrom = fromMs === undefined ? undefined : new Date(fromMs).toISOString();
  const filters: NoticeFilters = { ...asked, county, deadlineFrom };
  const meaning = meaningOf(asked.q, filters, call.now);
  const search = 'walks' in meaning ? meaning : await searchOf(meaning, filters, call, needs.hidden());
  const page =
    sort !== 'newest'
      ? sorted(search, sort, asked, scope, call, needs)
      : 'walks' in search
        ? list<NoticeRow>('notice', search.walks, asked, scope, call, needs)
        : byWords(search, asked, scope, call, needs);
  if (!asked.facets) return page;
  const { rows, meta } = await page;
  return { rows, meta: { ...meta, extra: { ...meta.extra, facets: await facetsOf(search, call, needs) } } };
}

/** Words as they are looked for: whoever is hidden is not found by them. */
export const searchOf = async (
  { wanted }: { wanted: Operand[] },
  filters: NoticeFilters,
  { dataset, now }: Call,
  hidden: HiddenPersons,
): Promise<WordSearch> => ({ wanted, filters, now, withheld: await withheld(wanted, dataset, hidden) });

async function byWords(
  search: WordSearch,
  asked: NoticeAsked,
  scope: CursorScope,
  call: Call,
  needs: ProcurementNeeds,
): Promise<Found> {
  const { dataset } = call;
  const { limit } = asked;
  const { cursors } = needs;
  const start = startOf(asked, (cursor) => cursors.read(scope, cursor));
  const { before, after, skip } = start;
  // Words that are met seldom together are looked for through all that have one of them.
  const isSimple =
    search.wanted.length === 1 && !isSifted(search.filters) && !isDear([], start) && call.countMax === undefined;
  const reads = isSimple ? loaded(dataset) : aside(call, needs);
  const [{ total, totalRelation }, found] = await Promise.all([
    countByWords(reads, dataset, search, call.countMax),
    marksByWords(reads, dataset, search, after, skip, limit + 1),
  ]);
  if (total === 0) await assertAny(loaded(dataset), 'notice');
  const last = found.slice(0, limit).at(-1);
  const rows = await rowsOf<NoticeRow>(loaded(dataset), 'notice', keysOf(found.slice(0, limit)));
  const position = found.length > limit && last ? positionOf(before + limit, last) : null;
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

/** Matches that are put into another order than the list's own: the newest ones. */
const SORTED_MAX = 5_000;

async function sorted(
  search: { walks: Walk[] } | WordSearch,
  sort: 'deadline' | 'value',
  asked: NoticeAsked,
  scope: CursorScope,
  call: Call,
  needs: ProcurementNeeds,
): Promise<Found> {
  const { dataset } = call;
  const { cursors } = needs;
  const reads = aside(call, needs);
  const found =
    'walks' in search
      ? (await Promise.all(search.walks.map((walk) => marksAlong(reads, walk, SORTED_MAX)))).flat()
      : await marksByWords(reads, dataset, search, null, 0, SORTED_MAX);
  if (found.length === 0) await assertAny(loaded(dataset), 'notice');
  // A page says that there may be more; who wants all of them must not take these for all.
  if (call.countMax !== undefined && found.length >= SORTED_MAX)
    throw new ApiError('INVALID_PARAMETER', messages.procurement.sortedTable({ max: SORTED_MAX }), {
      details: [{ in: 'query', name: 'sort', problem: messages.procurement.sortedMax({ max: SORTED_MAX }) }],
    });
  const compare = sort === 'value' ? byValue : byDeadline;
  const ordered = found.sort(compare);
  const { before, after, skip } = startOf(asked, (cursor) => cursors.read(scope, cursor));
  // From the row that came last, not from how many came before: deadlines pass while somebody pages.
  const last = after && { key: after.key, deadline_at: after.day, estimated_value: Number(after.day), currency: 'RON' };
  const first = last === null ? skip : ordered.findIndex((row) => compare(row, last) > 0);
  const shown = first < 0 ? [] : ordered.slice(first, first + asked.limit);
  const rows = await rowsOf<NoticeRow>(loaded(dataset), 'notice', keysOf(shown));
  const end = shown.at(-1);
  const sortedBy = end && String(sort === 'value' ? leiOf(end) : end.deadline_at);
  const isEnd = first < 0 || first + rows.length >= ordered.length;
  const page = cursors.positionPage(scope, {
    limit: asked.limit,
    offset: before,
    returned: rows.length,
    total: ordered.length,
    totalRelation: ordered.length < SORTED_MAX ? 'exact' : 'atLeast',
    position: end && sortedBy && !isEnd ? positionOf(before + rows.length, { key: end.key, day: sortedBy }) : null,
  });
  return { rows, meta: { ...sourceMeta(call), page } };
}

const keysOf = (marks: readonly NoticeMark[]): number[] => marks.map(({ key }) => key);

type Sorted = Pick<NoticeRow, 'key' | 'deadline_at' | 'estimated_value' | 'currency'>;

/** Below every value: notices without one in lei come last. */
const NO_VALUE = -1;

const byDeadline = (a: Sorted, b: Sorted): number =>
  (a.deadline_at ?? '') < (b.deadline_at ?? '') ? -1 : a.deadline_at === b.deadline_at ? b.key - a.key : 1;

const byValue = (a: Sorted, b: Sorted): number => leiOf(b) - leiOf(a) || b.key - a.key;

const leiOf = ({ estimated_value, currency }: Sorted): number =>
  currency === 'RON' ? (estimated_value ?? NO_VALUE) : NO_VALUE;

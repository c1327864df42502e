/**
 * Procedures with documentation: those with files, then those being collected or failed, then those announced by the
 * source and not checked yet, each newest first. The documents' store has the first two, the dataset has the third,
 * without checked notices: a page reads one segment after the other.
 */
import type { CursorScope } from '#api/cursor.ts';
import type { Call } from '#api/endpoint.ts';
import { Conditions } from './conditions.ts';
import type { ProcurementContext } from './context.ts';
import { type ListPage, sourceMeta } from './list-page.ts';
import { COUNT_MAX, exactly, isExpensive, type PageQuery, type Start, startOf } from './list-walk.ts';
import { lengthOf, type Position, positionsAlong, type Walk } from './list-walk-table.ts';
import type { NoticeRow } from './notice.ts';
import { noticeWalk } from './notice-query.ts';
import { notAmong, noticesNumbered } from './notices-table.ts';
import { assertLoaded, procurementOf } from './procurement-database.ts';
import { rowsOf } from './rows-table.ts';
import { workerReads } from './worker-reads.ts';

export const procedureStates = ['available', 'partial', 'collecting', 'failed', 'announced'] as const;
export type ProcedureState = (typeof procedureStates)[number];

interface ProcedureHit {
  row: NoticeRow;
  /** The position of the row in its segment. */
  position: SegmentPosition;
}

/** `key`: the notice's number in the documents' store, else the dataset's key. */
interface SegmentPosition {
  moment: string;
  key: string;
}

/** One of the segments of the list. */
interface Segment {
  read(after: SegmentPosition | null, skip: number, limit: number): Promise<SegmentPosition[]>;
  /** Rows that the dataset has. */
  rows(marks: readonly SegmentPosition[]): Promise<ProcedureHit[]>;
  /** At most `max`. */
  count(max: number): Promise<number>;
}

export async function procedures(
  request: PageQuery & { state?: ProcedureState | undefined },
  scope: CursorScope,
  call: Call,
  context: ProcurementContext,
): Promise<ListPage<NoticeRow>> {
  const { limit, state } = request;
  const start = startPosition(request, (cursor) => context.cursors.read(scope, cursor));
  const segments = await segmentsOf(state, start, call, context);
  const hits = await readSegments(segments, start, limit + 1);
  const max = Math.max(call.countMax ?? COUNT_MAX, start.skip + 1);
  let total = 0;
  for (const { count } of segments) if (total < max) total += await count(max - total);
  if (total === 0) await assertLoaded(procurementOf(call.dataset), 'notice');
  const pageHits = hits.slice(0, limit);
  const last = pageHits.at(-1);
  const isEnd = hits.length <= limit;
  const counted = total < max ? exactly(total) : { total: max, totalRelation: 'atLeast' as const };
  const page = {
    limit,
    offset: start.before,
    returned: pageHits.length,
    // The end of the list is as good as a count that stopped early.
    ...(pageHits.length > 0 && isEnd ? exactly(start.before + pageHits.length) : counted),
    position:
      isEnd || !last ? null : `${start.before + limit} ${last.segment} ${last.position.key} ${last.position.moment}`,
  };
  return {
    rows: pageHits.map(({ row }) => row),
    meta: { ...sourceMeta(call), page: context.cursors.positionPage(scope, page) },
  };
}

interface ProcedureStart extends Pick<Start, 'before' | 'skip'> {
  segment: number;
  after: SegmentPosition | null;
}

function startPosition(request: PageQuery, read: (cursor: string) => string): ProcedureStart {
  if (request.cursor === undefined || request.offset > 0) return { ...startOf(request, read), segment: 0, after: null };
  const [before, segment, key = '', moment = ''] = read(request.cursor).split(' ');
  return { before: Number(before), skip: 0, segment: Number(segment), after: { moment, key } };
}

async function readSegments(
  segments: readonly Segment[],
  { segment: first, after: from, skip: skipped }: ProcedureStart,
  count: number,
): Promise<(ProcedureHit & { segment: number })[]> {
  const hits: (ProcedureHit & { segment: number })[] = [];
  let skip = skipped;
  for (const [number, segment] of segments.entries()) {
    if (number < first) continue;
    let after = number === first ? from : null;
    for (let isOver = false; !isOver && hits.length < count; ) {
      const limit = count - hits.length;
      const marks = await segment.read(after, skip, limit);
      // The whole segment comes before the page.
      if (skip > 0 && marks.length === 0) skip -= await segment.count(skip);
      else skip = 0;
      hits.push(...(await segment.rows(marks)).map((each) => ({ ...each, segment: number })));
      isOver = marks.length < limit;
      after = marks.at(-1) ?? after;
    }
  }
  return hits;
}

async function segmentsOf(
  state: ProcedureState | undefined,
  start: ProcedureStart,
  call: Call,
  context: ProcurementContext,
): Promise<Segment[]> {
  const { documentationLists } = context;
  const db = procurementOf(call.dataset);
  const states = procedureStates.filter((each) => each !== 'announced').filter((each) => (state ?? each) === each);
  const stored = (hasFiles: boolean): Segment => ({
    async read(after, skip, limit) {
      const from = after && { moment: after.moment, notice: after.key };
      const positionsRead = await documentationLists.places({ hasFiles, states }, from, skip, limit);
      return positionsRead.map(({ moment, notice }) => ({ moment, key: notice }));
    },
    async rows(marks) {
      const rows = await noticesNumbered(
        db,
        marks.map(({ key }) => key),
      );
      return marks.flatMap((position) => {
        const row = rows.get(position.key);
        return row ? { row, position } : [];
      });
    },
    count: (max) => documentationLists.count({ hasFiles, states }, max),
  });
  return [stored(true), stored(false), announced(state, start, call, context)];
}

/** From this length on, the list of checked notices makes a read of the dataset expensive. */
const EXPENSIVE_LENGTH = 20_000;

function announced(
  state: ProcedureState | undefined,
  { skip }: ProcedureStart,
  call: Call,
  context: ProcurementContext,
): Segment {
  const db = procurementOf(call.dataset);
  if (state !== undefined && state !== 'announced')
    return { read: async () => [], rows: async () => [], count: async () => 0 };
  let walk: Promise<Walk> | undefined;
  const walked = async () => {
    walk ??= context.documentationLists.looked().then((looked) => announcedWalk(looked, db.engine));
    const one = await walk;
    const isInWorker = isExpensive([one], { before: 0, after: null, skip }) || call.countMax !== undefined;
    return { walk: one, reads: isInWorker ? workerReads(call, context) : db };
  };
  return {
    async read(after, skip, limit) {
      const { walk, reads } = await walked();
      const from: Position | null = after && { day: after.moment, key: Number(after.key) };
      const positionsRead = await positionsAlong(reads, walk, from, skip, limit);
      return positionsRead.map(({ day, key }) => ({ moment: day, key: String(key) }));
    },
    async rows(marks) {
      const rows = await rowsOf<NoticeRow>(
        db,
        'notice',
        marks.map(({ key }) => Number(key)),
      );
      return rows.map((row) => ({ row, position: { moment: row.moment, key: String(row.key) } }));
    },
    async count(max) {
      const { walk, reads } = await walked();
      return lengthOf(reads, walk, max);
    },
  };
}

/** `looked`: a JSON list of numbers. */
function announcedWalk(looked: string, engine: 'sqlite' | 'postgres'): Walk {
  const conditions = new Conditions().add('has_documents = 1');
  if (looked === '[]') return noticeWalk(conditions);
  return { ...noticeWalk(conditions.add(notAmong(engine), looked)), isExpensive: looked.length > EXPENSIVE_LENGTH };
}

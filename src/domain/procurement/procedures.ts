/**
 * Procedures with documentation: those with files, then those whose files are being collected or could not be had, then those of which
 * the source announces files and nobody has looked yet, each newest first. The first two are known by the documents' store and the
 * third by the dataset, without what was looked at: a page is read from one after the other.
 */
import type { CursorScope } from '#api/cursor.ts';
import type { Call } from '#api/endpoint.ts';
import { Conditions } from './conditions.ts';
import { type Listed, sourceMeta } from './list-page.ts';
import { type Asked, COUNT_MAX, exactly, isDear, type Start, startOf } from './list-walk.ts';
import { lengthOf, type Place, placesAlong, type Walk } from './list-walk-table.ts';
import { assertAny, loaded } from './loaded.ts';
import type { ProcurementNeeds } from './needs.ts';
import type { NoticeRow } from './notice.ts';
import { noticeWalk } from './notice-query.ts';
import { notAmong, noticesNumbered } from './notices-table.ts';
import { rowsOf } from './rows-table.ts';
import { aside } from './worker-reads.ts';

export const procedureStates = ['available', 'partial', 'collecting', 'failed', 'announced'] as const;
export type ProcedureState = (typeof procedureStates)[number];

interface Found {
  row: NoticeRow;
  /** Where the row stands in its part of the list. */
  place: Mark;
}

/** `key`: the notice's number where the documents' store orders them, else the dataset's key. */
interface Mark {
  moment: string;
  key: string;
}

/** One of the lists that make up the whole. */
interface Stretch {
  read(after: Mark | null, skip: number, limit: number): Promise<Mark[]>;
  /** Those of them that the dataset has. */
  rows(marks: readonly Mark[]): Promise<Found[]>;
  /** At most `max`. */
  count(max: number): Promise<number>;
}

export async function procedures(
  asked: Asked & { state?: ProcedureState | undefined },
  scope: CursorScope,
  call: Call,
  needs: ProcurementNeeds,
): Promise<Listed<NoticeRow>> {
  const { limit, state } = asked;
  const start = placeOf(asked, (cursor) => needs.cursors.read(scope, cursor));
  const stretches = await stretchesOf(state, start, call, needs);
  const found = await readOn(stretches, start, limit + 1);
  const max = call.countMax ?? COUNT_MAX;
  let total = 0;
  for (const { count } of stretches) if (total < max) total += await count(max - total);
  if (total === 0) await assertAny(loaded(call.dataset), 'notice');
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const isEnd = found.length <= limit;
  const counted = total < max ? exactly(total) : { total: max, totalRelation: 'atLeast' as const };
  const page = {
    limit,
    offset: start.before,
    returned: shown.length,
    // The end of the list is as good as a count, where counting stopped early.
    ...(shown.length > 0 && isEnd ? exactly(start.before + shown.length) : counted),
    position: isEnd || !last ? null : `${start.before + limit} ${last.stretch} ${last.place.key} ${last.place.moment}`,
  };
  return {
    rows: shown.map(({ row }) => row),
    meta: { ...sourceMeta(call), page: needs.cursors.positionPage(scope, page) },
  };
}

interface ProcedureStart extends Pick<Start, 'before' | 'skip'> {
  stretch: number;
  after: Mark | null;
}

function placeOf(asked: Asked, read: (cursor: string) => string): ProcedureStart {
  if (asked.cursor === undefined || asked.offset > 0) return { ...startOf(asked, read), stretch: 0, after: null };
  const [before, stretch, key = '', moment = ''] = read(asked.cursor).split(' ');
  return { before: Number(before), skip: 0, stretch: Number(stretch), after: { moment, key } };
}

async function readOn(
  stretches: readonly Stretch[],
  { stretch: first, after: from, skip: skipped }: ProcedureStart,
  wanted: number,
): Promise<(Found & { stretch: number })[]> {
  const found: (Found & { stretch: number })[] = [];
  let skip = skipped;
  for (const [number, stretch] of stretches.entries()) {
    if (number < first) continue;
    let after = number === first ? from : null;
    for (let isOver = false; !isOver && found.length < wanted; ) {
      const limit = wanted - found.length;
      const marks = await stretch.read(after, skip, limit);
      // All of it comes before the page.
      if (skip > 0 && marks.length === 0) skip -= await stretch.count(skip);
      else skip = 0;
      found.push(...(await stretch.rows(marks)).map((each) => ({ ...each, stretch: number })));
      isOver = marks.length < limit;
      after = marks.at(-1) ?? after;
    }
  }
  return found;
}

async function stretchesOf(
  state: ProcedureState | undefined,
  start: ProcedureStart,
  call: Call,
  needs: ProcurementNeeds,
): Promise<Stretch[]> {
  const { listed } = needs;
  const db = loaded(call.dataset);
  const states = procedureStates.filter((each) => each !== 'announced').filter((each) => (state ?? each) === each);
  const stored = (hasFiles: boolean): Stretch => ({
    async read(after, skip, limit) {
      const from = after && { moment: after.moment, notice: after.key };
      const places = await listed.places({ hasFiles, states }, from, skip, limit);
      return places.map(({ moment, notice }) => ({ moment, key: notice }));
    },
    async rows(marks) {
      const rows = await noticesNumbered(
        db,
        marks.map(({ key }) => key),
      );
      return marks.flatMap((place) => {
        const row = rows.get(place.key);
        return row ? { row, place } : [];
      });
    },
    count: (max) => listed.count({ hasFiles, states }, max),
  });
  return [stored(true), stored(false), announced(state, start, call, needs)];
}

/** From how many letters on the list of what was looked at makes a read of the dataset a dear one. */
const DEAR_LENGTH = 20_000;

function announced(
  state: ProcedureState | undefined,
  { skip }: ProcedureStart,
  call: Call,
  needs: ProcurementNeeds,
): Stretch {
  const db = loaded(call.dataset);
  if (state !== undefined && state !== 'announced')
    return { read: async () => [], rows: async () => [], count: async () => 0 };
  let walk: Promise<Walk> | undefined;
  const walked = async () => {
    walk ??= needs.listed.looked().then((looked) => announcedWalk(looked, db.engine));
    const one = await walk;
    const isAside = isDear([one], { before: 0, after: null, skip }) || call.countMax !== undefined;
    return { walk: one, reads: isAside ? aside(call, needs) : db };
  };
  return {
    async read(after, skip, limit) {
      const { walk, reads } = await walked();
      const from: Place | null = after && { day: after.moment, key: Number(after.key) };
      const places = await placesAlong(reads, walk, from, skip, limit);
      return places.map(({ day, key }) => ({ moment: day, key: String(key) }));
    },
    async rows(marks) {
      const rows = await rowsOf<NoticeRow>(
        db,
        'notice',
        marks.map(({ key }) => Number(key)),
      );
      return rows.map((row) => ({ row, place: { moment: row.moment, key: String(row.key) } }));
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
  return { ...noticeWalk(conditions.add(notAmong(engine), looked)), isDear: looked.length > DEAR_LENGTH };
}

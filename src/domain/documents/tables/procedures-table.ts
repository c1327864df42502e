/**
 * Documentations as lists of procedures show them: which have files, which have none yet, and which were looked at. Read in the order
 * of the dataset's notices, whose place every row keeps (`moment`), so that a page costs what it shows.
 */
import type { Database, Value } from '#data/store/database.ts';

type ListedState = 'available' | 'partial' | 'collecting' | 'failed';

interface ListedPlace {
  moment: string;
  notice: string;
}

interface ListedQuestion {
  /** Whether files came, at least once: a partial one that is collected again keeps them. */
  hasFiles: boolean;
  states: readonly ListedState[];
}

export const listedDocumentations = (db: Database) => ({
  looked: lookedIn(db),

  /** Newest first, behind `after`: (moment, notice) descending. */
  async places(
    { hasFiles, states }: ListedQuestion,
    after: ListedPlace | null,
    skip: number,
    limit: number,
  ): Promise<ListedPlace[]> {
    const params: Value[] = after ? [after.moment, after.notice] : [];
    const behind = after ? 'and (moment, notice) < ($1, $2)' : '';
    const newest = `order by moment desc, notice desc limit ${skip + limit}`;
    const sides = states
      .filter((state) => hasFiles || !isComplete(state))
      .map((state, i) => `select * from (select moment, notice ${from(state, hasFiles)} ${behind} ${newest}) side${i}`);
    if (sides.length === 0) return [];
    return db.all<ListedPlace>(
      `select moment, notice from (${sides.join(' union all ')}) found
       order by moment desc, notice desc limit ${limit} offset ${skip}`,
      params,
    );
  },

  /** At most `max`. */
  async count({ hasFiles, states }: ListedQuestion, max: number): Promise<number> {
    let count = 0;
    for (const state of states.filter((state) => hasFiles || !isComplete(state))) {
      if (count >= max) break;
      const row = await db.one<{ n: number }>(
        `select count(*) as n from (select 1 ${from(state, hasFiles)} limit ${max - count}) found`,
      );
      count += row?.n ?? 0;
    }
    return count;
  },
});

/**
 * Numbers of all notices that were looked at, as a JSON list: what a source announces of them is settled. Notices only ever join
 * them, so that the list is made again when their number has changed. Counting by differences takes a hundredth of the time (SQLite, 60,000 rows).
 */
function lookedIn(db: Database): () => Promise<string> {
  const list = db.engine === 'sqlite' ? 'json_group_array(notice)' : `coalesce(json_agg(notice), '[]')::text`;
  const where = `from documentation where state <> 'announced'`;
  let made = { count: 0, notices: '[]' };
  return async () => {
    const now = await db.one<{ count: number }>(
      `select (select count(*) from documentation) - (select count(*) from documentation where state = 'announced') as count`,
    );
    if (now?.count !== made.count)
      made = (await db.one<typeof made>(`select count(*) as count, ${list} as notices ${where}`)) ?? made;
    return made.notices;
  };
}

/** States that no documentation has without files. */
const isComplete = (state: ListedState): boolean => state === 'available' || state === 'partial';

const from = (state: ListedState, hasFiles: boolean): string =>
  `from documentation where state = '${state}' and moment <> '-'${isComplete(state) ? '' : ` and collected_at is ${hasFiles ? 'not null' : 'null'}`}`;

/** In the order of their numbers. */
export const placesFrom = (db: Database, after: string, limit: number): Promise<ListedPlace[]> =>
  db.all<ListedPlace>(`select notice, moment from documentation where notice > $1 order by notice limit ${limit}`, [
    after,
  ]);

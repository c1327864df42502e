/**
 * Documentations in lists of procedures, and notices of the dataset. Documentations are read in the order of the dataset's notices
 * (`moment`), so a page costs only its own rows.
 */
import type { Database, Value } from '#data/store/database.ts';
import type { DocumentationState } from './rows.ts';

type ListState = 'available' | 'partial' | 'collecting' | 'failed';

interface ListPosition {
  moment: string;
  notice: string;
}

interface ListFilter {
  /** Whether files were collected at least once: a partial documentation that is collected again keeps them. */
  hasFiles: boolean;
  states: readonly ListState[];
}

export const documentationLists = (db: Database) => ({
  looked: lookedAtNotices(db),

  /** Newest first, after `after`: (moment, notice) descending. */
  async places(
    { hasFiles, states }: ListFilter,
    after: ListPosition | null,
    skip: number,
    limit: number,
  ): Promise<ListPosition[]> {
    const params: Value[] = after ? [after.moment, after.notice] : [];
    const behind = after ? 'and (moment, notice) < ($1, $2)' : '';
    const newest = `order by moment desc, notice desc limit ${skip + limit}`;
    const sides = states
      .filter((state) => hasFiles || !isComplete(state))
      .map((state, i) => `select * from (select moment, notice ${from(state, hasFiles)} ${behind} ${newest}) side${i}`);
    if (sides.length === 0) return [];
    return db.all<ListPosition>(
      `select moment, notice from (${sides.join(' union all ')}) found
       order by moment desc, notice desc limit ${limit} offset ${skip}`,
      params,
    );
  },

  /** At most `max`. */
  async count({ hasFiles, states }: ListFilter, max: number): Promise<number> {
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
 * Numbers of all notices that were looked at, as a JSON list: announcements of a source about them are settled. Notices are only added, so
 * the list is rebuilt when their count changes. Counting by difference takes a hundredth of the time (SQLite, 60,000 rows).
 */
function lookedAtNotices(db: Database): () => Promise<string> {
  const list = db.engine === 'sqlite' ? 'json_group_array(notice)' : `coalesce(json_agg(notice), '[]')::text`;
  const where = `from documentation where state <> 'announced'`;
  let cached = { count: 0, notices: '[]' };
  return async () => {
    const now = await db.one<{ count: number }>(
      `select (select count(*) from documentation) - (select count(*) from documentation where state = 'announced') as count`,
    );
    if (now?.count !== cached.count)
      cached = (await db.one<typeof cached>(`select count(*) as count, ${list} as notices ${where}`)) ?? cached;
    return cached.notices;
  };
}

/** States in which a documentation always has files. */
const isComplete = (state: ListState): boolean => state === 'available' || state === 'partial';

const from = (state: ListState, hasFiles: boolean): string =>
  `from documentation where state = '${state}' and moment <> '-'${isComplete(state) ? '' : ` and collected_at is ${hasFiles ? 'not null' : 'null'}`}`;

/** Ordered by notice number. */
export const positionsFrom = (db: Database, after: string, limit: number): Promise<ListPosition[]> =>
  db.all<ListPosition>(`select notice, moment from documentation where notice > $1 order by notice limit ${limit}`, [
    after,
  ]);

interface StateRow {
  notice: string;
  state: DocumentationState;
  since: string;
  version: number | null;
  documentsCount: number;
}

/** Sizes up to the longest page; few sizes, so that few statements are planned. */
const LENGTHS = [1, 50, 200];

/** States by notice; only of known documentations. */
export async function storedDocumentations(
  db: Database,
  notices: readonly string[],
): Promise<Map<string, Omit<StateRow, 'notice'>>> {
  const last = notices.at(-1);
  if (last === undefined) return new Map();
  const length = LENGTHS.find((each) => each >= notices.length) ?? notices.length;
  const padded = Array.from({ length }, (_, i) => notices[i] ?? last);
  const rows = await db.all<StateRow>(
    `select notice, state, since, version,
       (select count(*) from documentation_document listed
        where listed.notice = documentation.notice and listed.version = documentation.version) as "documentsCount"
     from documentation where notice in (${padded.map((_, i) => `$${i + 1}`).join(', ')})`,
    padded,
  );
  return new Map(rows.map(({ notice, ...row }) => [notice, row]));
}

export interface NoticeRow {
  notice: string;
  system_id: number | null;
  type: string;
  deadline_at: string | null;
  moment: string;
}

const COLUMNS = 'notice, system_id, type, deadline_at, moment';

export const noticeNumbered = (db: Database, notice: string): Promise<NoticeRow | null> =>
  db.one<NoticeRow>(`select ${COLUMNS} from notice where notice = $1`, [notice]);

/** Sort positions by notice, for at most some hundred notices. */
export async function momentsOf(db: Database, notices: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ notice: string; moment: string }>(
    `select notice, moment from notice where notice in (${notices.map((_, i) => `$${i + 1}`).join(', ')})`,
    notices,
  );
  return new Map(rows.map(({ notice, moment }) => [notice, moment]));
}

/** Notices known to have documents, newest first. */
export const newestDocumented = (db: Database, limit: number): Promise<NoticeRow[]> =>
  db.all<NoticeRow>(
    `select ${COLUMNS} from notice where has_documents = 1 order by moment desc, key desc limit ${limit}`,
  );

/** Award notices from the system's own lists, newest first, which may have reports on suppliers. Exports have no ids. */
export const newestAwards = (db: Database, limit: number): Promise<{ notice: string; system_id: number }[]> =>
  db.all(
    `select award_notice as notice, max(award_system_id) as system_id from contract
     where award_system_id is not null and award_notice is not null
     group by award_notice order by max(day) desc, award_notice desc limit ${limit}`,
  );

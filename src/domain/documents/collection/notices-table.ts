/** Notices of the dataset, as far as collecting their documents needs them. */
import type { Database } from '#data/store/database.ts';

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

/** Places in lists, by notice; at most some hundred notices. */
export async function momentsOf(db: Database, notices: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.all<{ notice: string; moment: string }>(
    `select notice, moment from notice where notice in (${notices.map((_, i) => `$${i + 1}`).join(', ')})`,
    notices,
  );
  return new Map(rows.map(({ notice, moment }) => [notice, moment]));
}

/** Those that are known to have documents, newest first. */
export const newestDocumented = (db: Database, limit: number): Promise<NoticeRow[]> =>
  db.all<NoticeRow>(
    `select ${COLUMNS} from notice where has_documents = 1 order by moment desc, key desc limit ${limit}`,
  );

/** Award notices that the system's own lists told of, newest first: reports on suppliers may hang on them. Exports know no ids. */
export const newestAwards = (db: Database, limit: number): Promise<{ notice: string; system_id: number }[]> =>
  db.all(
    `select award_notice as notice, max(award_system_id) as system_id from contract
     where award_system_id is not null and award_notice is not null
     group by award_notice order by max(day) desc, award_notice desc limit ${limit}`,
  );

/** Contents and their pages, as operations read them. */
import type { Database } from '#store/database.ts';
import type { ContentRow, PageRow } from './rows.ts';

export const contentOf = (db: Database, sha256: string): Promise<ContentRow | null> =>
  db.one<ContentRow>('select * from content where sha256 = $1', [sha256]);

/** In their order, before anything is masked. */
export const pagesOf = (db: Database, sha256: string): Promise<PageRow[]> =>
  db.all<PageRow>(
    `select page.* from content join page on page.content = content.key where content.sha256 = $1 order by page.number`,
    [sha256],
  );

/** The one whose pictures of text wait longest to be recognised; null when none does. */
export const firstPictured = (db: Database): Promise<ContentRow | null> =>
  db.one<ContentRow>('select * from content where ocr_due = 1 order by read_at, key limit 1');

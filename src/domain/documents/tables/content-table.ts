/** Contents and their pages, as operations read them. */
import type { Database } from '#data/store/database.ts';
import type { ContentRow, DocumentRow, PageRow } from './rows.ts';

export const contentOf = (db: Database, sha256: string): Promise<ContentRow | null> =>
  db.one<ContentRow>('select * from content where sha256 = $1', [sha256]);

/** In their order, before anything is masked. */
export const pagesOf = (db: Database, sha256: string): Promise<PageRow[]> =>
  db.all<PageRow>(
    `select page.* from content join page on page.content = content.key where content.sha256 = $1 order by page.number`,
    [sha256],
  );

/** Ids in one question: engines bound the values of one. */
const IDS_MAX = 500;

/** What these documents are and hold; none of those that are not known. */
export async function digestsOf(
  db: Database,
  ids: readonly string[],
): Promise<Pick<DocumentRow, 'id' | 'file_sha256' | 'content_sha256'>[]> {
  const found: Pick<DocumentRow, 'id' | 'file_sha256' | 'content_sha256'>[] = [];
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const some = ids.slice(at, at + IDS_MAX);
    const places = some.map((_, i) => `$${i + 1}`).join(', ');
    found.push(
      ...(await db.all<Pick<DocumentRow, 'id' | 'file_sha256' | 'content_sha256'>>(
        `select id, file_sha256, content_sha256 from document where id in (${places})`,
        some,
      )),
    );
  }
  return found;
}

/** The one whose pictures of text wait longest to be recognised; null when none does. */
export const firstPictured = (db: Database): Promise<ContentRow | null> =>
  db.one<ContentRow>('select * from content where ocr_due = 1 order by read_at, key limit 1');

/** Documentations, their versions and documents, as operations read them. */
import type { Database } from '#data/store/database.ts';
import type { DocumentationRow, DocumentRow, VersionRow } from './rows.ts';

export const documentationOf = (db: Database, notice: string): Promise<DocumentationRow | null> =>
  db.one<DocumentationRow>('select * from documentation where notice = $1', [notice]);

/** Newest first. */
export const versionsOf = (db: Database, notice: string): Promise<VersionRow[]> =>
  db.all<VersionRow>('select * from documentation_version where notice = $1 order by version desc', [notice]);

/** In the order of their codes. */
export const documentsOf = (db: Database, notice: string, version: number): Promise<DocumentRow[]> =>
  db.all<DocumentRow>(
    `select document.* from documentation_document join document on document.id = documentation_document.document_id
     where documentation_document.notice = $1 and documentation_document.version = $2 order by document.id`,
    [notice, version],
  );

export const documentById = (db: Database, id: string): Promise<DocumentRow | null> =>
  db.one<DocumentRow>('select * from document where id = $1', [id]);

/** Whether the newest list of its notice names it: files that only older ones name are not fetched again. */
export const isInNewestVersion = async (db: Database, { id, notice }: Pick<DocumentRow, 'id' | 'notice'>) =>
  (await db.one(
    `select 1 as found from documentation_document where document_id = $1
     and version = (select max(version) from documentation_version where notice = $2)`,
    [id, notice],
  )) !== null;

/** Other documents with the same file or the same content: of other versions, mostly. */
export async function twinsOf(db: Database, { id, file_sha256, content_sha256 }: DocumentRow): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    'select id from document where id <> $1 and (file_sha256 = $2 or content_sha256 = $3) order by id',
    [id, file_sha256, content_sha256],
  );
  return rows.map((row) => row.id);
}

/** Reads documentations, their versions and documents, and the queue. */
import type { Database } from '#data/store/database.ts';
import type { DocumentationRow, DocumentRow, VersionRow } from './rows.ts';

export const documentationOf = (db: Database, notice: string): Promise<DocumentationRow | null> =>
  db.one<DocumentationRow>('select * from documentation where notice = $1', [notice]);

/** Newest first. */
export const versionsOf = (db: Database, notice: string): Promise<VersionRow[]> =>
  db.all<VersionRow>('select * from documentation_version where notice = $1 order by version desc', [notice]);

/** Ordered by code. */
export const documentsOf = (db: Database, notice: string, version: number): Promise<DocumentRow[]> =>
  db.all<DocumentRow>(
    `select document.* from documentation_document join document on document.id = documentation_document.document_id
     where documentation_document.notice = $1 and documentation_document.version = $2 order by document.id`,
    [notice, version],
  );

export const documentById = (db: Database, id: string): Promise<DocumentRow | null> =>
  db.one<DocumentRow>('select * from document where id = $1', [id]);

/** Whether the newest list of its notice names it: other files are not fetched again. */
export const isInNewestVersion = async (db: Database, { id, notice }: Pick<DocumentRow, 'id' | 'notice'>) =>
  (await db.one(
    `select 1 as found from documentation_document where document_id = $1
     and version = (select max(version) from documentation_version where notice = $2)`,
    [id, notice],
  )) !== null;

/** Other documents with the same file or content, mostly of other versions. */
export async function twinsOf(db: Database, { id, file_sha256, content_sha256 }: DocumentRow): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    'select id from document where id <> $1 and (file_sha256 = $2 or content_sha256 = $3) order by id',
    [id, file_sha256, content_sha256],
  );
  return rows.map((row) => row.id);
}

const UNLOCKED = `state <> 'withdrawn' and (held_until is null or held_until < $1)`;

/** The request that waits longest. */
export const nextRequested = (db: Database, now: number): Promise<DocumentationRow | null> =>
  db.one<DocumentationRow>(
    `select * from documentation where asked_at is not null and ${UNLOCKED} order by asked_at, notice limit 1`,
    [now],
  );

/** `isWanted`: only notices that a caller once requested. */
export const nextDue = (db: Database, now: number, { isWanted = false } = {}): Promise<DocumentationRow | null> =>
  db.one<DocumentationRow>(
    `select * from documentation where due_at <= $1 and asked_at is null and ${UNLOCKED}
     ${isWanted ? 'and wanted_at is not null' : ''} order by due_at, notice limit 1`,
    [now],
  );

/** Number of queued notices. */
export const waitingCount = async (db: Database): Promise<number> =>
  (await db.one<{ count: number }>('select count(*) as count from documentation where asked_at is not null'))?.count ??
  0;

/** Number of queued notices before this one. */
export const waitingBefore = async (
  db: Database,
  { notice, asked_at }: Pick<DocumentationRow, 'notice' | 'asked_at'>,
): Promise<number> =>
  (
    await db.one<{ count: number }>(
      'select count(*) as count from documentation where asked_at < $1 or (asked_at = $1 and notice < $2)',
      [asked_at, notice],
    )
  )?.count ?? 0;

/** Whether collecting has begun, and every requested notice has been looked at once. */
export async function hasLookedAtAll(db: Database): Promise<boolean> {
  const row = await db.one<{ begun: number; waiting: number }>(
    `select case when exists (select 1 from documentation) then 1 else 0 end as begun,
       case when exists (select 1 from documentation where asked_at is not null and looked_at is null) then 1 else 0 end as waiting`,
  );
  return row?.begun === 1 && row.waiting === 0;
}

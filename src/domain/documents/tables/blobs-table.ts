/** The stored files: their size in total, which are deleted first, and the location they belong to. */
import type { Database, Statement } from '#data/store/database.ts';
import { waitingCount } from './documentation-table.ts';

export const insertBlob = (sha256: string, bytes: number, now: number): Statement => ({
  sql: `insert into blob (sha256, bytes, kept_at) values ($1, $2, $3)
    on conflict (sha256) do update set kept_at = excluded.kept_at`,
  params: [sha256, bytes, now],
});

export const deleteBlob = (sha256: string): Statement => ({
  sql: 'delete from blob where sha256 = $1',
  params: [sha256],
});

export const usedBytes = async (db: Database): Promise<number> =>
  (await db.one<{ bytes: number }>('select coalesce(sum(bytes), 0) as bytes from blob'))?.bytes ?? 0;

/** The files of a document; both may be the same. */
export interface StoredFiles {
  id: string;
  file_sha256: string | null;
  content_sha256: string | null;
}

/** States of versions that no answer shows. */
const ENDED = `('superseded', 'withdrawn')`;

/** Documents of no visible version whose files are stored: the oldest after `after`. */
export const supersededFiles = (
  db: Database,
  after: string,
  limit: number,
): Promise<(StoredFiles & { place: string })[]> =>
  db.all(
    `select id, file_sha256, content_sha256, place from (
       select id, file_sha256, content_sha256, coalesce(fetched_at, '') || ' ' || id as place from document
       where exists (select 1 from blob where blob.sha256 = document.file_sha256 or blob.sha256 = document.content_sha256)
         and not exists (
           select 1 from documentation_document d
           join documentation_version v on v.notice = d.notice and v.version = d.version
           where d.document_id = document.id and v.state not in ${ENDED}
         )
     ) gone where place > $1 order by place limit ${limit}`,
    [after],
  );

/** Whether a visible document of another notice than `notice` has this file. */
export const isNeeded = async (db: Database, sha256: string, notice: string | null): Promise<boolean> =>
  (await db.one(
    `select document.id from document
     join documentation_document d on d.document_id = document.id
     join documentation_version v on v.notice = d.notice and v.version = d.version
     where (document.file_sha256 = $1 or document.content_sha256 = $1) and document.state in ('stored', 'opened')
       and v.state not in ${ENDED} and document.notice <> $2 limit 1`,
    [sha256, notice ?? ''],
  )) !== null;

/** Documentations whose files may be deleted for another one: first unrequested ones, then the oldest. */
export const replaceable = (db: Database, except: string, now: number): Promise<{ notice: string } | null> =>
  db.one(
    `select notice from documentation
     where notice <> $1 and state in ('available', 'partial') and asked_at is null and (held_until is null or held_until < $2)
       and exists (select 1 from document where document.notice = documentation.notice and document.state in ('stored', 'opened'))
     order by coalesce(wanted_at, 0), collected_at, notice limit 1`,
    [except, now],
  );

/** The same for documentations collected before a day (ISO). */
export const collectedBefore = (db: Database, before: string, now: number): Promise<{ notice: string } | null> =>
  db.one(
    `select notice from documentation
     where collected_at < $1 and state in ('available', 'partial') and (held_until is null or held_until < $2)
       and exists (select 1 from document where document.notice = documentation.notice and document.state in ('stored', 'opened')
         and document.fetched_at < $1)
     order by collected_at, notice limit 1`,
    [before, now],
  );

export const filesOf = (db: Database, notice: string): Promise<StoredFiles[]> =>
  db.all(`select id, file_sha256, content_sha256 from document where notice = $1 and state in ('stored', 'opened')`, [
    notice,
  ]);

/** The file is fetched again on request; its text stays. */
export const releaseFile = (id: string, reason: string): Statement => ({
  sql: `update document set state = 'listed', reason = $2 where id = $1 and state in ('stored', 'opened')`,
  params: [id, reason],
});

/** The content is unsealed again. */
export const reopenDocument = (id: string): Statement => ({
  sql: `update document set state = 'stored' where id = $1 and state = 'opened'`,
  params: [id],
});

/** No look is scheduled before a request for the documents. */
export const unschedule = (notice: string): Statement => ({
  sql: 'update documentation set due_at = null where notice = $1 and asked_at is null',
  params: [notice],
});

/** Files that no row names, older than `before` (milliseconds): a process died between writing the file and its row. */
export const strayBlobs = (db: Database, before: number, limit: number): Promise<{ sha256: string }[]> =>
  db.all(
    `select sha256 from blob where kept_at < $1
       and not exists (select 1 from document where file_sha256 = blob.sha256)
       and not exists (select 1 from document where content_sha256 = blob.sha256) limit ${limit}`,
    [before],
  );

/** Number of documentations by state, for operators. */
const documentationCounts = (db: Database): Promise<{ state: string; count: number }[]> =>
  db.all('select state, count(*) as count from documentation group by state order by state');

export const documentFigures = async (db: Database) => ({
  states: await documentationCounts(db),
  waiting: await waitingCount(db),
  bytes: await usedBytes(db),
});

/** The registered location: its mark, and the text shown to operators. */
interface RegisteredLocation {
  place: string;
  shown: string;
}

export const registeredLocation = (db: Database): Promise<RegisteredLocation | null> =>
  db.one<RegisteredLocation>('select place, shown from blob_place where one = 1');

/** Whether no file was ever stored. */
export const hasNoBlob = async (db: Database): Promise<boolean> =>
  (await db.one('select sha256 from blob limit 1')) === null;

export const storedBlobs = (db: Database): AsyncIterable<{ sha256: string; bytes: number }> =>
  db.stream('select sha256, bytes from blob order by sha256');

/** Replaces `before` only: of two concurrent writes the first one wins. */
export async function registerLocation(
  db: Database,
  own: RegisteredLocation,
  before: RegisteredLocation | null,
): Promise<void> {
  await db.write([
    {
      sql: `insert into blob_place (one, place, shown) values (1, $1, $2)
        on conflict (one) do update set place = excluded.place, shown = excluded.shown where blob_place.place = $3`,
      params: [own.place, own.shown, before?.place ?? null],
    },
  ]);
}

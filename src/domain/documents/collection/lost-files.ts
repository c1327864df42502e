/** Files that rows name and that are not here any more, or not whole: a disk was changed, somebody tidied up. They are fetched, or opened, again. */
import { documentsOf, versionsOf } from '#domain/documents/tables/documentation-table.ts';
import { released, unopened } from '#domain/documents/tables/quota-table.ts';
import type { CollectNeeds } from './needs.ts';
import { said } from './sentences.ts';

export async function noteLostFiles(notice: string, { db, blobs }: Pick<CollectNeeds, 'db' | 'blobs'>): Promise<void> {
  const [newest] = await versionsOf(db, notice);
  if (!newest) return;
  const isHere = async (sha256: string | null, bytes: number | null): Promise<boolean> =>
    sha256 === null || (await blobs.sizeOf(sha256)) === bytes;
  for (const row of await documentsOf(db, notice, newest.version)) {
    if (row.state !== 'stored' && row.state !== 'opened') continue;
    if (!(await isHere(row.file_sha256, row.file_bytes)))
      await db.write([released(row.id, JSON.stringify(said.lost()))]);
    else if (!(await isHere(row.content_sha256, row.content_bytes))) await db.write([unopened(row.id)]);
  }
}

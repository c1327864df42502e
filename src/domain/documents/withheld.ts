/**
 * Which documents are withheld: those that were named, and all others with the same bytes, sealed or unsealed. An authority uploads a
 * file again under another code, for another lot or another version, and what is in it stays the same.
 */
import type { Database } from '#data/store/database.ts';
import { digestsOf } from './tables/content-table.ts';
import type { DocumentRow } from './tables/rows.ts';
import { allWithheld, type WithheldRow } from './tables/withheld-table.ts';

type Digested = Pick<DocumentRow, 'id' | 'file_sha256' | 'content_sha256'>;

/** By their ids. */
export async function withheldOf(
  rows: readonly Digested[],
  { documents, state }: { documents: Database; state: Database },
): Promise<Map<string, WithheldRow>> {
  const named = new Map((await allWithheld(state)).map((row) => [row.id, row]));
  if (named.size === 0) return new Map();
  const digests = new Map<string, WithheldRow>();
  for (const { id, file_sha256, content_sha256 } of await digestsOf(documents, [...named.keys()])) {
    const row = named.get(id);
    for (const sha256 of [file_sha256, content_sha256]) if (row && sha256 !== null) digests.set(sha256, row);
  }
  const found = rows.flatMap(({ id, file_sha256, content_sha256 }): [string, WithheldRow][] => {
    const row = named.get(id) ?? digests.get(content_sha256 ?? '') ?? digests.get(file_sha256 ?? '');
    return row ? [[id, { ...row, id }]] : [];
  });
  return new Map(found);
}

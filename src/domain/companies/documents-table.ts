/** Answers rendered with a live observation, by fiscal code; dropped when an input changes. */
import type { Database } from '#data/store/database.ts';
import type { CompanyDocument } from './render.ts';

/**
 * Digest of the answers about the companies of a sample (test/data/formats.test.ts): a generation outlives updates, answers that another
 * release rendered from it do not.
 */
export const RENDERING = '4eea7f4d';

export interface MergedRow extends CompanyDocument {
  /** The generation it was rendered from, the rendering, and the hidden persons. */
  generation: string;
  fetched_at: string;
}

export const readMerged = (live: Database, cui: string): Promise<MergedRow | null> =>
  live.one<MergedRow>('select generation, fetched_at, etag, body as bytes from merged_document where cui = $1', [
    Number(cui),
  ]);

/** A slow writer does not replace a newer observation with an older one. */
export async function storeMerged(
  live: Database,
  cui: string,
  generation: string,
  fetchedAt: string,
  document: CompanyDocument,
): Promise<void> {
  await live.write([
    {
      sql: `insert into merged_document (cui, generation, fetched_at, etag, body) values ($1, $2, $3, $4, $5)
            on conflict (cui) do update set generation = excluded.generation, fetched_at = excluded.fetched_at, etag = excluded.etag, body = excluded.body
            where excluded.fetched_at >= merged_document.fetched_at`,
      params: [Number(cui), generation, fetchedAt, document.etag, document.bytes],
    },
  ]);
}

/** Codes in one statement. */
const DELETE_CHUNK = 500;

export async function deleteMerged(live: Database, cuis: Iterable<number>): Promise<void> {
  const all = [...cuis];
  for (let at = 0; at < all.length; at += DELETE_CHUNK) {
    const some = all.slice(at, at + DELETE_CHUNK);
    const list = some.map((_, i) => `$${i + 1}`).join(', ');
    await live.write([{ sql: `delete from merged_document where cui in (${list})`, params: some }]);
  }
}

/** About 2 GB. */
const MERGED_MAX = 500_000;

/** Deletes the rows with the oldest observations. */
export async function trimMerged(live: Database): Promise<void> {
  const { n } = (await live.one<{ n: number }>('select count(*) as n from merged_document')) ?? { n: 0 };
  if (n <= MERGED_MAX) return;
  await live.write([
    {
      sql: 'delete from merged_document where cui in (select cui from merged_document order by fetched_at limit $1)',
      params: [n - MERGED_MAX],
    },
  ]);
}

/** Comparisons of texts that were made before: the same two contents are compared once. */

import type { Database } from '#data/store/database.ts';
import type { ChangedText } from '#domain/documents/comparison/changed-text.ts';

/** Of the code that compares: what another one made is made again. */
const MADE_BY = 1;

export async function keptComparison(db: Database, before: string, after: string): Promise<ChangedText | null> {
  const row = await db.one<{ blocks: string }>(
    'select blocks from comparison where before_sha256 = $1 and after_sha256 = $2 and made_by = $3',
    [before, after, MADE_BY],
  );
  return row && (JSON.parse(row.blocks) as ChangedText);
}

export async function keepComparison(
  db: Database,
  [before, after]: readonly [before: string, after: string],
  made: ChangedText,
  now: number,
): Promise<void> {
  await db.write([
    {
      sql: `insert into comparison (before_sha256, after_sha256, made_by, blocks, made_at) values ($1, $2, $3, $4, $5)
            on conflict (before_sha256, after_sha256) do update
            set made_by = excluded.made_by, blocks = excluded.blocks, made_at = excluded.made_at`,
      params: [before, after, MADE_BY, JSON.stringify(made), new Date(now).toISOString()],
    },
  ]);
}

/** Raw records of the source that receipts refer to; stored for ever, by hash. */

import type { Database, Statement } from '#data/store/database.ts';
import type { Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';

export const insertReceipted = (record: { cui: string; day: Day; raw: string; fetchedAt: string }): Statement => ({
  sql: `insert into receipted_record (cui, day, sha256, raw, fetched_at) values ($1, $2, $3, $4, $5)
    on conflict (cui, day, sha256) do nothing`,
  params: [Number(record.cui), record.day, sha256(record.raw), record.raw, record.fetchedAt],
});

export const receiptedRecord = async (db: Database, cui: string, day: Day, hash: string): Promise<string | null> =>
  (
    await db.one<{ raw: string }>('select raw from receipted_record where cui = $1 and day = $2 and sha256 = $3', [
      Number(cui),
      day,
      hash,
    ])
  )?.raw ?? null;

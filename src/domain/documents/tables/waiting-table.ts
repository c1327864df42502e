/** Who waits for documents that nobody has looked at yet. */
import type { Database } from '#data/store/database.ts';

/** Whether collecting has begun, and everything that was asked for has been looked at once. */
export async function isEverythingLookedAt(db: Database): Promise<boolean> {
  const row = await db.one<{ begun: number; waiting: number }>(
    `select case when exists (select 1 from documentation) then 1 else 0 end as begun,
       case when exists (select 1 from documentation where asked_at is not null and looked_at is null) then 1 else 0 end as waiting`,
  );
  return row?.begun === 1 && row.waiting === 0;
}

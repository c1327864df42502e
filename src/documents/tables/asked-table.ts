/** That a caller waits for the documents of a notice: the one thing that serving threads write here. */
import type { Database } from '#store/database.ts';

export interface AskedNotice {
  notice: string;
  /** The procurement system's own numbers of the notice and of its kind. */
  systemId: number;
  typeId: number;
}

/** Who asked first counts, so that nobody comes forward by asking again. What was withdrawn is not looked for. */
export async function askFor(db: Database, { notice, systemId, typeId }: AskedNotice, now: number): Promise<void> {
  await db.write([
    {
      sql: `insert into documentation (notice, system_id, type_id, state, since, due_at, asked_at, attempts)
            values ($1, $2, $3, 'announced', $4, $5, $5, 0)
            on conflict (notice) do update set asked_at = excluded.asked_at
            where documentation.asked_at is null and documentation.state <> 'withdrawn'`,
      params: [notice, systemId, typeId, new Date(now).toISOString(), now],
    },
  ]);
}

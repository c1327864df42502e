/** What is given up and forgotten of the queue, and what an operator puts back into it. */
import type { Database, Statement } from '#data/store/database.ts';

/** Those that nobody is sending and whose time is over; their ids. */
export async function failOverdue(state: Database, now: string, reason: string): Promise<string[]> {
  const [rows = []] = await state.write([
    {
      sql: `update letter set state = 'failed', closed_at = $1, last_error = coalesce(last_error, $2)
            where state = 'queued' and try_until <= $1 and lease_until <= $1 returning id`,
      params: [now, reason],
    },
    {
      sql: `update letter_tally set letters = letters + (select count(*) from letter where state = 'failed' and closed_at = $1)
            where event = 'failed'`,
      params: [now],
    },
  ]);
  return rows.map(({ id }) => String(id));
}

/** Words with links that are over. What was sent keeps none anyway, but for an outbox, which shows them. */
export const forgetWords = (now: string): Statement => ({
  sql: `update letter set text = null, html = null where state = 'failed' and ends_at <= $1 and text is not null`,
  params: [now],
});

export const forgetClosed = (before: string): Statement => ({
  sql: `delete from letter where state <> 'queued' and closed_at < $1`,
  params: [before],
});

/** Into the queue again, where its words are still there; false where they are not, or where it did not fail. */
export async function queueAgain(state: Database, id: string, now: string, tryUntil: string): Promise<boolean> {
  const [rows = []] = await state.write([
    {
      sql: `update letter set state = 'queued', tries = 0, next_try_at = $2, closed_at = null,
              try_until = case when ends_at < $3 then ends_at else $3 end
            where id = $1 and state = 'failed' and text is not null and ends_at > $2 returning id`,
      params: [id, now, tryUntil],
    },
  ]);
  return rows.length > 0;
}

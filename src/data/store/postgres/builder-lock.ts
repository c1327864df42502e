/**
 * The lock that one build of a PostgreSQL database holds at a time. A host that stands still in the middle of a build, or was cut off,
 * would hold it for as long as the server believes in its connection: whoever leads after it ends that connection.
 */
import type pg from 'pg';
import type { Lead } from '#data/store/leader/leader-table.ts';

const BUILDER_LOCK = 7266002;
/** What a build for the installation calls its connection; one by hand has no term, and is never ended. */
const OF_TERM = 'firmoteca build of term ';
/** An end takes milliseconds; a busy server may take longer. */
const END_MS = 5_000;

/** False when another build holds it. Kept until the connection ends. `lead`: null by hand. */
export async function takeBuilderLock(client: pg.Client, lead: Lead | null): Promise<boolean> {
  // First the name, then the lock: whoever holds it is known.
  if (lead) await client.query(`select set_config('application_name', $1, false)`, [OF_TERM + lead.term]);
  if (await lock(client)) return true;
  return lead !== null && (await endOlder(client, lead)) && lock(client);
}

async function lock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: unknown }>('select pg_try_advisory_lock($1) as held', [BUILDER_LOCK]);
  return Boolean(rows[0]?.held);
}

/** Terms only grow: who has a smaller one leads no more, whatever it believes. Nothing that it has published is lost by its end. */
async function endOlder(client: pg.Client, { term }: Lead): Promise<boolean> {
  const { rows } = await client.query<{ ended: unknown }>(
    `select pg_terminate_backend(pid, ${END_MS}) as ended from pg_stat_activity
     where substring(application_name from $2)::bigint < $3
       and pid in (select pid from pg_locks where locktype = 'advisory' and granted and classid = 0 and objid = $1
         and database = (select oid from pg_database where datname = current_database()))`,
    [BUILDER_LOCK, `^${OF_TERM}([0-9]+)$`, term],
  );
  return Boolean(rows[0]?.ended);
}

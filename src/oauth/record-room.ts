/** Room for what strangers leave here. Where it is filled, what nobody came back for makes room, so that nobody shuts others out. */
import type { Database, Statement } from '#store/database.ts';

/** Who registers or asks comes back within it, or hardly ever. */
const UNTOUCHED_MS = 600_000;
/** As many make room at once. */
const CLEARED_MAX = 1_000;

/** False where there is none and all of it is young: then somebody fills it faster than anybody tidies. */
export async function hasRoom(
  state: Database,
  kind: 'Client' | 'Interaction',
  most: number,
  now: number,
): Promise<boolean> {
  const count = await state.one<{ n: number }>(`select count(*) as n from oauth_record where kind = $1`, [kind]);
  if ((count?.n ?? 0) < most) return true;
  const [cleared = []] = await state.write([clearUntouched(kind, new Date(now - UNTOUCHED_MS).toISOString())]);
  return cleared.length > 0;
}

/** The oldest first; of apps those that were never used, of requests those that nobody decided. */
const clearUntouched = (kind: string, before: string): Statement => ({
  sql: `delete from oauth_record where kind = $1 and digest in
          (select r.digest from oauth_record r
           where r.kind = $1 and r.used_at is null and r.consumed_at is null and r.created_at < $2
           order by r.created_at, r.digest limit ${CLEARED_MAX})
        returning digest`,
  params: [kind, before],
});

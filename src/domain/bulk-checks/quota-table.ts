/** Adds a check within its quota: counted and inserted under one lock, so that two cannot take the same space. */
import type { Database, Statement, Value } from '#data/store/database.ts';
import type { Check } from './check.ts';

/** Limits for a check: per account or, for a visitor's, per network share; and for all accounts or all visitors. */
export interface CheckQuota {
  /** Of a visitor; null for accounts. */
  share: number | null;
  /** The bytes of this check. */
  bytes: number;
  openMax: number;
  ownBytesMax: number;
  allBytesMax: number;
  /** Visitors' checks finished before this are deleted for space, oldest first. */
  settledBefore: string;
}

/**
 * `isOwn`: the account's or network's own checks fill the quota. `soonest`: when the first of the blocking checks
 * finished (visitors') or expires.
 */
export interface Rejection {
  outcome: 'enoughOpen' | 'noRoom';
  isOwn: boolean;
  soonest: string | null;
}

/** `held`: the claim of a runner that begins at once, or null. */
export async function addCheck(
  state: Database,
  check: Check,
  claim: { by: string; until: string } | null,
  quota: CheckQuota,
): Promise<'added' | Rejection> {
  const results = await state.write([
    { sql: `update turn set name = name where name = 'bulk_check'` },
    ...(check.account === null ? freeSpace(quota) : []),
    insertCheck(check, claim, quota),
    usageQuery(check, quota),
  ]);
  if (results.at(-2)?.length === 1) return 'added';
  // The last statement returns one row.
  const [{ open, own, soonest, own_soonest }] = results.at(-1) as unknown as [Usage];
  const isOwn = own + quota.bytes > quota.ownBytesMax;
  return { outcome: open >= quota.openMax ? 'enoughOpen' : 'noRoom', isOwn, soonest: isOwn ? own_soonest : soonest };
}

interface Usage {
  open: number;
  own: number;
  soonest: string | null;
  own_soonest: string | null;
}

const VISITORS = 'account_id is null';
const ACCOUNTS = 'account_id is not null';

/** The oldest finished checks beyond the quota. */
function freeSpace({ share, bytes, ownBytesMax, allBytesMax, settledBefore }: CheckQuota): Statement[] {
  const over = (whose: string, quota: string): string =>
    `select id from (select id, finished_at, sum(bytes) over (order by created_at desc, id) as newer
       from bulk_check where ${whose}) as kept where newer > ${quota} and finished_at <= $4`;
  const ids = `${over(`${VISITORS} and share = $1`, '$2')} union ${over(VISITORS, '$3')}`;
  const params = [share, ownBytesMax - bytes, allBytesMax - bytes, settledBefore];
  return [
    { sql: `delete from bulk_check_row where check_id in (${ids})`, params },
    { sql: `delete from bulk_check where id in (${ids})`, params },
  ];
}

const isOwn = (check: Check, placeholder: string): string =>
  check.account === null ? `${VISITORS} and share = ${placeholder}` : `account_id = ${placeholder}`;

const allOf = (check: Check): string => (check.account === null ? VISITORS : ACCOUNTS);

function insertCheck(check: Check, claim: { by: string; until: string } | null, quota: CheckQuota): Statement {
  const cells: [column: string, type: 'text' | 'integer', value: Value][] = [
    ['id', 'text', check.id],
    ['account_id', 'text', check.account],
    ['share', 'integer', quota.share],
    ['language', 'text', check.language],
    ['day', 'text', check.day],
    ['with_receipts', 'integer', check.withReceipts ? 1 : 0],
    ['lines', 'text', JSON.stringify(check.lines)],
    ['heading', 'text', check.heading],
    ['codes', 'integer', check.codes],
    ['done', 'integer', check.done],
    ['state', 'text', check.state],
    ['created_at', 'text', check.createdAt],
    ['finished_at', 'text', check.finishedAt],
    ['expires_at', 'text', check.expiresAt],
    ['faults', 'integer', 0],
    ['holder', 'text', claim?.by ?? null],
    ['held_until', 'text', claim?.until ?? ''],
    ['bytes', 'integer', quota.bytes],
  ];
  const placeholder = (nth: number): string => `$${cells.length + nth}`;
  const own = isOwn(check, placeholder(1));
  return {
    sql: `insert into bulk_check (${cells.map(([column]) => column).join(', ')})
      select ${cells.map(([, type], i) => `cast($${i + 1} as ${type})`).join(', ')}
      where (select count(*) from bulk_check where ${own} and state = 'running' and expires_at > ${placeholder(2)}) < ${placeholder(3)}
        and (select coalesce(sum(bytes), 0) from bulk_check where ${own}) <= ${placeholder(4)}
        and (select coalesce(sum(bytes), 0) from bulk_check where ${allOf(check)}) <= ${placeholder(5)}
      returning id`,
    params: [
      ...cells.map(([, , value]) => value),
      check.account ?? quota.share,
      check.createdAt,
      quota.openMax,
      quota.ownBytesMax - quota.bytes,
      quota.allBytesMax - quota.bytes,
    ],
  };
}

/** Queried under the same lock: the reason for the rejection. Accounts' checks go when they expire, visitors' sooner. */
function usageQuery(check: Check, quota: CheckQuota): Statement {
  const own = isOwn(check, '$1');
  const column = check.account === null ? 'finished_at' : 'expires_at';
  return {
    sql: `select
      (select count(*) from bulk_check where ${own} and state = 'running' and expires_at > $2) as open,
      (select coalesce(sum(bytes), 0) from bulk_check where ${own}) as own,
      (select min(${column}) from bulk_check where ${own}) as own_soonest,
      (select min(${column}) from bulk_check where ${allOf(check)}) as soonest`,
    params: [check.account ?? quota.share, check.createdAt],
  };
}

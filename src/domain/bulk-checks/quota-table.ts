/** Adds a check to the state where there is room for it: counted and added in one turn, so that two do not take one place. */
import type { Database, Statement, Value } from '#data/store/database.ts';
import type { Check } from './check.ts';

/** What a check may find there: of the same account or, for a visitor's, of the same share; and of all accounts or all visitors. */
export interface CheckQuota {
  /** Of a visitor; null for accounts. */
  share: number | null;
  /** What this check takes. */
  bytes: number;
  openMax: number;
  ownBytesMax: number;
  allBytesMax: number;
  /** Visitors' checks that were through before make room, the oldest first. */
  settledBefore: string;
}

/** `isOwn`: their own checks take what they may. `soonest`: of the checks that are in the way, when the first was through (visitors') or goes. */
export interface Rejection {
  outcome: 'enoughOpen' | 'noRoom';
  isOwn: boolean;
  soonest: string | null;
}

/** `held`: by whoever begins with it at once, or nobody. */
export async function addCheck(
  state: Database,
  check: Check,
  held: { by: string; until: string } | null,
  room: CheckQuota,
): Promise<'added' | Rejection> {
  const results = await state.write([
    { sql: `update turn set name = name where name = 'bulk_check'` },
    ...(check.account === null ? roomMade(room) : []),
    added(check, held, room),
    foundFor(check, room),
  ]);
  if (results.at(-2)?.length === 1) return 'added';
  const [{ open, own, soonest, own_soonest }] = results.at(-1) as unknown as [Found];
  const isOwn = own + room.bytes > room.ownBytesMax;
  return { outcome: open >= room.openMax ? 'enoughOpen' : 'noRoom', isOwn, soonest: isOwn ? own_soonest : soonest };
}

interface Found {
  open: number;
  own: number;
  soonest: string | null;
  own_soonest: string | null;
}

const VISITORS = 'account_id is null';
const ACCOUNTS = 'account_id is not null';

/** The oldest of what is more than there is room for, as far as it was through long enough. */
function roomMade({ share, bytes, ownBytesMax, allBytesMax, settledBefore }: CheckQuota): Statement[] {
  const over = (whose: string, room: string): string =>
    `select id from (select id, finished_at, sum(bytes) over (order by created_at desc, id) as newer
       from bulk_check where ${whose}) as kept where newer > ${room} and finished_at <= $4`;
  const ids = `${over(`${VISITORS} and share = $1`, '$2')} union ${over(VISITORS, '$3')}`;
  const params = [share, ownBytesMax - bytes, allBytesMax - bytes, settledBefore];
  return [
    { sql: `delete from bulk_check_row where check_id in (${ids})`, params },
    { sql: `delete from bulk_check where id in (${ids})`, params },
  ];
}

const isOwn = (check: Check, place: string): string =>
  check.account === null ? `${VISITORS} and share = ${place}` : `account_id = ${place}`;

const allOf = (check: Check): string => (check.account === null ? VISITORS : ACCOUNTS);

function added(check: Check, held: { by: string; until: string } | null, room: CheckQuota): Statement {
  const cells: [column: string, type: 'text' | 'integer', value: Value][] = [
    ['id', 'text', check.id],
    ['account_id', 'text', check.account],
    ['share', 'integer', room.share],
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
    ['holder', 'text', held?.by ?? null],
    ['held_until', 'text', held?.until ?? ''],
    ['bytes', 'integer', room.bytes],
  ];
  const place = (nth: number): string => `$${cells.length + nth}`;
  const own = isOwn(check, place(1));
  return {
    sql: `insert into bulk_check (${cells.map(([column]) => column).join(', ')})
      select ${cells.map(([, type], i) => `cast($${i + 1} as ${type})`).join(', ')}
      where (select count(*) from bulk_check where ${own} and state = 'running' and expires_at > ${place(2)}) < ${place(3)}
        and (select coalesce(sum(bytes), 0) from bulk_check where ${own}) <= ${place(4)}
        and (select coalesce(sum(bytes), 0) from bulk_check where ${allOf(check)}) <= ${place(5)}
      returning id`,
    params: [
      ...cells.map(([, , value]) => value),
      check.account ?? room.share,
      check.createdAt,
      room.openMax,
      room.ownBytesMax - room.bytes,
      room.allBytesMax - room.bytes,
    ],
  };
}

/** Looked at in the same turn: why there was no room. Accounts' checks go when their time is over, visitors' sooner. */
function foundFor(check: Check, room: CheckQuota): Statement {
  const own = isOwn(check, '$1');
  const goes = check.account === null ? 'finished_at' : 'expires_at';
  return {
    sql: `select
      (select count(*) from bulk_check where ${own} and state = 'running' and expires_at > $2) as open,
      (select coalesce(sum(bytes), 0) from bulk_check where ${own}) as own,
      (select min(${goes}) from bulk_check where ${own}) as own_soonest,
      (select min(${goes}) from bulk_check where ${allOf(check)}) as soonest`,
    params: [check.account ?? room.share, check.createdAt],
  };
}

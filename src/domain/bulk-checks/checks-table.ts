/**
 * Bulk checks and their rows in the state store. The process that works on a check claims it for a while; no other
 * process writes to it meanwhile.
 */

import type { Database, Row, Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { Check, CheckedRow, CheckState, RowStatus } from './check.ts';

interface CheckRecord {
  id: string;
  account_id: string | null;
  language: Language;
  day: string;
  with_receipts: number;
  lines: string;
  heading: string | null;
  codes: number;
  done: number;
  state: CheckState;
  created_at: string;
  finished_at: string | null;
  expires_at: string;
}

const COLUMNS = `id, account_id, language, day, with_receipts, lines, heading, codes, done, state, created_at, finished_at,
  expires_at`;

/** Null when there is none, or it has expired. */
export async function checkById(state: Database, id: string, now: string): Promise<Check | null> {
  const sql = `select ${COLUMNS} from bulk_check where id = $1 and expires_at > $2`;
  const found = await state.one<CheckRecord>(sql, [id, now]);
  return found && checkOf(found);
}

/** Null when it was deleted. */
export const stateOfCheck = async (state: Database, id: string): Promise<CheckState | null> =>
  (await state.one<{ state: CheckState }>('select state from bulk_check where id = $1', [id]))?.state ?? null;

/** Newest first, without their lines: of one account, or of all for the operator. */
export async function checksOf(
  state: Database,
  { account, now, limit }: { account?: string; now: string; limit: number },
): Promise<Omit<Check, 'lines'>[]> {
  const whose = account === undefined ? '' : ' and account_id = $3';
  const found = await state.all<CheckRecord>(
    `select ${COLUMNS.replace(' lines,', " '[]' as lines,")} from bulk_check where expires_at > $1${whose}
     order by created_at desc, id limit $2`,
    account === undefined ? [now, limit] : [now, limit, account],
  );
  return found.map(({ ...record }) => checkOf(record));
}

export async function rowsOfCheck(state: Database, id: string): Promise<CheckedRow[]> {
  const rows = await state.all<{
    cui: string;
    standing: RowStatus;
    told: string;
    receipt: string | null;
    checked_at: string;
  }>('select cui, standing, told, receipt, checked_at from bulk_check_row where check_id = $1 order by place', [id]);
  return rows.map(({ cui, standing, told, receipt, checked_at }) => ({
    cui,
    status: standing,
    ...(JSON.parse(told) as Pick<CheckedRow, 'reasons' | 'company'>),
    receipt,
    checkedAt: checked_at,
  }));
}

/** Positions of the codes that were looked up. */
export const donePositions = async (state: Database, id: string): Promise<Set<number>> =>
  new Set(
    (await state.all<{ place: number }>('select place from bulk_check_row where check_id = $1', [id])).map(
      ({ place }) => place,
    ),
  );

/** The oldest unclaimed one. */
export const unclaimedCheck = async (state: Database, now: string): Promise<string | null> =>
  (
    await state.one<{ id: string }>(
      `select id from bulk_check where state = 'running' and held_until <= $1 and expires_at > $1
       order by created_at limit 1`,
      [now],
    )
  )?.id ?? null;

/** False when another process was quicker. */
export async function claimCheck(state: Database, id: string, claim: { by: string; until: string; now: string }) {
  const [rows] = await state.write([
    {
      sql: `update bulk_check set holder = $2, held_until = $3 where id = $1 and state = 'running' and held_until <= $4
        returning id`,
      params: [id, claim.by, claim.until, claim.now],
    },
  ]);
  return rows?.length === 1;
}

/** Extends the claim, or ends it with a past instant; false when another process has it by now, or the check was deleted. */
export async function extendClaim(state: Database, id: string, by: string, until: string): Promise<boolean> {
  const [rows] = await state.write([
    {
      sql: 'update bulk_check set held_until = $3 where id = $1 and holder = $2 returning id',
      params: [id, by, until],
    },
  ]);
  return rows?.length === 1;
}

export interface PositionedRow extends CheckedRow {
  position: number;
}

/** False when another process has claimed it by now, or it was deleted: then nothing is written. */
export async function addRows(
  state: Database,
  id: string,
  by: string,
  rows: readonly PositionedRow[],
): Promise<boolean> {
  const results = await state.write([
    // A concurrent deletion waits for this lock, or the update matches no row.
    { sql: 'update bulk_check set done = done where id = $1 and holder = $2', params: [id, by] },
    ...(rows.length > 0 ? [insertRows(id, by, rows)] : []),
    {
      sql: `update bulk_check set done = (select count(*) from bulk_check_row where check_id = $1)
        where id = $1 and holder = $2 returning id`,
      params: [id, by],
    },
  ]);
  return results.at(-1)?.length === 1;
}

const TYPES = ['integer', 'text', 'text', 'text', 'text', 'text'];

/** One statement: one per row would cost a round trip each. */
function insertRows(id: string, by: string, rows: readonly PositionedRow[]): Statement {
  const selects = rows.map((_, n) => {
    const cells = TYPES.map((type, i) => `cast($${3 + n * TYPES.length + i} as ${type})`);
    return `select cast($1 as text), ${cells.join(', ')}
      where exists (select 1 from bulk_check where id = $1 and holder = $2)`;
  });
  return {
    sql: `insert into bulk_check_row (check_id, place, cui, standing, told, receipt, checked_at)
      ${selects.join(' union all ')} on conflict (check_id, place) do nothing`,
    params: [
      id,
      by,
      ...rows.flatMap(({ position: place, cui, status: standing, reasons, company, receipt, checkedAt }) => [
        ...[place, cui, standing, JSON.stringify({ reasons, company }), receipt, checkedAt],
      ]),
    ],
  };
}

export async function endCheck(
  state: Database,
  id: string,
  by: string,
  end: { state: CheckState; at: string },
): Promise<void> {
  await state.write([
    {
      sql: `update bulk_check set state = $3, finished_at = $4, holder = null, held_until = '' where id = $1 and holder = $2`,
      params: [id, by, end.state, end.at],
    },
  ]);
}

/** Counts a failure of this check; returns their number. */
export async function countFault(state: Database, id: string): Promise<number> {
  const [counted] = await state.write([
    { sql: 'update bulk_check set faults = faults + 1 where id = $1 returning faults', params: [id] },
  ]);
  return Number(counted?.[0]?.faults ?? Number.POSITIVE_INFINITY);
}

/** False when there was none. */
export async function removeCheck(state: Database, id: string): Promise<boolean> {
  const [, removed] = await state.write([
    { sql: 'delete from bulk_check_row where check_id = $1', params: [id] },
    { sql: 'delete from bulk_check where id = $1 returning id', params: [id] },
  ]);
  return removed?.length === 1;
}

/** An account's submitted lists, for its owner's export. */
export const ownerChecks = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select id, language, day, with_receipts, heading, lines, codes, done, state, created_at, finished_at, expires_at
     from bulk_check where account_id = $1 order by created_at, id`,
    [account],
  );

/** Their results. */
export const ownerCheckRows = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select r.check_id, r.place, r.cui, r.standing, r.told, r.receipt, r.checked_at
     from bulk_check c join bulk_check_row r on r.check_id = c.id
     where c.account_id = $1 order by c.created_at, c.id, r.place`,
    [account],
  );

/** Checks first: a process that works on one waits for this lock, or matches no row. */
export const forgetChecksOf = (account: string): Statement[] => [
  {
    sql: `update bulk_check set holder = null, state = 'failed' where account_id = $1`,
    params: [account],
  },
  {
    sql: 'delete from bulk_check_row where check_id in (select id from bulk_check where account_id = $1)',
    params: [account],
  },
  { sql: 'delete from bulk_check where account_id = $1', params: [account] },
];

export const hasExpiredChecks = async (state: Database, now: string): Promise<boolean> =>
  (await state.one('select 1 as found from bulk_check where expires_at <= $1 limit 1', [now])) !== null;

/** Returns the number of expired checks. */
export async function removeExpiredChecks(state: Database, now: string): Promise<number> {
  const [, removed] = await state.write([
    {
      sql: 'delete from bulk_check_row where check_id in (select id from bulk_check where expires_at <= $1)',
      params: [now],
    },
    { sql: 'delete from bulk_check where expires_at <= $1 returning id', params: [now] },
  ]);
  return removed?.length ?? 0;
}

const checkOf = (record: CheckRecord): Check => ({
  id: record.id,
  account: record.account_id,
  language: record.language,
  day: record.day,
  withReceipts: record.with_receipts === 1,
  lines: JSON.parse(record.lines) as Check['lines'],
  heading: record.heading,
  codes: record.codes,
  done: record.done,
  state: record.state,
  createdAt: record.created_at,
  finishedAt: record.finished_at,
  expiresAt: record.expires_at,
});

/** How often each account used each operation, by key and day, in the state store. */

import type { Database, Row, Statement } from '#data/store/database.ts';
import type { Day } from '#lib/values/date.ts';

export interface UsageRow {
  account_id: string;
  /** In Romanian time. */
  day: Day;
  /** Id of the key; '' for signed-in browsers, `AGENTS` for agents. */
  key_id: string;
  operation: string;
  requests: number;
  refused: number;
  failed: number;
}

/** Key id of requests by connected apps. */
export const AGENTS = 'agents';

/** Rows of one statement; bounded by the number of parameters that engines accept. */
const ROWS_EACH = 100;

/** Adds to the stored counts, in a fixed order, which prevents deadlocks between hosts that write the same rows. */
export function usageAdditions(rows: readonly UsageRow[]): Statement[] {
  // Sort keys are built once per row: the serving thread sorts thousands while callers wait.
  const ordered = rows.map((row) => ({ row, order: orderOf(row) })).sort((a, b) => (a.order < b.order ? -1 : 1));
  const sorted = ordered.map(({ row }) => row);
  const statements: Statement[] = [];
  for (let at = 0; at < sorted.length; at += ROWS_EACH) statements.push(addition(sorted.slice(at, at + ROWS_EACH)));
  return statements;
}

const orderOf = (row: UsageRow): string => `${row.account_id} ${row.day} ${row.key_id} ${row.operation}`;

function addition(rows: readonly UsageRow[]): Statement {
  const params = rows.flatMap((row) => [
    row.account_id,
    row.day,
    row.key_id,
    row.operation,
    row.requests,
    row.refused,
    row.failed,
  ]);
  return { sql: rows.length === ROWS_EACH ? FULL : additionOf(rows.length), params };
}

const additionOf = (rows: number): string => {
  const values = Array.from(
    { length: rows },
    (_, i) => `(${[1, 2, 3, 4, 5, 6, 7].map((j) => `$${i * 7 + j}`).join(', ')})`,
  );
  return `insert into usage_count (account_id, day, key_id, operation, requests, refused, failed) values ${values.join(', ')}
    on conflict (account_id, day, key_id, operation) do update set requests = usage_count.requests + excluded.requests,
      refused = usage_count.refused + excluded.refused, failed = usage_count.failed + excluded.failed`;
};

const FULL = additionOf(ROWS_EACH);

export interface Days {
  from: Day;
  to: Day;
}

export interface UsageFigures {
  requests: number;
  refused: number;
  failed: number;
}

/** Requests of one key to one operation on one day. */
export interface UsageLine extends UsageFigures {
  day: Day;
  operation: string;
  /** Null for signed-in browsers, `AGENTS` for agents. */
  key: string | null;
}

/** Newest day first. */
export const usageOf = (state: Database, account: string, { from, to }: Days, limit: number): Promise<UsageLine[]> =>
  state.all<UsageLine>(
    `select day, operation, nullif(key_id, '') as key, requests, refused, failed from usage_count
     where account_id = $1 and day between $2 and $3 order by day desc, operation, key_id limit $4`,
    [account, from, to, limit],
  );

const SUMS = `coalesce(sum(requests), 0) as requests, coalesce(sum(refused), 0) as refused, coalesce(sum(failed), 0) as failed`;

/** Totals over all lines of an account. */
export async function usageTotal(
  state: Database,
  account: string,
  { from, to }: Days,
): Promise<UsageFigures & { lines: number }> {
  const [total] = await state.all<UsageFigures & { lines: number }>(
    `select ${SUMS}, count(*) as lines from usage_count where account_id = $1 and day between $2 and $3`,
    [account, from, to],
  );
  return total ?? { requests: 0, refused: 0, failed: 0, lines: 0 };
}

export interface DayUsage extends UsageFigures {
  day: Day;
}

/** Days with requests, oldest first. */
export const usageByDay = (state: Database, account: string, { from, to }: Days): Promise<DayUsage[]> =>
  state.all<DayUsage>(
    `select day, ${SUMS} from usage_count where account_id = $1 and day between $2 and $3 group by day order by day`,
    [account, from, to],
  );

export interface OperationUsage extends UsageFigures {
  operation: string;
}

/** Most used operation first. */
export const usageByOperation = (state: Database, account: string, { from, to }: Days): Promise<OperationUsage[]> =>
  state.all<OperationUsage>(
    `select operation, ${SUMS} from usage_count where account_id = $1 and day between $2 and $3
     group by operation order by sum(requests) desc, operation`,
    [account, from, to],
  );

export interface KeyUsage extends UsageFigures {
  /** Null for signed-in browsers, `AGENTS` for agents. */
  key: string | null;
}

/** Busiest key first. */
export const usageByKey = (state: Database, account: string, { from, to }: Days, most: number): Promise<KeyUsage[]> =>
  state.all<KeyUsage>(
    `select nullif(key_id, '') as key, ${SUMS} from usage_count where account_id = $1 and day between $2 and $3
     group by key_id order by sum(requests) desc, key_id limit $4`,
    [account, from, to, most],
  );

export interface AccountUsage extends UsageFigures {
  account: string;
}

/** Busiest account first. */
export const usageByAccount = (state: Database, { from, to }: Days): Promise<AccountUsage[]> =>
  state.all<AccountUsage>(
    `select account_id as account, ${SUMS} from usage_count
     where day between $1 and $2 group by account_id order by sum(requests) desc, account_id`,
    [from, to],
  );

/** Rows for the account export, oldest first. */
export const exportedUsage = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select day, operation, nullif(key_id, '') as key, requests, refused, failed from usage_count
     where account_id = $1 order by day, operation, key_id`,
    [account],
  );

export const deleteUsageOf = (account: string): Statement => ({
  sql: 'delete from usage_count where account_id = $1',
  params: [account],
});

/** Deletes counts that threads wrote after their account was deleted. */
export const forgetStrayUsage = (state: Database): Promise<unknown> =>
  state.write([{ sql: 'delete from usage_count where account_id not in (select id from account)' }]);

export const trimUsage = (state: Database, before: Day): Promise<unknown> =>
  state.write([{ sql: 'delete from usage_count where day < $1', params: [before] }]);

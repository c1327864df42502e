/** How often each account used each operation, by key and day, in the state store. */
import type { Day } from '#base/date.ts';
import type { Database, Statement } from '#store/database.ts';

export interface UsageRow {
  account_id: string;
  /** UTC. */
  day: Day;
  /** Id of the key; '' for signed-in browsers. */
  key_id: string;
  operation: string;
  requests: number;
  refused: number;
  failed: number;
}

/** Rows that one statement adds: fewer statements, and parameters within what engines take. */
const ROWS_EACH = 100;

/** Adds to what is stored. In one order, so that hosts which write the same rows do not wait for each other in a circle. */
export function usageAdditions(rows: readonly UsageRow[]): Statement[] {
  const sorted = rows.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
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
  const values = rows.map((_, i) => `(${Array.from({ length: 7 }, (__, j) => `$${i * 7 + j + 1}`).join(', ')})`);
  return {
    sql: `insert into usage_count (account_id, day, key_id, operation, requests, refused, failed) values ${values.join(', ')}
      on conflict (account_id, day, key_id, operation) do update set requests = usage_count.requests + excluded.requests,
        refused = usage_count.refused + excluded.refused, failed = usage_count.failed + excluded.failed`,
    params,
  };
}

export interface UsageRange {
  from: Day;
  to: Day;
  limit: number;
}

/** Newest day first. */
export const usageOf = (state: Database, account: string, { from, to, limit }: UsageRange): Promise<UsageRow[]> =>
  state.all<UsageRow>(
    `select account_id, day, key_id, operation, requests, refused, failed from usage_count
     where account_id = $1 and day between $2 and $3 order by day desc, operation, key_id limit $4`,
    [account, from, to, limit],
  );

export interface AccountUsageRow {
  account_id: string;
  requests: number;
  refused: number;
  failed: number;
}

/** All accounts, the busiest first. */
export const usageByAccount = (state: Database, { from, to, limit }: UsageRange): Promise<AccountUsageRow[]> =>
  state.all<AccountUsageRow>(
    `select account_id, sum(requests) as requests, sum(refused) as refused, sum(failed) as failed from usage_count
     where day between $1 and $2 group by account_id order by sum(requests) desc, account_id limit $3`,
    [from, to, limit],
  );

export const trimUsage = (state: Database, before: Day): Promise<unknown> =>
  state.write([{ sql: 'delete from usage_count where day < $1', params: [before] }]);

/** Approvals (table `errand`) and the log of agents' tool calls in the state store. Ids of approvals are stored as digests. */
import type { Database, Row, Statement } from '#data/store/database.ts';
import { lockAccount } from '#platform/accounts/accounts-table.ts';
import { type ApprovalKind, HOUR_MAX } from './approval.ts';

export interface ApprovalRow {
  digest: string;
  account_id: string;
  client_id: string;
  kind: ApprovalKind;
  about: string | null;
  state: 'open' | 'done' | 'declined';
  created_at: string;
  expires_at: string;
  answered_at: string | null;
  /** 1 while the requesting app is connected to the account. */
  is_connected: number;
}

/** Disconnecting an app ends its approvals. */
const CONNECTED = `exists (select 1 from oauth_record g
  where g.kind = 'Grant' and g.client_id = errand.client_id and g.account_id = errand.account_id)`;

const COLUMNS = `digest, account_id, client_id, kind, about, state, created_at, expires_at, answered_at,
  case when ${CONNECTED} then 1 else 0 end as is_connected`;

/**
 * False if the account has reached the hourly maximum, is blocked or deleted. The lock serializes concurrent counts. `events` are written
 * if the approval was added.
 */
export async function addApproval(
  state: Database,
  row: Omit<ApprovalRow, 'state' | 'answered_at' | 'is_connected'>,
  hourAgo: string,
  events: (condition: Statement) => readonly Statement[],
): Promise<boolean> {
  const [, added = []] = await state.write([
    lockAccount(row.account_id),
    {
      sql: `insert into errand (digest, account_id, client_id, kind, about, state, created_at, expires_at)
            select $1, a.id, $3, $4, $5, 'open', $6, $7 from account a where a.id = $2 and a.blocked_at is null and
              (select count(*) from errand e where e.account_id = $2 and e.kind = $4 and e.state <> 'done'
                and e.created_at > $8) < ${HOUR_MAX[row.kind]}
            returning digest`,
      params: [row.digest, row.account_id, row.client_id, row.kind, row.about, row.created_at, row.expires_at, hourAgo],
    },
    ...events({ sql: 'select 1 from errand where digest = $8', params: [row.digest] }),
  ]);
  return added.length > 0;
}

export const approvalRow = (state: Database, digest: string): Promise<ApprovalRow | null> =>
  state.one<ApprovalRow>(`select ${COLUMNS} from errand where digest = $1`, [digest]);

/** False if the approval is no longer open. */
export async function closeApproval(
  state: Database,
  digest: string,
  account: string,
  to: 'done' | 'declined',
  now: string,
): Promise<boolean> {
  const [closed = []] = await state.write([
    {
      sql: `update errand set state = $3, finished_at = $4
            where digest = $1 and account_id = $2 and state = 'open' and expires_at > $4 and ${CONNECTED} returning digest`,
      params: [digest, account, to, now],
    },
  ]);
  return closed.length > 0;
}

/** Accepts the person's answer, once: false for any later call, and for another account, app or kind. */
export async function answerApproval(
  state: Database,
  { digest, account, client, kind }: { digest: string; account: string; client: string; kind: ApprovalKind },
  now: string,
): Promise<boolean> {
  const [answered = []] = await state.write([
    {
      sql: `update errand set answered_at = $5 where digest = $1 and account_id = $2 and client_id = $3 and kind = $4
              and answered_at is null and expires_at > $5 and ${CONNECTED} returning digest`,
      params: [digest, account, client, kind, now],
    },
  ]);
  return answered.length > 0;
}

/** An app's recent approvals, newest first. */
export const approvalsOf = (
  state: Database,
  account: string,
  client: string,
  since: string,
  most: number,
): Promise<ApprovalRow[]> =>
  state.all<ApprovalRow>(
    `select ${COLUMNS} from errand where account_id = $1 and client_id = $2 and created_at > $3
     order by created_at desc, digest limit $4`,
    [account, client, since, most],
  );

export const clearApprovals = (before: string): Statement => ({
  sql: 'delete from errand where created_at < $1',
  params: [before],
});

export const exportedApprovals = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select client_id as client, kind, about, state, created_at, expires_at, finished_at from errand
     where account_id = $1 order by created_at, digest`,
    [account],
  );

export const deleteApprovalsOf = (account: string): Statement => ({
  sql: 'delete from errand where account_id = $1',
  params: [account],
});

/** A tool call of an app. Calls are counted per day; arguments are stored as a digest only. */
export interface AgentCall {
  account: string;
  client: string;
  tool: string;
  argumentsDigest: string;
}

/** Writes nothing if the account was deleted. */
export const noteCall = ({ account, client, tool, argumentsDigest }: AgentCall, now: string): Statement => ({
  sql: `insert into agent_call (account_id, client_id, tool, arguments_digest, day, calls, first_at, last_at)
        select a.id, $2, $3, $4, $5, 1, $6, $6 from account a where a.id = $1
        on conflict (account_id, client_id, tool, arguments_digest, day)
          do update set calls = agent_call.calls + 1, last_at = excluded.last_at`,
  params: [account, client, tool, argumentsDigest, now.slice(0, 10), now],
});

export const clearCalls = (beforeDay: string): Statement => ({
  sql: 'delete from agent_call where day < $1',
  params: [beforeDay],
});

export const exportedCalls = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select client_id as client, tool, day, calls, first_at, last_at from agent_call
     where account_id = $1 order by day, client_id, tool, arguments_digest`,
    [account],
  );

export const deleteCallsOf = (account: string): Statement => ({
  sql: 'delete from agent_call where account_id = $1',
  params: [account],
});

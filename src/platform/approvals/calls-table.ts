/** Which app called which tool about an account: counted by day, without what was said. */
import type { Database, Row, Statement } from '#data/store/database.ts';

export interface AgentCall {
  account: string;
  client: string;
  tool: string;
  argumentsDigest: string;
}

/** Nothing is written of an account that is gone. */
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

export const callsTold = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select client_id as client, tool, day, calls, first_at, last_at from agent_call
     where account_id = $1 order by day, client_id, tool, arguments_digest`,
    [account],
  );

export const forgetCallsOf = (account: string): Statement => ({
  sql: 'delete from agent_call where account_id = $1',
  params: [account],
});

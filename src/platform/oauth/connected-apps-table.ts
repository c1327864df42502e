/** Grants: which apps speak for which accounts, and what they may. */
import { raiseWhere } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';

/** What a grant holds: what the provider asks of one, and beside it what its owner is shown. */
export interface GrantPayload {
  iat: number;
  exp: number;
  kind: 'Grant';
  accountId: string;
  clientId: string;
  /** Scopes by the address that they are for: there is one. */
  resources: Record<string, string>;
  app: AppShown;
  /** Digest of the browser session that it was allowed in: of the demo's account everybody sees their own. */
  session: string;
}

/** An app as its owner recognises it. */
export interface AppShown {
  name: string;
  /** Host of the document in which it describes itself; null: it only says so. */
  host: string | null;
  /** Where it receives what it is allowed. */
  redirectHost: string;
}

export interface GrantRow {
  id: string;
  account_id: string;
  client_id: string;
  payload: string;
  created_at: string;
  used_at: string | null;
}

const COLUMNS = 'digest as id, account_id, client_id, payload, created_at, used_at';

/** Newest first. */
export const grantsOf = (state: Database, account: string, now: string): Promise<GrantRow[]> =>
  state.all<GrantRow>(
    `select ${COLUMNS} from oauth_record where kind = 'Grant' and account_id = $1 and expires_at > $2
     order by created_at desc, digest`,
    [account, now],
  );

/** With the name of its app; null when there is none any more. */
export async function grantRow(state: Database, id: string): Promise<(GrantRow & { name: string }) | null> {
  const row = await state.one<GrantRow>(`select ${COLUMNS} from oauth_record where kind = 'Grant' and digest = $1`, [
    id,
  ]);
  return row && { ...row, name: (JSON.parse(row.payload) as GrantPayload).app.name };
}

/** Whether there is such a grant still, for an event that is written where there is: seven parameters are the event's own. */
export const grantThere = (id: string): Statement => ({
  sql: `select 1 from oauth_record where kind = 'Grant' and digest = $8`,
  params: [id],
});

/** The answer to a request of an app, given once: of two at the same time the second changes nothing. */
export const decide = (
  request: string,
  payload: string,
  account: string,
  grant: string | null,
  now: string,
): Statement => ({
  sql: `update oauth_record set payload = $2, account_id = $3, grant_id = $4, consumed_at = $5
        where kind = 'Interaction' and digest = $1 and consumed_at is null`,
  params: [request, payload, account, grant, now],
});

/** The question behind `decide`, for the statements after it; its parameter is the number that is given. */
export const decidedFor = (parameter: string): string =>
  `select 1 from oauth_record where kind = 'Interaction' and grant_id = ${parameter}`;

/** Only where the request was decided with it. */
export function putGrant(id: string, payload: GrantPayload, now: string): Statement {
  const { accountId, clientId, exp } = payload;
  return {
    sql: `insert into oauth_record (kind, digest, payload, account_id, client_id, created_at, expires_at)
          select 'Grant', $1, $2, $3, $4, $5, $6 where exists (${decidedFor('$1')})`,
    params: [id, JSON.stringify(payload), accountId, clientId, now, new Date(exp * 1_000).toISOString()],
  };
}

/** Those of an account beyond the most that it may have, longest unused first, with their codes and tokens: nobody keeps one at hand. */
export function trimGrants(account: string, most: number): Statement[] {
  const beyond = `select g.digest from oauth_record g where g.kind = 'Grant' and g.account_id = $1
                  order by coalesce(g.used_at, g.created_at) desc, g.digest limit ${ALL} offset $2`;
  const params = [account, most];
  return [
    raiseWhere('access', { sql: beyond, params }),
    { sql: `delete from oauth_record where account_id = $1 and grant_id in (${beyond})`, params },
    { sql: `delete from oauth_record where kind = 'Grant' and account_id = $1 and digest in (${beyond})`, params },
  ];
}

/** SQLite takes an offset after a limit only. */
const ALL = 1_000_000;

export const forgetAppsOf = (account: string): Statement => ({
  sql: 'delete from oauth_record where account_id = $1',
  params: [account],
});

/** Those whose code nobody came for, and those whose tokens have all ended. */
export const clearGrants = (unclaimedBefore: string, idleBefore: string): Statement => ({
  sql: `delete from oauth_record
        where kind = 'Grant' and (used_at is null and created_at < $1 or used_at < $2)`,
  params: [unclaimedBefore, idleBefore],
});

export const scopesOfGrant = ({ resources }: Pick<GrantPayload, 'resources'>): string =>
  Object.values(resources).join(' ');

/** Grants in the state store: which app may do what for which account. */
import { recordChangeWhere } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';

/** Payload of a grant: the provider's fields, and what the owner's list displays. */
export interface GrantPayload {
  iat: number;
  exp: number;
  kind: 'Grant';
  accountId: string;
  clientId: string;
  /** Scopes by the address of the protected resource; one entry. */
  resources: Record<string, string>;
  app: AppIdentity;
  /** Digest of the approving browser session: in the demo account each visitor sees only their own grants. */
  session: string;
}

/** How an app is displayed to people. */
export interface AppIdentity {
  name: string;
  /** Host of its metadata document; null for a registered app, whose name is unverified. */
  host: string | null;
  /** Where it receives the authorization. */
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

/** A grant with the name of its app. */
export async function grantRow(state: Database, id: string): Promise<(GrantRow & { name: string }) | null> {
  const row = await state.one<GrantRow>(`select ${COLUMNS} from oauth_record where kind = 'Grant' and digest = $1`, [
    id,
  ]);
  return row && { ...row, name: (JSON.parse(row.payload) as GrantPayload).app.name };
}

/** For an event: finds the grant. The event's own parameters are $1 to $7. */
export const grantExists = (id: string): Statement => ({
  sql: `select 1 from oauth_record where kind = 'Grant' and digest = $8`,
  params: [id],
});

/** Stores the decision on an app's request, once: a concurrent second decision changes nothing. */
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

/** For statements after `decide`: finds the request that this grant decided. */
export const decidedFor = (parameter: string): string =>
  `select 1 from oauth_record where kind = 'Interaction' and grant_id = ${parameter}`;

/** Stores the grant only if `decide` accepted it. */
export function putGrant(id: string, payload: GrantPayload, now: string): Statement {
  const { accountId, clientId, exp } = payload;
  return {
    sql: `insert into oauth_record (kind, digest, payload, account_id, client_id, created_at, expires_at)
          select 'Grant', $1, $2, $3, $4, $5, $6 where exists (${decidedFor('$1')})`,
    params: [id, JSON.stringify(payload), accountId, clientId, now, new Date(exp * 1_000).toISOString()],
  };
}

/** Removes the longest unused grants beyond the account's maximum, with their codes and tokens. */
export function trimGrants(account: string, most: number): Statement[] {
  const beyond = `select g.digest from oauth_record g where g.kind = 'Grant' and g.account_id = $1
                  order by coalesce(g.used_at, g.created_at) desc, g.digest limit ${ALL} offset $2`;
  const params = [account, most];
  return [
    recordChangeWhere('access', { sql: beyond, params }),
    { sql: `delete from oauth_record where account_id = $1 and grant_id in (${beyond})`, params },
    { sql: `delete from oauth_record where kind = 'Grant' and account_id = $1 and digest in (${beyond})`, params },
  ];
}

/** SQLite requires a limit before an offset. */
const ALL = 1_000_000;

export const deleteAppsOf = (account: string): Statement => ({
  sql: 'delete from oauth_record where account_id = $1',
  params: [account],
});

/** Deletes grants whose code was never claimed, and grants whose tokens have all expired. */
export const clearGrants = (unclaimedBefore: string, idleBefore: string): Statement => ({
  sql: `delete from oauth_record
        where kind = 'Grant' and (used_at is null and created_at < $1 or used_at < $2)`,
  params: [unclaimedBefore, idleBefore],
});

export const scopesOfGrant = ({ resources }: Pick<GrantPayload, 'resources'>): string =>
  Object.values(resources).join(' ');

/** Connected apps in the owner's list: one entry per app, whatever its number of grants. */

import { ApiError } from '#api/api-error.ts';
import { recordChange } from '#data/store/changes/counter.ts';
import type { Database, Row } from '#data/store/database.ts';
import { messages } from '#locales/messages.ts';
import { lockAccount } from '#platform/accounts/accounts-table.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import { type Origin, recordEvent } from '#platform/accounts/events.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import { type AppIdentity, type GrantPayload, type GrantRow, grantsOf, scopesOfGrant } from './connected-apps-table.ts';
import { removeRecord, removeTokensOf } from './records-table.ts';
import { type Scope, scopesIn } from './scopes.ts';

export interface ConnectedApp extends AppIdentity {
  /** Id of the newest grant. */
  id: string;
  scopes: Scope[];
  /** Addresses of the protected resources that it may use. */
  resources: string[];
  /** Number of grants, mostly one per device. */
  connections: number;
  connectedAt: string;
  /** Null if never used. */
  usedAt: string | null;
}

export type ConnectedApps = ReturnType<typeof connectedApps>;

export function connectedApps(state: Database) {
  const own = async ({ account, session }: Reader, now: number): Promise<GrantRow[]> => {
    const rows = await grantsOf(state, account, new Date(now).toISOString());
    // The demo account is shared: a visitor sees only the apps of their own session.
    return isDemoAccount(account) ? rows.filter((row) => payloadOf(row).session === session) : rows;
  };
  const ofSameApp = async (reader: Reader, id: string, now: number): Promise<[GrantRow, ...GrantRow[]]> => {
    const rows = await own(reader, now);
    const match = rows.find((row) => row.id === id);
    if (match === undefined) throw new ApiError('NOT_FOUND', messages.oauth.noApp());
    const [newest = match, ...others] = rows.filter((row) => row.client_id === match.client_id);
    return [newest, ...others];
  };
  return {
    async list(reader: Reader, now: number): Promise<ConnectedApp[]> {
      const byApp = Map.groupBy(await own(reader, now), (row) => row.client_id);
      return [...byApp.values()].map((rows) => appOf(rows as [GrantRow, ...GrantRow[]]));
    },
    /** Number of grants of an account. */
    count: async (account: string, now: number): Promise<number> =>
      (await grantsOf(state, account, new Date(now).toISOString())).length,
    /** Throws if the account has no such app. */
    find: async (reader: Reader, id: string, now: number): Promise<ConnectedApp> =>
      appOf(await ofSameApp(reader, id, now)),
    /** Ends all grants of the app, within a second on every host. */
    async disconnect(reader: Reader, id: string, origin: Origin, now: number): Promise<void> {
      const rows = await ofSameApp(reader, id, now);
      const { name } = payloadOf(rows[0]).app;
      await state.write([
        lockAccount(reader.account),
        ...rows.flatMap((row) => [removeTokensOf(row.id), removeRecord('Grant', row.id)]),
        recordChange('access'),
        recordEvent(reader.account, 'appRemoved', now, { about: name, origin }),
      ]);
    },
  };
}

function appOf(rows: readonly [GrantRow, ...GrantRow[]]): ConnectedApp {
  const [newest] = rows;
  const payloads = rows.map(payloadOf);
  return {
    ...payloadOf(newest).app,
    id: newest.id,
    scopes: [...new Set(payloads.flatMap((payload) => scopesIn(scopesOfGrant(payload))))],
    resources: [...new Set(payloads.flatMap(({ resources }) => Object.keys(resources)))],
    connections: rows.length,
    connectedAt: rows.at(-1)?.created_at ?? newest.created_at,
    usedAt: rows.map(({ used_at }) => used_at ?? '').reduce((a, b) => (a > b ? a : b)) || null,
  };
}

const payloadOf = ({ payload }: GrantRow): GrantPayload => JSON.parse(payload) as GrantPayload;

/** Rows for the account export. */
export async function* exportedApps(state: Database, account: string): AsyncIterable<Row> {
  for (const row of await grantsOf(state, account, '')) {
    const { app, resources } = payloadOf(row);
    yield { ...app, allowed: resources, connected_at: row.created_at, used_at: row.used_at };
  }
}

/** Storage adapter of oidc-provider on the state store. Secret ids are stored as digests; single-use records are consumed atomically. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { InvalidGrant } from 'oidc-provider/lib/helpers/errors.js';
import type { Context } from '#api/context.ts';
import { recordChange } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { recordEventWhere } from '#platform/accounts/events.ts';
import { grantExists, grantRow } from './connected-apps-table.ts';
import { recordDigest } from './grants.ts';
import {
  consumeRecord,
  noteUse,
  putRecord,
  type RecordRow,
  recordByDigest,
  removeRecord,
  removeTokensOf,
} from './records-table.ts';

/**
 * Assistants may refresh twice at once: within this time the reuse of a refresh token is only rejected; later it counts as theft and ends
 * the whole grant. The reuse of an authorization code ends the grant at once (RFC 6749, 4.1.2).
 */
const REUSE_GRACE_MS = 10_000;

/** Kinds whose ids are public and give no access. */
const PUBLIC = new Set(['Client', 'Grant']);
/** Kinds that are not stored: our pages manage browser sessions. */
const NOT_STORED = new Set(['Session']);

/** Our ids, and addresses of client metadata documents. Other text is unknown, and databases do not take all characters. */
const ID = /^[\x21-\x7e]{1,500}$/;

/** Where the browser continues after a decision. Contains the id of the request, so it is not stored. */
type ReturnAddress = (id: string) => string;

export const adapter = ({
  state,
  secret,
  returnTo,
  now = Date.now,
}: Pick<Context, 'state' | 'secret'> & { returnTo: ReturnAddress; now?(): number }): ((kind: string) => Adapter) => {
  const instant = (): string => new Date(now()).toISOString();
  /** Two requests came with a code at once. */
  const endGrantOfCode = async (digest: string): Promise<void> => {
    const row = await recordByDigest(state, 'AuthorizationCode', digest, instant());
    if (row?.grant_id) await state.write(await endGrant(state, row.grant_id, now()));
  };
  return (kind) => {
    const digestOf = (id: string): string => (PUBLIC.has(kind) ? id : recordDigest(secret, kind, id));
    return {
      async upsert(id, payload, expiresIn) {
        if (NOT_STORED.has(kind)) return;
        const row = rowOf(kind, digestOf(id), payload, expiresIn === undefined ? null : now() + expiresIn * 1_000);
        await state.write([putRecord(row, instant()), ...recordUse(row, instant())]);
      },
      async find(id) {
        if (NOT_STORED.has(kind) || !ID.test(id)) return undefined;
        const row = await recordByDigest(state, kind, digestOf(id), instant());
        return row === null || isJustConsumed(row, now()) ? undefined : payloadOf(row, id, returnTo);
      },
      async consume(id) {
        const [won = []] = await state.write([consumeRecord(kind, digestOf(id), instant())]);
        if (won.length > 0) return;
        if (kind === 'AuthorizationCode') await endGrantOfCode(digestOf(id));
        throw new InvalidGrant('already used');
      },
      async destroy(id) {
        await state.write(kind === 'Grant' ? await endGrant(state, id, now()) : removal(kind, digestOf(id)));
      },
      async revokeByGrantId(grant) {
        await state.write([removeTokensOf(grant), recordChange('access')]);
      },
      // Sessions and device codes are not used.
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    };
  };
};

/** Raises `access` for access tokens: threads cache them. */
const removal = (kind: string, digest: string): Statement[] => [
  removeRecord(kind, digest),
  ...(kind === 'AccessToken' ? [recordChange('access')] : []),
];

/** The payload without the id and the address that contains it. */
function rowOf(
  kind: string,
  digest: string,
  { jti, returnTo, ...payload }: AdapterPayload,
  expiresAt: number | null,
): Omit<RecordRow, 'consumed_at'> {
  return {
    kind,
    digest,
    payload: JSON.stringify(payload),
    account_id: payload.accountId ?? payload.result?.login?.accountId ?? null,
    client_id: payload.clientId ?? null,
    grant_id: payload.grantId ?? null,
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}

/** Issuing an access token counts as a use of the app. */
const recordUse = ({ kind, grant_id }: Pick<RecordRow, 'kind' | 'grant_id'>, now: string): Statement[] =>
  kind === 'AccessToken' && grant_id !== null ? [noteUse(grant_id, now)] : [];

const isJustConsumed = ({ kind, consumed_at }: RecordRow, now: number): boolean =>
  kind === 'RefreshToken' && consumed_at !== null && now - Date.parse(consumed_at) < REUSE_GRACE_MS;

function payloadOf({ kind, payload, consumed_at }: RecordRow, id: string, returnTo: ReturnAddress): AdapterPayload {
  const stored = JSON.parse(payload) as AdapterPayload;
  if (kind === 'Client') return stored;
  return {
    ...stored,
    jti: id,
    ...(kind === 'Interaction' && { returnTo: returnTo(id) }),
    ...(consumed_at !== null && { consumed: Math.floor(Date.parse(consumed_at) / 1_000) }),
  };
}

/** The grant ends at the app's request or after token reuse; the owner's event list has an entry for it. */
async function endGrant(state: Database, grant: string, now: number): Promise<Statement[]> {
  const row = await grantRow(state, grant);
  if (row === null) return [];
  return [
    recordEventWhere(grantExists(grant), row.account_id, 'appRemoved', now, { about: row.name }),
    removeTokensOf(grant),
    removeRecord('Grant', grant),
    recordChange('access'),
  ];
}

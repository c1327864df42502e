/** oidc-provider on the state store: what has an id that opens something lies under its digest, and what works once is used up by one. */
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { InvalidGrant } from 'oidc-provider/lib/helpers/errors.js';
import { raise } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { happenedWhere } from '#platform/accounts/events.ts';
import { grantRow, grantThere } from './connected-apps-table.ts';
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

/** Hosts refresh twice at once. For so long what was used up is only refused; later somebody else has it, and all of its grant ends. */
const REUSE_GRACE_MS = 10_000;

/** Their ids are known to others and open nothing. */
const PUBLIC = new Set(['Client', 'Grant']);
/** The pages know who sits before the browser; what the provider would remember of it is forgotten. */
const UNKEPT = new Set(['Session']);

/** Ours, and addresses of documents: what holds anything else is nobody's, and databases do not take all of it. */
const ID = /^[\x21-\x7e]{1,500}$/;

export interface AdapterNeeds {
  state: Database;
  secret: string;
  /** Where a browser goes on after a decision: it holds the id of the request, and so is not kept. */
  returnTo(id: string): string;
  now?(): number;
}

export const adapter = ({ state, secret, returnTo, now = Date.now }: AdapterNeeds): ((kind: string) => Adapter) => {
  const instant = (): string => new Date(now()).toISOString();
  return (kind) => {
    const digestOf = (id: string): string => (PUBLIC.has(kind) ? id : recordDigest(secret, kind, id));
    return {
      async upsert(id, payload, expiresIn) {
        if (UNKEPT.has(kind)) return;
        const row = rowOf(kind, digestOf(id), payload, expiresIn === undefined ? null : now() + expiresIn * 1_000);
        await state.write([putRecord(row, instant()), ...used(row, instant())]);
      },
      async find(id) {
        if (UNKEPT.has(kind) || !ID.test(id)) return undefined;
        const row = await recordByDigest(state, kind, digestOf(id), instant());
        return row === null || isJustConsumed(row, now()) ? undefined : payloadOf(row, id, returnTo);
      },
      async consume(id) {
        const [won = []] = await state.write([consumeRecord(kind, digestOf(id), instant())]);
        if (won.length === 0) throw new InvalidGrant('already used');
      },
      async destroy(id) {
        await state.write(kind === 'Grant' ? await endOf(state, id, now()) : removing(kind, digestOf(id)));
      },
      async revokeByGrantId(grant) {
        await state.write([removeTokensOf(grant), raise('access')]);
      },
      // Of sessions and of devices, which there are none of.
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
    };
  };
};

/** Doors keep access tokens at hand: they are told. */
const removing = (kind: string, digest: string): Statement[] => [
  removeRecord(kind, digest),
  ...(kind === 'AccessToken' ? [raise('access')] : []),
];

/** Without the id, wherever it stands. */
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

/** Who gets a token uses the app. */
const used = ({ kind, grant_id }: Pick<RecordRow, 'kind' | 'grant_id'>, now: string): Statement[] =>
  kind === 'AccessToken' && grant_id !== null ? [noteUse(grant_id, now)] : [];

const isJustConsumed = ({ kind, consumed_at }: RecordRow, now: number): boolean =>
  kind !== 'Interaction' && consumed_at !== null && now - Date.parse(consumed_at) < REUSE_GRACE_MS;

function payloadOf(
  { kind, payload, consumed_at }: RecordRow,
  id: string,
  returnTo: AdapterNeeds['returnTo'],
): AdapterPayload {
  const kept = JSON.parse(payload) as AdapterPayload;
  if (kind === 'Client') return kept;
  return {
    ...kept,
    jti: id,
    ...(kind === 'Interaction' && { returnTo: returnTo(id) }),
    ...(consumed_at !== null && { consumed: Math.floor(Date.parse(consumed_at) / 1_000) }),
  };
}

/** Ended by the app itself, or because a token of it was used twice: its owner reads of it. */
async function endOf(state: Database, grant: string, now: number): Promise<Statement[]> {
  const row = await grantRow(state, grant);
  if (row === null) return [];
  return [
    happenedWhere(grantThere(grant), row.account_id, 'appRemoved', now, { about: row.name }),
    removeTokensOf(grant),
    removeRecord('Grant', grant),
    raise('access'),
  ];
}

/**
 * Errands: begun by an agent, finished or declined by its person in a browser of the same account, once, within half an hour, and
 * while the agent's app is connected.
 */
import { randomBytes } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { keyedDigest, sha256 } from '#lib/values/hash.ts';
import { assertChangeable } from '#platform/accounts/demo-account.ts';
import { happenedWhere } from '#platform/accounts/events.ts';
import { APPROVAL_MINUTES, type Approval, type ApprovalKind, HOUR_MAX } from './approval.ts';
import {
  type ApprovalRow,
  addApproval,
  answerApproval,
  approvalRow,
  approvalsOf,
  closeApproval,
} from './approvals-table.ts';
import { noteCall } from './calls-table.ts';
import { said } from './sentences.ts';

/** Who asks, and for whom. */
export interface Asker {
  account: string;
  client: string;
}

export interface SignUpIntent extends Asker {
  kind: ApprovalKind;
  about?: string | null;
}

export interface Approvals {
  /** The id for the link, told here once; refused where too many wait already. */
  open(wish: SignUpIntent, now: number): Promise<{ id: string; expiresAt: string }>;
  /** Of this account only: another one's is as unknown as one that never was. */
  own(account: string, id: string, now: number): Promise<Approval | null>;
  /** False when it was not open any more. */
  close(approval: Pick<Approval, 'digest' | 'account'>, to: 'done' | 'declined', now: number): Promise<boolean>;
  /** Takes the answer that an agent brings: once; null for an answer that was brought before, came too late, or is of another asker. */
  answered(id: string, wish: SignUpIntent, now: number): Promise<Approval | null>;
  /** What this app asked within the last hour, newest first. */
  lately(asker: Asker, now: number): Promise<Approval[]>;
  /** How the app that asked calls itself. */
  appName(client: string): Promise<string>;
  /** Writes down that a tool was called. */
  noteCall(asker: Asker, tool: string, input: unknown, now: number): Promise<void>;
}

const ID_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{43}$/;
const HOUR_MS = 3_600_000;
/** More are not told: nobody asks as much. */
const LATELY_MAX = 10;

export interface ApprovalsNeeds {
  state: Database;
  secret: string;
  appName(client: string): Promise<string>;
}

export function approvals({ state, secret, appName }: ApprovalsNeeds): Approvals {
  const digestOf = (id: string): string => keyedDigest(secret, `errand ${id}`);
  const found = async (id: string, now: number): Promise<Approval | null> => {
    const row = ID.test(id) ? await approvalRow(state, digestOf(id)) : null;
    return row && approvalOf(row, now);
  };
  return {
    appName,
    async open({ account, client, kind, about = null }, now) {
      assertChangeable(account);
      const id = randomBytes(ID_BYTES).toString('base64url');
      const [createdAt, expiresAt] = [instant(now), instant(now + APPROVAL_MINUTES * 60_000)];
      const origin = { place: null, agent: await appName(client) };
      const row = { digest: digestOf(id), account_id: account, client_id: client, kind, about };
      const isAdded = await addApproval(
        state,
        { ...row, created_at: createdAt, expires_at: expiresAt },
        instant(now - HOUR_MS),
        (added) => [happenedWhere(added, account, 'appAsked', now, { about: kind, origin })],
      );
      if (!isAdded)
        throw new ApiError('RATE_LIMITED', said.tooMany({ most: HOUR_MAX[kind] }), {
          headers: { 'retry-after': '600' },
        });
      return { id, expiresAt };
    },
    async own(account, id, now) {
      const approval = await found(id, now);
      return approval?.account === account ? approval : null;
    },
    close: ({ digest, account }, to, now) => closeApproval(state, digest, account, to, instant(now)),
    async answered(id, { account, client, kind, about = null }, now) {
      if (!ID.test(id)) return null;
      const isTaken = await answerApproval(state, { digest: digestOf(id), account, client, kind }, instant(now));
      const approval = isTaken ? await found(id, now) : null;
      return approval?.about === about ? approval : null;
    },
    async lately({ account, client }, now) {
      const rows = await approvalsOf(state, account, client, instant(now - HOUR_MS), LATELY_MAX);
      return rows.map((row) => approvalOf(row, now));
    },
    async noteCall({ account, client }, tool, input, now) {
      const argumentsDigest = sha256(JSON.stringify(input)).slice(0, 32);
      await state.write([noteCall({ account, client, tool, argumentsDigest }, instant(now))]);
    },
  };
}

const approvalOf = (row: ApprovalRow, now: number): Approval => ({
  digest: row.digest,
  account: row.account_id,
  client: row.client_id,
  kind: row.kind,
  about: row.about,
  state: row.state === 'open' && (Date.parse(row.expires_at) <= now || row.is_connected === 0) ? 'expired' : row.state,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const instant = (ms: number): string => new Date(ms).toISOString();

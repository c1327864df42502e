/**
 * Approvals: requested by an agent, finished or declined once by its person in a browser of the same account, within half an hour and
 * while the agent's app is connected.
 */

import { randomBytes } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import type { Database } from '#data/store/database.ts';
import { keyedDigest, sha256 } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { assertChangeable } from '#platform/accounts/demo-account.ts';
import { recordEventWhere } from '#platform/accounts/events.ts';
import { APPROVAL_MINUTES, type Approval, type ApprovalKind, HOUR_MAX } from './approval.ts';
import {
  type ApprovalRow,
  addApproval,
  answerApproval,
  approvalRow,
  approvalsOf,
  clearApprovals,
  clearCalls,
  closeApproval,
  noteCall,
} from './approvals-table.ts';

/** The account, and the app that acts for it. */
export interface AppCaller {
  account: string;
  client: string;
}

export interface ApprovalRequest extends AppCaller {
  kind: ApprovalKind;
  about?: string | null;
}

export type Approvals = ReturnType<typeof approvals>;

const ID_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{43}$/;
const HOUR_MS = 3_600_000;
/** Longest list of recent approvals. */
const RECENT_MAX = 10;

export function approvals({
  state,
  secret,
  appName,
}: Pick<Context, 'state' | 'secret'> & { appName(client: string): Promise<string> }) {
  const digestOf = (id: string): string => keyedDigest(secret, `errand ${id}`);
  const findById = async (id: string, now: number): Promise<Approval | null> => {
    const row = ID.test(id) ? await approvalRow(state, digestOf(id)) : null;
    return row && approvalOf(row, now);
  };
  return {
    appName,
    /** Returns the id for the link, the only time. Throws if too many are unfinished. */
    async open({ account, client, kind, about = null }: ApprovalRequest, now: number) {
      assertChangeable(account);
      const id = randomBytes(ID_BYTES).toString('base64url');
      const [createdAt, expiresAt] = [instant(now), instant(now + APPROVAL_MINUTES * 60_000)];
      const origin = { network: null, agent: await appName(client) };
      const row = { digest: digestOf(id), account_id: account, client_id: client, kind, about };
      const isAdded = await addApproval(
        state,
        { ...row, created_at: createdAt, expires_at: expiresAt },
        instant(now - HOUR_MS),
        (added) => [recordEventWhere(added, account, 'appAsked', now, { about: kind, origin })],
      );
      if (!isAdded)
        throw new ApiError('RATE_LIMITED', messages.approvals.tooMany({ most: HOUR_MAX[kind] }), {
          headers: { 'retry-after': '600' },
        });
      return { id, expiresAt };
    },
    /** An approval of this account; null for another account's. */
    async find(account: string, id: string, now: number): Promise<Approval | null> {
      const approval = await findById(id, now);
      return approval?.account === account ? approval : null;
    },
    /** False if it is no longer open. */
    close: (
      { digest, account }: Pick<Approval, 'digest' | 'account'>,
      to: 'done' | 'declined',
      now: number,
    ): Promise<boolean> => closeApproval(state, digest, account, to, instant(now)),
    /** Accepts the person's answer, once; null for a repeated or late answer, or one to another request. */
    async takeAnswer(id: string, { account, client, kind, about = null }: ApprovalRequest, now: number) {
      if (!ID.test(id)) return null;
      const isAnswered = await answerApproval(state, { digest: digestOf(id), account, client, kind }, instant(now));
      const approval = isAnswered ? await findById(id, now) : null;
      return approval?.about === about ? approval : null;
    },
    /** Approvals that this app requested within the last hour, newest first. */
    async recent({ account, client }: AppCaller, now: number): Promise<Approval[]> {
      const rows = await approvalsOf(state, account, client, instant(now - HOUR_MS), RECENT_MAX);
      return rows.map((row) => approvalOf(row, now));
    },
    async recordCall({ account, client }: AppCaller, tool: string, input: unknown, now: number): Promise<void> {
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

/** An approval ends after half an hour; its outcome is in the events of the account. */
const APPROVALS_DAYS = 7;
/** How long an owner can look up what an app did. */
const CALLS_DAYS = 90;
const DAY_MS = 86_400_000;

/** Deletes old approvals and tool calls. */
export async function cleanUpApprovals(state: Database, now: number): Promise<void> {
  const ago = (days: number): string => new Date(now - days * DAY_MS).toISOString();
  await state.write([clearApprovals(ago(APPROVALS_DAYS)), clearCalls(ago(CALLS_DAYS).slice(0, 10))]);
}

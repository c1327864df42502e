/** Account operations for operators and leader jobs: create, change the password, plan or address, block, and clean up. */

import { randomUUID } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import { type Database, isWhole } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { readMailAddress } from '#platform/mail/address.ts';
import {
  accountById,
  accountRow,
  addAccount,
  setBlock,
  setEmail,
  setPassword,
  writeSubscriptionChange,
} from './accounts-table.ts';
import { assertChangeable } from './demo-account.ts';
import { createLink } from './email-links.ts';
import { clearLinks, endLinksOf } from './email-links-table.ts';
import { recordEvent } from './events.ts';
import { clearEvents } from './events-table.ts';
import { digestPassword } from './password.ts';
import { clearSessions, removeSessions } from './sessions-table.ts';
import { isStep, type SubscriptionState } from './subscription.ts';

export interface AccountDetails {
  email: string | null;
  password: string | null;
}

/** Returns the new account's id. The account has no subscription yet. */
export async function createAccount(state: Database, details: AccountDetails, now: number): Promise<string> {
  const email = details.email === null ? null : readMailAddress(details.email);
  if (details.email !== null && email === null)
    throw new ApiError('INVALID_PARAMETER', messages.accounts.noAddress({ email: details.email }));
  const id = randomUUID();
  const password = details.password === null ? null : await digestPassword(details.password);
  if (!(await addAccount(state, { id, email, password, now: new Date(now).toISOString() })))
    throw new ApiError('INVALID_PARAMETER', messages.accounts.taken({ email: email ?? id }));
  return id;
}

/** An operator's password change. Ends all sessions and all open email links of the account. */
export async function changePassword(state: Database, account: string, password: string, now: number): Promise<void> {
  assertChangeable(account);
  await state.write([
    setPassword(account, await digestPassword(password)),
    ...removeSessions(account, null),
    endLinksOf(account),
    recordEvent(account, 'passwordSet', now),
  ]);
}

/** Moves a subscription to its next state; rejects transitions that are not allowed. `canceling` requires `until`: without it the plan would never end. */
export async function changeSubscription(
  state: Database,
  account: string,
  to: SubscriptionState,
  now: number,
  until: string | null = null,
): Promise<void> {
  assertChangeable(account);
  const since = new Date(now).toISOString();
  const row = await accountRow(state, account, since);
  if (!row) throw new ApiError('NOT_FOUND', messages.accounts.unknown({ account }));
  if (!isStep(row.state, to))
    throw new ApiError('INVALID_PARAMETER', messages.accounts.noStep({ from: row.state, to }));
  if (to === 'canceling' && until === null) throw new ApiError('INVALID_PARAMETER', messages.accounts.lastDay());
  const done = await writeSubscriptionChange(state, {
    account: row.id,
    from: row.state,
    to,
    since,
    until: to === 'canceling' ? until : null,
  });
  if (!done) throw new ApiError('INVALID_PARAMETER', messages.accounts.changedJustNow());
}

export interface ResetLink {
  secret: string;
  language: Language;
  /** ms. */
  until: number;
}

/** A password reset link that the operator passes on to an owner who does not receive our emails. Null if the account has no address. */
export async function createResetLink(state: Database, id: string, now: number): Promise<ResetLink | null> {
  assertChangeable(id);
  const account = await accountById(state, id);
  if (account?.email == null) return null;
  const { language, email } = account;
  const { secret, until, statement } = createLink({ purpose: 'reset', account: id, email, language }, now);
  await state.write([statement, recordEvent(id, 'helped', now)]);
  return { secret, language, until };
}

/** For owners who lost the old mailbox, or installations without email. Links sent to the old address end. */
export async function setAddress(state: Database, id: string, address: string, now: number): Promise<void> {
  assertChangeable(id);
  const email = readMailAddress(address);
  if (email === null) throw new ApiError('INVALID_PARAMETER', messages.accounts.noAddress({ email: address }));
  const statements = [setEmail(id, email), endLinksOf(id), recordEvent(id, 'emailChanged', now)];
  if (!isWhole(statements, await state.write(statements)))
    throw new ApiError('INVALID_PARAMETER', messages.accounts.taken({ email }));
}

/** Stops keys, ends sessions and links. The plan and all other data stay. */
export async function blockAccount(state: Database, id: string, reason: string, now: number): Promise<void> {
  assertChangeable(id);
  await state.write([
    ...setBlock(id, { at: new Date(now).toISOString(), reason }),
    ...removeSessions(id, null),
    endLinksOf(id),
    recordEvent(id, 'blocked', now),
  ]);
}

export async function unblockAccount(state: Database, id: string, now: number): Promise<void> {
  await state.write([...setBlock(id, null), recordEvent(id, 'unblocked', now)]);
}

/** A year, and a month to look back on it. */
const EVENTS_DAYS = 400;
const DAY_MS = 86_400_000;

/** Deletes expired links, with the addresses of people who never opened an account, expired sessions and old events. */
export async function cleanUpAccounts(state: Database, now: number): Promise<void> {
  const instant = new Date(now).toISOString();
  await state.write([
    clearLinks(instant),
    clearSessions(instant),
    clearEvents(new Date(now - EVENTS_DAYS * DAY_MS).toISOString()),
  ]);
}

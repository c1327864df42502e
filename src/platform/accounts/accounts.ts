/** What can be done with an account: making one, passwords, and steps of its subscription. */
import { randomUUID } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { readMailAddress } from '#platform/mail/address.ts';
import { accountRow, addAccount, writeStep } from './accounts-table.ts';
import { assertChangeable } from './demo-account.ts';
import { newPassword } from './entrance-table.ts';
import { happened } from './events.ts';
import { endLinksOf } from './links-table.ts';
import { digestPassword } from './password.ts';
import { said } from './sentences.ts';
import { removeSessions } from './sessions-table.ts';
import { isStep, type SubscriptionState } from './subscription.ts';

export interface AccountWish {
  email: string | null;
  password: string | null;
}

/** The new account's id. It has no subscription yet. */
export async function createAccount(state: Database, wish: AccountWish, now: number): Promise<string> {
  const email = wish.email === null ? null : readMailAddress(wish.email);
  if (wish.email !== null && email === null)
    throw new ApiError('INVALID_PARAMETER', said.noAddress({ email: wish.email }));
  const id = randomUUID();
  const password = wish.password === null ? null : await digestPassword(wish.password);
  if (!(await addAccount(state, { id, email, password, now: new Date(now).toISOString() })))
    throw new ApiError('INVALID_PARAMETER', said.taken({ email: email ?? id }));
  return id;
}

/** By an operator. Whoever signed in with the old one is signed out, and links to a new one end. */
export async function changePassword(state: Database, account: string, password: string, now: number): Promise<void> {
  assertChangeable(account);
  await state.write([
    newPassword(account, await digestPassword(password)),
    ...removeSessions(account, null),
    endLinksOf(account),
    happened(account, 'passwordSet', now),
  ]);
}

/** Takes a subscription one step on; refuses what is no step. `until` belongs to `canceling`, which has an end or would go on free for ever. */
export async function step(
  state: Database,
  account: string,
  to: SubscriptionState,
  now: number,
  until: string | null = null,
): Promise<void> {
  assertChangeable(account);
  const since = new Date(now).toISOString();
  const row = await accountRow(state, account, since);
  if (!row) throw new ApiError('NOT_FOUND', said.unknown({ account }));
  if (!isStep(row.state, to)) throw new ApiError('INVALID_PARAMETER', said.noStep({ from: row.state, to }));
  if (to === 'canceling' && until === null) throw new ApiError('INVALID_PARAMETER', said.lastDay());
  const done = await writeStep(state, {
    account: row.id,
    from: row.state,
    to,
    since,
    until: to === 'canceling' ? until : null,
  });
  if (!done) throw new ApiError('INVALID_PARAMETER', said.changedJustNow());
}

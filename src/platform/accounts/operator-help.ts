/** What an operator does for an account, or against it; its owner finds every step in the list of events. */

import { ApiError } from '#api/api-error.ts';
import { type Database, isWhole } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import { readMailAddress } from '#platform/mail/address.ts';
import { assertChangeable } from './demo-account.ts';
import { accountOfId } from './entrance-table.ts';
import { happened } from './events.ts';
import { makeLink } from './links.ts';
import { endLinksOf } from './links-table.ts';
import { setBlock, setEmail } from './operator-table.ts';
import { said } from './sentences.ts';
import { removeSessions } from './sessions-table.ts';

export interface HelpLink {
  secret: string;
  language: Language;
  /** ms. */
  until: number;
}

/** A link for a new password, as a letter would bring it: for who does not get our letters. Null without an address. */
export async function helpLink(state: Database, id: string, now: number): Promise<HelpLink | null> {
  assertChangeable(id);
  const account = await accountOfId(state, id);
  if (account?.email == null) return null;
  const { language, email } = account;
  const { secret, until, statement } = makeLink({ purpose: 'reset', account: id, email, language }, now);
  await state.write([statement, happened(id, 'helped', now)]);
  return { secret, language, until };
}

/** For who lost the old mailbox, or where no letters are sent. Links to the old address end. */
export async function changeAddress(state: Database, id: string, address: string, now: number): Promise<void> {
  assertChangeable(id);
  const email = readMailAddress(address);
  if (email === null) throw new ApiError('INVALID_PARAMETER', said.noAddress({ email: address }));
  const statements = [setEmail(id, email), endLinksOf(id), happened(id, 'emailChanged', now)];
  if (!isWhole(statements, await state.write(statements)))
    throw new ApiError('INVALID_PARAMETER', said.taken({ email }));
}

/** Keys stop, browsers are signed out and links end; the plan and everything else stay. */
export async function blockAccount(state: Database, id: string, reason: string, now: number): Promise<void> {
  assertChangeable(id);
  await state.write([
    ...setBlock(id, { at: new Date(now).toISOString(), reason }),
    ...removeSessions(id, null),
    endLinksOf(id),
    happened(id, 'blocked', now),
  ]);
}

export async function unblockAccount(state: Database, id: string, now: number): Promise<void> {
  await state.write([...setBlock(id, null), happened(id, 'unblocked', now)]);
}

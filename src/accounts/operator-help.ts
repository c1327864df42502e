/** What an operator does for an account, or against it; its owner finds every step in the list of events. */

import type { Language } from '#sentences/sentence.ts';
import type { Database } from '#store/database.ts';
import { assertChangeable } from './demo-account.ts';
import { accountOfId } from './entrance-table.ts';
import { happened } from './events.ts';
import { makeLink } from './links.ts';
import { endLinksOf } from './links-table.ts';
import { setBlock } from './operator-table.ts';
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

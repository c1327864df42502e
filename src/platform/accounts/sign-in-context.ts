/** Who stands at the entrance: what a request says of its browser, and what letting it in takes. */

import { type Database, isWhole, type Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { lockAccount } from './accounts-table.ts';
import type { Attempts } from './attempts.ts';
import { isDemoAccount } from './demo-account.ts';
import type { LetterPlaces } from './emails.ts';
import type { EventKind } from './event-kinds.ts';
import { happened } from './events.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { originOf } from './network-label.ts';
import type { PasswordLine } from './password-queue.ts';
import type { BrowserSessions, Proof } from './sessions.ts';

/** When somebody asks, and how readers reach us: for links in letters, and for passkeys. */
export interface Asking {
  site: string;
  /** ms. */
  now: number;
}

export interface SignInContext extends Asking {
  /** Behind trusted proxies. */
  address: string;
  /** What says that the browser is known to an account, as it was sent. */
  known: string | null;
  userAgent: string | undefined;
  language: Language;
  /** The session that the browser has already: it ends when another begins. */
  session: string | null;
}

export interface EntranceNeeds {
  state: Database;
  sessions: Pick<BrowserSessions, 'opening'>;
  known: KnownBrowsers;
  line: PasswordLine;
  attempts: Attempts;
  mail: Mailer;
  places: LetterPlaces;
}

/** A browser that was let in: what it is to carry from now on. */
export interface Entered {
  cookie: string;
  known: string;
}

/** Something that happened from this browser. Of the demo's account, which is everybody's, nothing is written down. */
export const from = (
  { address, userAgent, now }: SignInContext,
  account: string,
  kind: EventKind,
  about: string | null = null,
): Statement[] =>
  isDemoAccount(account) ? [] : [happened(account, kind, now, { about, origin: originOf(address, userAgent) })];

/** How the owner proved it; with a password, its digest as it was looked at before the work began. */
export type EntranceProof = Pick<Proof, 'method' | 'password'>;

/**
 * Lets a browser in whose owner has just proved to hold the account: always with a new cookie, in one write with `first`, what it
 * depends on and what makes it true, and `last`, what tells it. Null when a condition of it does not hold any more, the account is
 * gone or blocked, or it has another password by now: then nothing was written.
 */
export async function enter(
  { state, sessions, known }: Pick<EntranceNeeds, 'state' | 'sessions' | 'known'>,
  coming: SignInContext,
  account: string,
  proof: EntranceProof,
  { first = [], last = [] }: { first?: readonly Statement[]; last?: readonly Statement[] } = {},
): Promise<Entered | null> {
  const { agent } = originOf(coming.address, coming.userAgent);
  const opening = sessions.opening(account, coming.now, { ...proof, agent }, coming.session);
  const statements = [lockAccount(account), ...first, ...opening.statements, ...last];
  if (!isWhole(statements, await state.write(statements))) return null;
  return { cookie: opening.cookie, known: known.note(account, coming.now, coming.known) };
}

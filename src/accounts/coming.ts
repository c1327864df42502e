/** Who stands at the entrance: what a request says of its browser, and what letting it in takes. */
import type { Mailer } from '#mail/mailer.ts';
import type { Language } from '#sentences/sentence.ts';
import type { Database, Statement } from '#store/database.ts';
import type { Attempts } from './attempts.ts';
import { isDemoAccount } from './demo-account.ts';
import type { EventKind } from './event-kinds.ts';
import { happened, happenedWhere } from './events.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import type { LetterPlaces } from './letters.ts';
import type { PasswordLine } from './password-line.ts';
import { originOf } from './place.ts';
import type { BrowserSessions } from './sessions.ts';
import { isOpenSession, type Method, sessionByDigest } from './sessions-table.ts';

/** When somebody asks, and how readers reach us: for links in letters, and for passkeys. */
export interface Asking {
  site: string;
  /** ms. */
  now: number;
}

export interface Coming extends Asking {
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
  { address, userAgent, now }: Coming,
  account: string,
  kind: EventKind,
  about: string | null = null,
): Statement[] =>
  isDemoAccount(account) ? [] : [happened(account, kind, now, { about, origin: originOf(address, userAgent) })];

/** Lets a browser in whose owner has just proved to hold the account: always with a new cookie. `first` is written before, `last` after. */
export async function enter(
  { state, sessions, known }: Pick<EntranceNeeds, 'state' | 'sessions' | 'known'>,
  coming: Coming,
  account: string,
  method: Method,
  { first = [], last = [] }: { first?: readonly Statement[]; last?: readonly Statement[] } = {},
): Promise<Entered> {
  const { agent } = originOf(coming.address, coming.userAgent);
  const opening = sessions.opening(account, coming.now, { method, agent }, coming.session);
  await state.write([...first, ...opening.statements, ...last]);
  return { cookie: opening.cookie, known: known.note(account, coming.now, coming.known) };
}

/**
 * The same for who typed the password: whose digest was looked at before the work began. Null when the account has another by now, or is
 * gone: whoever knew the old one must not come in after everybody was signed out.
 */
export async function enterByPassword(
  { state, sessions, known }: Pick<EntranceNeeds, 'state' | 'sessions' | 'known'>,
  coming: Coming,
  { id, password }: { id: string; password: string | null },
  kind: EventKind,
): Promise<Entered | null> {
  const origin = originOf(coming.address, coming.userAgent);
  const proof = { method: 'password', agent: origin.agent, password } as const;
  const { cookie, digest, statements } = sessions.opening(id, coming.now, proof, coming.session);
  await state.write([...statements, happenedWhere(isOpenSession(digest), id, kind, coming.now, { origin })]);
  return (await sessionByDigest(state, digest)) && { cookie, known: known.note(id, coming.now, coming.known) };
}

/** What the pages of accounts do things with; the state lies behind it (app/accounts.ts). */
import type {
  EmailRequestResult,
  LinkDetails,
  LinkEmailKind,
  LinkEmailRequest,
  LinkForm,
  LinkResult,
} from '#platform/accounts/email-links.ts';
import type { OwnAccount } from '#platform/accounts/own-account.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { SessionCookies, SignInContext, SignInResult } from '#platform/accounts/sign-in.ts';
import type { ConnectedApps } from '#platform/oauth/connected-apps.ts';

/** From visitor to signed in, and out again. */
export interface Entrance {
  /** False where no letter can be sent: then only an operator opens accounts. */
  readonly opensAccounts: boolean;
  ask(wanted: LinkEmailKind, question: LinkEmailRequest, coming: SignInContext): Promise<EmailRequestResult>;
  /** Null for a link that was used, has ended, or never was. */
  link(secret: string, now: number): Promise<LinkDetails | null>;
  follow(sent: LinkForm, reader: Reader | null, coming: SignInContext): Promise<LinkResult>;
  signIn(sent: { email: string; password: string }, coming: SignInContext): Promise<SignInResult>;
  /** Null where there is no demo. */
  signInDemo: ((coming: SignInContext) => Promise<SessionCookies>) | null;
  prove(reader: Reader, password: string, coming: SignInContext): Promise<SignInResult>;
  signOut(reader: Reader, coming: SignInContext): Promise<void>;
}

/** What an owner does with the account. */
export interface AccountArea {
  /** Null for an account that is gone. */
  told(reader: Reader, now: number): Promise<OwnAccount | null>;
  changePassword(
    reader: Reader,
    password: string,
    coming: SignInContext,
  ): Promise<({ outcome: 'in' } & SessionCookies) | { outcome: 'length' | 'busy' | 'ended' }>;
  askForEmail(reader: Reader, email: string, coming: SignInContext): Promise<EmailRequestResult | { outcome: 'same' }>;
  /** With null all but this one. */
  endSessions(reader: Reader, session: string | null, coming: SignInContext): Promise<void>;
  exported(reader: Reader, coming: SignInContext): Promise<AsyncIterable<Uint8Array>>;
  /** `waiting`: what it pays cannot be ended now, and nothing was deleted. */
  delete(reader: Reader, coming: SignInContext): Promise<'deleted' | 'waiting'>;
}

export interface EntrancePagesNeeds {
  entrance: Entrance;
  own: AccountArea;
  /** Apps that speak for accounts. */
  apps: ConnectedApps;
  /** How whoever runs the service is reached; null where nobody says. */
  contact: string | null;
  publicUrl: string | null;
  isDemo: boolean;
}

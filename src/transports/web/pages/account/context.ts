/** What the account pages call; `server/compose/accounts.ts` implements it. */
import type { Context } from '#api/context.ts';
import type { AccountRow } from '#platform/accounts/accounts-table.ts';
import type {
  EmailRequestResult,
  LinkDetails,
  LinkEmailKind,
  LinkEmailRequest,
  LinkForm,
  LinkResult,
} from '#platform/accounts/email-links.ts';
import type { OwnAccount } from '#platform/accounts/own-account.ts';
import type { OwnerKeys } from '#platform/accounts/owner-keys.ts';
import type { Passkeys } from '#platform/accounts/passkeys.ts';
import type { PasswordProblem } from '#platform/accounts/password.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { SessionCookies, SignInContext, SignInResult } from '#platform/accounts/sign-in.ts';
import type { Approvals } from '#platform/approvals/approvals.ts';
import type { AppRequests } from '#platform/oauth/app-requests.ts';
import type { ConnectedApps } from '#platform/oauth/connected-apps.ts';
import type { OwnerUsage } from '#platform/usage/owner-usage.ts';
import type { SubscriptionContext } from './subscription.ts';

export interface Auth {
  /** False without outgoing mail: only an operator creates accounts then. */
  readonly opensAccounts: boolean;
  requestLink(kind: LinkEmailKind, request: LinkEmailRequest, context: SignInContext): Promise<EmailRequestResult>;
  /** Null for a used, expired or unknown link. */
  openLink(secret: string, now: number): Promise<LinkDetails | null>;
  followLink(form: LinkForm, reader: Reader | null, context: SignInContext): Promise<LinkResult>;
  signIn(form: { email: string; password: string }, context: SignInContext): Promise<SignInResult>;
  /** Null outside of the demo. */
  signInDemo: ((context: SignInContext) => Promise<SessionCookies>) | null;
  reauthenticate(reader: Reader, password: string, context: SignInContext): Promise<SignInResult>;
  signOut(reader: Reader, context: SignInContext): Promise<void>;
}

export interface OwnAccountActions {
  /** Null for a deleted account. */
  read(reader: Reader, now: number): Promise<OwnAccount | null>;
  changePassword(
    reader: Reader,
    password: string,
    context: SignInContext,
  ): Promise<({ outcome: 'in' } & SessionCookies) | { outcome: PasswordProblem | 'busy' | 'ended' }>;
  requestEmailChange(
    reader: Reader,
    email: string,
    context: SignInContext,
  ): Promise<EmailRequestResult | { outcome: 'same' }>;
  /** Null: all sessions but the current one. */
  endSessions(reader: Reader, session: string | null, context: SignInContext): Promise<void>;
  export(reader: Reader, context: SignInContext): Promise<AsyncIterable<Uint8Array>>;
  /** `waiting`: the subscription cannot be ended now, so nothing was deleted. */
  delete(reader: Reader, context: SignInContext): Promise<'deleted' | 'waiting'>;
}

export type AccountPagesContext = Pick<Context, 'contact' | 'publicUrl' | 'isDemo'> & {
  auth: Auth;
  own: OwnAccountActions;
  /** Null after the account is deleted. */
  account(id: string, now: number): Promise<AccountRow | null>;
  apps: ConnectedApps;
  requests: AppRequests;
  /** An approval of a new key fills in the name, and closes when the key is created. */
  approvals: Approvals;
  keys: OwnerKeys;
  /** CUI of a company that every reader may query. */
  exampleCui: string;
  passkeys: Passkeys;
  usage: OwnerUsage;
  subscription: SubscriptionContext;
};

/** Accounts over a database of their own, without a transport. */

import { type ChangeWatch, watchChanges } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';
import { browserSessions } from '#platform/accounts/sessions.ts';
import type { SignInContext } from '#platform/accounts/sign-in.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { type Accounts, type AccountsContext, openAccounts } from '#server/compose/accounts.ts';
import { endingOf } from '#server/compose/billing.ts';

export const NOW = Date.parse('2026-11-16T12:00:00Z');
export const PASSWORD = 'o parolă destul de lungă';

const fail = (error: unknown): never => {
  throw error;
};

export interface Kit extends Accounts {
  watch: ChangeWatch;
}

export async function accountsOver(state: Database, more: Partial<AccountsContext> = {}): Promise<Kit> {
  const watch = await watchChanges(state, 'access', () => {}, fail);
  const sessions = browserSessions({ state, watch, secret: 'secret' });
  const mail = mailer({ isReady: true });
  const accounts = await openAccounts({
    state,
    sessions,
    secret: 'secret',
    limits: null,
    mail,
    isDemo: false,
    report: fail,
    endBilling: endingOf(state, null),
    ...more,
  });
  return {
    ...accounts,
    watch,
    async close() {
      await accounts.close();
      await watch.stop();
    },
  };
}

/** The sign-in context of a caller at an address. */
export const coming = (address = '192.0.2.1', more: Partial<SignInContext> = {}): SignInContext => ({
  address,
  known: null,
  userAgent: undefined,
  language: 'ro',
  site: 'https://firmoteca.example',
  now: NOW,
  session: null,
  ...more,
});

/** The secret in the last email to an address. */
export async function secretTo(state: Database, email: string): Promise<string> {
  const rows = await state.all<{ text: string }>(
    `select text from letter where recipient = $1 and text like '%code=%' order by queued_at`,
    [email],
  );
  return /code=([A-Za-z0-9_-]{43})/.exec(rows.at(-1)?.text ?? '')?.[1] ?? '';
}

export async function opened(accounts: Accounts, state: Database, email: string): Promise<string> {
  await accounts.auth.requestLink('signUp', { email }, coming());
  const secret = await secretTo(state, email);
  await accounts.auth.followLink({ secret, password: PASSWORD }, null, coming());
  return (await state.one<{ id: string }>('select id from account where email = $1', [email]))?.id ?? '';
}

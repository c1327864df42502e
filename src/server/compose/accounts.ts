/** Accounts as their pages use them, with every module that stores data of accounts. */

import type { Limits } from '#api/allowance.ts';
import type { Database } from '#data/store/database.ts';
import { forgetChecksOf, ownerCheckRows, ownerChecks } from '#domain/bulk-checks/checks-table.ts';
import {
  type AccountDataSource,
  deleteAccount,
  exportAccount,
  recordExport,
} from '#platform/accounts/account-deletion.ts';
import { accountRow, hasAccount } from '#platform/accounts/accounts-table.ts';
import { DEMO_ACCOUNT, ensureDemoAccount } from '#platform/accounts/demo-account.ts';
import { followLink, openLink, requestLinkEmail } from '#platform/accounts/email-links.ts';
import type { PagePath } from '#platform/accounts/emails.ts';
import { originOf } from '#platform/accounts/events.ts';
import { changeOwnPassword, endSessions, ownAccount, requestEmailChange } from '#platform/accounts/own-account.ts';
import { ownerKeys } from '#platform/accounts/owner-keys.ts';
import { passkeys } from '#platform/accounts/passkeys.ts';
import { passwordQueue } from '#platform/accounts/password.ts';
import type { BrowserSessions } from '#platform/accounts/sessions.ts';
import type { SignInNeeds } from '#platform/accounts/sign-in.ts';
import { enterDemo, reauthenticate, signIn, signOut } from '#platform/accounts/sign-in.ts';
import { knownBrowsers, signInAttempts } from '#platform/accounts/sign-in-attempts.ts';
import {
  deleteApprovalsOf,
  deleteCallsOf,
  exportedApprovals,
  exportedCalls,
} from '#platform/approvals/approvals-table.ts';
import { deleteCustomerRows } from '#platform/billing/customers-table.ts';
import { exportedBilling, exportedBillingEvents, exportedCheckouts } from '#platform/billing/report-table.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { deleteEmailsOf, exportedEmails } from '#platform/mail/queue-table.ts';
import { deleteApps, exportedApps } from '#platform/oauth/connected-apps.ts';
import { ownerUsage } from '#platform/usage/owner-usage.ts';
import { deleteUsageOf, exportedUsage } from '#platform/usage/usage-table.ts';
import type { Secrets } from '#server/secrets.ts';
import { toQuery } from '#transports/web/addresses.ts';
import type { AccountPagesContext, Auth, OwnAccountActions } from '#transports/web/pages/account/context.ts';
import type { InstallationProfile } from './installation-profile.ts';

/** Modules that store data of accounts. The test of a deleted account finds a module that is missing here. */
export const accountDataSources: readonly AccountDataSource[] = [
  { name: 'usage', rows: exportedUsage, remove: (account) => [deleteUsageOf(account)] },
  { name: 'checks', rows: ownerChecks, remove: forgetChecksOf },
  { name: 'checkRows', rows: ownerCheckRows },
  { name: 'billing', rows: exportedBilling, remove: deleteCustomerRows },
  { name: 'checkouts', rows: exportedCheckouts },
  { name: 'billingEvents', rows: exportedBillingEvents },
  { name: 'apps', rows: exportedApps, remove: deleteApps },
  { name: 'letters', rows: exportedEmails, remove: (account) => [deleteEmailsOf(account)] },
  { name: 'errands', rows: exportedApprovals, remove: (account) => [deleteApprovalsOf(account)] },
  { name: 'agentCalls', rows: exportedCalls, remove: (account) => [deleteCallsOf(account)] },
];

export const emailPagePath: PagePath = (page, language, code) => toQuery(page, language, { code });

export interface AccountsNeeds {
  state: Database;
  sessions: BrowserSessions;
  /** Signs cookies. */
  secret: string;
  limits: Limits | null;
  mail: Mailer;
  country: 'demo' | 'romania';
  /** Ends the subscription of an account; `waiting`: not possible now. */
  endBilling(account: string): Promise<'ended' | 'waiting'>;
  report(error: unknown): void;
}

export interface Accounts {
  auth: Auth;
  own: OwnAccountActions;
  /** Waits for writes under way. */
  close(): Promise<void>;
}

export async function openAccounts(needs: AccountsNeeds): Promise<Accounts> {
  const { state, mail, report, endBilling } = needs;
  const isDemo = needs.country === 'demo';
  if (isDemo && !(await hasAccount(state, DEMO_ACCOUNT))) await state.write(ensureDemoAccount(Date.now()));
  const unfinished = new Set<Promise<unknown>>();
  const runInBackground = (writing: () => Promise<unknown>): void => {
    const write = writing()
      .catch(report)
      .finally(() => unfinished.delete(write));
    unfinished.add(write);
  };
  const context: SignInNeeds = {
    state,
    mail,
    sessions: needs.sessions,
    known: knownBrowsers(needs.secret),
    passwordQueue: passwordQueue(),
    attempts: signInAttempts(needs.limits),
    pagePath: emailPagePath,
  };
  const deletion = { state, sources: accountDataSources, endBilling };
  return {
    auth: {
      opensAccounts: mail.isReady,
      requestLink: (wanted, question, coming) => requestLinkEmail(context, wanted, question, coming),
      openLink: (secret, now) => openLink(context, secret, now),
      followLink: (sent, reader, coming) => followLink(context, sent, reader, coming),
      signIn: (sent, coming) => signIn({ ...context, runInBackground: runInBackground }, sent, coming),
      signInDemo: isDemo ? (coming) => enterDemo(context, coming) : null,
      reauthenticate: (reader, password, coming) => reauthenticate(context, reader, password, coming),
      signOut: (reader, coming) => signOut(context, reader, coming),
    },
    own: {
      read: (reader, now) => ownAccount(context, reader, now),
      changePassword: (reader, password, coming) => changeOwnPassword(context, reader, password, coming),
      requestEmailChange: (reader, email, coming) => requestEmailChange(context, reader, email, coming),
      endSessions: (reader, session, coming) => endSessions(context, reader, session, coming),
      async export(reader, coming) {
        await recordExport(deletion, reader, coming);
        return exportAccount(deletion, reader, new Date(coming.now).toISOString());
      },
      delete: ({ account }, { address, userAgent, now }) =>
        deleteAccount(deletion, account, originOf(address, userAgent), now),
    },
    async close() {
      await Promise.all(unfinished);
    },
  };
}

interface KeyPagesNeeds {
  state: Database;
  secrets: Pick<Secrets, 'keyPepper' | 'sessionKey'>;
  sessions: BrowserSessions;
  /** Counts passkey attempts. */
  limits: Limits | null;
  mail: Mailer;
  profile: Pick<InstallationProfile, 'examples'>;
}

/** What the pages of an account's keys, usage and passkeys work with. */
export type KeyPages = Pick<AccountPagesContext, 'keys' | 'passkeys' | 'usage' | 'account' | 'exampleCui'>;

export const keyPages = ({ state, secrets, sessions, limits, mail, profile }: KeyPagesNeeds): KeyPages => ({
  keys: ownerKeys({ state, mail, pagePath: emailPagePath, pepper: secrets.keyPepper }),
  passkeys: passkeys({
    state,
    sessions,
    mail,
    pagePath: emailPagePath,
    attempts: signInAttempts(limits),
    known: knownBrowsers(secrets.sessionKey),
    secret: secrets.sessionKey,
  }),
  usage: ownerUsage(state),
  account: (id, now) => accountRow(state, id, new Date(now).toISOString()),
  exampleCui: profile.examples.company.cui,
});

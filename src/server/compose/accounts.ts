/** The functions of account pages, and the modules that store data of accounts. */

import type { Context } from '#api/context.ts';
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
import { originOf } from '#platform/accounts/events.ts';
import { changeOwnPassword, endSessions, ownAccount, requestEmailChange } from '#platform/accounts/own-account.ts';
import { ownerKeys } from '#platform/accounts/owner-keys.ts';
import { passkeys } from '#platform/accounts/passkeys.ts';
import { passwordQueue } from '#platform/accounts/password.ts';
import type { BrowserSessions } from '#platform/accounts/sessions.ts';
import type { AuthContext } from '#platform/accounts/sign-in.ts';
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
import { exportedApps } from '#platform/oauth/connected-apps.ts';
import { deleteAppsOf } from '#platform/oauth/connected-apps-table.ts';
import { ownerUsage } from '#platform/usage/owner-usage.ts';
import { deleteUsageOf, exportedUsage } from '#platform/usage/usage-table.ts';
import { toQuery } from '#transports/web/addresses.ts';
import type { AccountPagesContext, Auth, OwnAccountActions } from '#transports/web/pages/account/context.ts';
import type { AppContext } from './context.ts';

/** Modules that store data of accounts. The test of a deleted account finds a module that is missing here. */
export const accountDataSources: readonly AccountDataSource[] = [
  { name: 'usage', rows: exportedUsage, remove: (account) => [deleteUsageOf(account)] },
  { name: 'checks', rows: ownerChecks, remove: forgetChecksOf },
  { name: 'checkRows', rows: ownerCheckRows },
  { name: 'billing', rows: exportedBilling, remove: deleteCustomerRows },
  { name: 'checkouts', rows: exportedCheckouts },
  { name: 'billingEvents', rows: exportedBillingEvents },
  { name: 'apps', rows: exportedApps, remove: (account) => [deleteAppsOf(account)] },
  { name: 'letters', rows: exportedEmails, remove: (account) => [deleteEmailsOf(account)] },
  { name: 'errands', rows: exportedApprovals, remove: (account) => [deleteApprovalsOf(account)] },
  { name: 'agentCalls', rows: exportedCalls, remove: (account) => [deleteCallsOf(account)] },
];

export const emailPagePath: AuthContext['pagePath'] = (page, language, code) => toQuery(page, language, { code });

export type AccountsContext = Pick<Context, 'state' | 'secret' | 'limits' | 'isDemo' | 'report'> & {
  sessions: BrowserSessions;
  mail: Mailer;
  /** Ends the subscription of an account; `waiting`: not possible now. */
  endBilling(account: string): Promise<'ended' | 'waiting'>;
};

export interface Accounts {
  auth: Auth;
  own: OwnAccountActions;
  /** Waits for running writes. */
  close(): Promise<void>;
}

export async function openAccounts({
  state,
  sessions,
  secret,
  limits,
  mail,
  isDemo,
  endBilling,
  report,
}: AccountsContext): Promise<Accounts> {
  if (isDemo && !(await hasAccount(state, DEMO_ACCOUNT))) await state.write(ensureDemoAccount(Date.now()));
  const unfinished = new Set<Promise<unknown>>();
  const runInBackground = (writing: () => Promise<unknown>): void => {
    const write = writing()
      .catch(report)
      .finally(() => unfinished.delete(write));
    unfinished.add(write);
  };
  const context: AuthContext = {
    state,
    mail,
    sessions,
    known: knownBrowsers(secret),
    passwordQueue: passwordQueue(),
    attempts: signInAttempts(limits),
    pagePath: emailPagePath,
  };
  const deletion = { state, sources: accountDataSources, endBilling };
  return {
    auth: {
      opensAccounts: mail.isReady,
      requestLink: (kind, request, browser) => requestLinkEmail(context, kind, request, browser),
      openLink: (secret, now) => openLink(context, secret, now),
      followLink: (form, reader, browser) => followLink(context, form, reader, browser),
      signIn: (form, browser) => signIn({ ...context, runInBackground }, form, browser),
      signInDemo: isDemo ? (browser) => enterDemo(context, browser) : null,
      reauthenticate: (reader, password, browser) => reauthenticate(context, reader, password, browser),
      signOut: (reader, browser) => signOut(context, reader, browser),
    },
    own: {
      read: (reader, now) => ownAccount(context, reader, now),
      changePassword: (reader, password, browser) => changeOwnPassword(context, reader, password, browser),
      requestEmailChange: (reader, email, browser) => requestEmailChange(context, reader, email, browser),
      endSessions: (reader, session, browser) => endSessions(context, reader, session, browser),
      async export(reader, browser) {
        await recordExport(deletion, reader, browser);
        return exportAccount(deletion, reader, new Date(browser.now).toISOString());
      },
      delete: ({ account }, { address, userAgent, now }) =>
        deleteAccount(deletion, account, originOf(address, userAgent), now),
    },
    async close() {
      await Promise.all(unfinished);
    },
  };
}

/** For the pages of an account's keys, usage and passkeys. */
export type KeyPages = Pick<AccountPagesContext, 'keys' | 'passkeys' | 'usage' | 'account' | 'exampleCui'>;

export const keyPages = (
  { state, secrets, attempts, profile }: Pick<AppContext, 'state' | 'secrets' | 'attempts' | 'profile'>,
  sessions: BrowserSessions,
  mail: Mailer,
): KeyPages => ({
  keys: ownerKeys({ state, mail, pagePath: emailPagePath, pepper: secrets.keyPepper }),
  passkeys: passkeys({
    state,
    sessions,
    mail,
    pagePath: emailPagePath,
    attempts: signInAttempts(attempts),
    known: knownBrowsers(secrets.sessionKey),
    secret: secrets.sessionKey,
  }),
  usage: ownerUsage(state),
  account: (id, now) => accountRow(state, id, new Date(now).toISOString()),
  exampleCui: profile.examples.company.cui,
});

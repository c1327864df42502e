/** Accounts as their pages use them, with every module that stores data of accounts. */

import type { Limits } from '#api/allowance.ts';
import type { Database } from '#data/store/database.ts';
import { checkRowsTold, checksTold, forgetChecksOf } from '#domain/bulk-checks/checks-table.ts';
import { deleteAccount, exported, type KeepingRoom, noteExport } from '#platform/accounts/account-deletion.ts';
import { askFor } from '#platform/accounts/account-requests.ts';
import { accountRow } from '#platform/accounts/accounts-table.ts';
import { attempts } from '#platform/accounts/attempts.ts';
import { DEMO_ACCOUNT, demoAccountThere } from '#platform/accounts/demo-account.ts';
import { follow, openLink } from '#platform/accounts/email-link-landing.ts';
import type { LetterPlaces } from '#platform/accounts/emails.ts';
import { isDemoAccountThere } from '#platform/accounts/entrance-table.ts';
import { knownBrowsers } from '#platform/accounts/known-browsers.ts';
import { originOf } from '#platform/accounts/network-label.ts';
import { askForEmail, changeOwnPassword, endSessions, ownAccount } from '#platform/accounts/own-account.ts';
import { ownerKeys } from '#platform/accounts/owner-keys.ts';
import { passkeys } from '#platform/accounts/passkeys.ts';
import { passwordQueue } from '#platform/accounts/password-queue.ts';
import type { BrowserSessions } from '#platform/accounts/sessions.ts';
import { enterDemo, reauthenticate, signIn, signOut } from '#platform/accounts/sign-in.ts';
import type { EntranceNeeds } from '#platform/accounts/sign-in-context.ts';
import { approvalsTold, forgetApprovalsOf } from '#platform/approvals/approvals-table.ts';
import { callsTold, forgetCallsOf } from '#platform/approvals/calls-table.ts';
import { forgetCustomer } from '#platform/billing/customers-table.ts';
import { billingEventsTold, billingTold, checkoutsTold } from '#platform/billing/report-table.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { forgetLettersOf, lettersTold } from '#platform/mail/queue-table.ts';
import { appsTold, forgetApps } from '#platform/oauth/connected-apps.ts';
import { ownerUsage } from '#platform/usage/owner-usage.ts';
import { forgetUsageOf, usageTold } from '#platform/usage/usage-table.ts';
import type { Secrets } from '#server/secrets.ts';
import { toQuery } from '#transports/web/addresses.ts';
import type { AccountArea, Entrance } from '#transports/web/pages/account/needs.ts';
import type { OverviewNeeds } from '#transports/web/pages/account/overview.ts';
import type { PasskeysNeeds } from '#transports/web/pages/account/passkeys/passkeys.ts';
import type { InstallationProfile } from './examples.ts';

/** Modules that store data of accounts. The test of a deleted account finds a module that is missing here. */
export const keepingRooms: readonly KeepingRoom[] = [
  { name: 'usage', told: usageTold, forget: (account) => [forgetUsageOf(account)] },
  { name: 'checks', told: checksTold, forget: forgetChecksOf },
  { name: 'checkRows', told: checkRowsTold },
  { name: 'billing', told: billingTold, forget: forgetCustomer },
  { name: 'checkouts', told: checkoutsTold },
  { name: 'billingEvents', told: billingEventsTold },
  { name: 'apps', told: appsTold, forget: forgetApps },
  { name: 'letters', told: lettersTold, forget: (account) => [forgetLettersOf(account)] },
  { name: 'errands', told: approvalsTold, forget: (account) => [forgetApprovalsOf(account)] },
  { name: 'agentCalls', told: callsTold, forget: (account) => [forgetCallsOf(account)] },
];

export const letterPlaces: LetterPlaces = (page, language, code) => toQuery(page, language, { code });

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
  entrance: Entrance;
  own: AccountArea;
  /** Waits for writes under way. */
  close(): Promise<void>;
}

export async function openAccounts(needs: AccountsNeeds): Promise<Accounts> {
  const { state, mail, report, endBilling } = needs;
  const isDemo = needs.country === 'demo';
  if (isDemo && !(await isDemoAccountThere(state, DEMO_ACCOUNT))) await state.write(demoAccountThere(Date.now()));
  const unfinished = new Set<Promise<unknown>>();
  const later = (writing: () => Promise<unknown>): void => {
    const written = writing()
      .catch(report)
      .finally(() => unfinished.delete(written));
    unfinished.add(written);
  };
  const inside: EntranceNeeds = {
    state,
    mail,
    sessions: needs.sessions,
    known: knownBrowsers(needs.secret),
    line: passwordQueue(),
    attempts: attempts(needs.limits),
    places: letterPlaces,
  };
  const leaving = { state, rooms: keepingRooms, endBilling };
  return {
    entrance: {
      opensAccounts: mail.isReady,
      ask: (wanted, question, coming) => askFor(inside, wanted, question, coming),
      link: (secret, now) => openLink(inside, secret, now),
      follow: (sent, reader, coming) => follow(inside, sent, reader, coming),
      signIn: (sent, coming) => signIn({ ...inside, later }, sent, coming),
      signInDemo: isDemo ? (coming) => enterDemo(inside, coming) : null,
      prove: (reader, password, coming) => reauthenticate(inside, reader, password, coming),
      signOut: (reader, coming) => signOut(inside, reader, coming),
    },
    own: {
      told: (reader, now) => ownAccount(inside, reader, now),
      changePassword: (reader, password, coming) => changeOwnPassword(inside, reader, password, coming),
      askForEmail: (reader, email, coming) => askForEmail(inside, reader, email, coming),
      endSessions: (reader, session, coming) => endSessions(inside, reader, session, coming),
      async exported(reader, coming) {
        await noteExport(leaving, reader, coming);
        return exported(leaving, reader, new Date(coming.now).toISOString());
      },
      delete: ({ account }, { address, userAgent, now }) =>
        deleteAccount(leaving, account, originOf(address, userAgent), now),
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
export type KeyPages = Omit<OverviewNeeds, 'approvals'> & PasskeysNeeds;

export const keyPages = ({ state, secrets, sessions, limits, mail, profile }: KeyPagesNeeds): KeyPages => ({
  keys: ownerKeys({ state, mail, places: letterPlaces, pepper: secrets.keyPepper }),
  passkeys: passkeys({
    state,
    sessions,
    mail,
    places: letterPlaces,
    attempts: attempts(limits),
    known: knownBrowsers(secrets.sessionKey),
    secret: secrets.sessionKey,
  }),
  usage: ownerUsage(state),
  account: (id, now) => accountRow(state, id, new Date(now).toISOString()),
  exampleCui: profile.examples.company.cui,
});

/** Accounts, keys, payments, plans, email and authorization. */

import type { Policy } from '#api/allowance.ts';
import type { Blocks, KeyOwners } from '#api/caller.ts';
import { storedLimits } from '#api/network-limits.ts';
import { type ChangeWatch, watchChanges } from '#data/store/changes/counter.ts';
import { keyOwners } from '#platform/accounts/key-owners.ts';
import { lastUsed } from '#platform/accounts/last-used.ts';
import { type BrowserSessions, browserSessions } from '#platform/accounts/sessions.ts';
import { type Approvals, approvals } from '#platform/approvals/approvals.ts';
import type { Billing } from '#platform/billing/billing.ts';
import { type Plan, planOf } from '#platform/billing/subscriptions-table.ts';
import { watchBlocks } from '#platform/limits/blocks.ts';
import { policies } from '#platform/limits/policies.ts';
import { type Mailer, mailer } from '#platform/mail/mailer.ts';
import { cachedGrants, type Grants, grants } from '#platform/oauth/grants.ts';
import { type Sales, sales } from '#platform/payments/sales.ts';
import { settlers } from '#platform/payments/seller.ts';
import { openReaderRequests, REQUESTS_DAYS, type ReaderRequests } from '#platform/privacy/reader-requests.ts';
import { type Accounts, type KeyPages, keyPages, openAccounts } from './accounts.ts';
import { type Authorization, appNames, openAuthorization } from './authorization.ts';
import { endingOf, openBilling } from './billing.ts';
import type { AppContext } from './context.ts';
import type { Observability } from './observability.ts';

export interface Platform {
  access: Access;
  /** Null where single requests are not sold. */
  payments: Sales | null;
  grants: Grants;
  readerRequests: ReaderRequests;
  mailer: Mailer;
  keyPages: KeyPages;
  /** Null where plans are not sold. */
  billing: Billing | null;
  accounts: Accounts;
  authorization: Authorization;
  approvals: Approvals;
  planOf(account: string): Promise<Plan | null>;
}

export async function openPlatform(
  context: AppContext,
  { tally }: Pick<Observability, 'tally'>,
  resources: AsyncDisposableStack,
): Promise<Platform> {
  const { config, state, secret, limits, attempts, hidden, report } = context;
  const access = await openAccess(context, resources);
  const { sessions } = access;
  const { seller = null, mail = { by: null, hourMax: storedLimits.letters.total } } = config;
  const payments = seller && sales({ seller, ...settlers(seller), state, limits, hidden, tally, report });
  resources.defer(() => payments?.close());
  const tokenGrants = cachedGrants(grants({ state, secret, report }), access.watch);
  resources.defer(() => tokenGrants.close());
  const readerRequests = openReaderRequests({ state, limits, days: config.requestsDays ?? REQUESTS_DAYS, report });
  resources.defer(() => readerRequests.stop());
  const ownMailer = mailer({ isReady: mail.by !== null, hourMax: mail.hourMax });
  const { billing: host } = context;
  const billing = host && openBilling(host.settings, { state, mailer: ownMailer, site: () => host.site, report });
  resources.defer(() => billing?.close());
  const accounts = await openAccounts({
    ...context,
    sessions,
    limits: attempts,
    mail: ownMailer,
    endBilling: endingOf(state, billing?.endBilling ?? null),
  });
  resources.defer(() => accounts.close());
  return {
    access,
    payments,
    grants: tokenGrants,
    readerRequests,
    mailer: ownMailer,
    keyPages: keyPages(context, sessions, ownMailer),
    billing,
    accounts,
    authorization: openAuthorization(context, access.blocks, ownMailer),
    approvals: approvals({ state, secret, appName: appNames(state) }),
    planOf: (account) => planOf(state, account),
  };
}

/** Look-ups of credentials and blocks for the request pipeline. */
interface Access {
  keys: KeyOwners;
  sessions: BrowserSessions;
  blocks: Blocks;
  /** Watches the topic `access`. */
  watch: ChangeWatch;
}

async function openAccess(
  { config, secrets, store, report }: AppContext,
  resources: AsyncDisposableStack,
): Promise<Access> {
  const { state, changes } = store;
  const watch = await watchChanges(state, 'access', () => {}, report, changes);
  resources.defer(() => watch.stop());
  const blocks = await watchBlocks(state, report, changes);
  resources.defer(() => blocks.stop());
  const used = lastUsed(state, report);
  resources.defer(() => used.stop());
  return {
    keys: keyOwners({ state, watch, pepper: secrets.keyPepper, country: config.country, used }),
    sessions: browserSessions({ state, watch, secret: secrets.sessionKey }),
    blocks,
    watch,
  };
}

/** Requests a minute that a policy allows; 0 where it counts no minutes. */
export const minutely = (policy: Policy): number => policies[policy].find(({ span }) => span === 'minute')?.limit ?? 0;

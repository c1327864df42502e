/** The pages of accounts, from the entrance to the last farewell. */
import type { Approvals } from '#platform/approvals/approvals.ts';
import type { AppRequests } from '#platform/oauth/app-requests.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { approvalPage } from './approval/approval.ts';
import { appRemovalPage } from './apps/app-removal.ts';
import { appsPage } from './apps/apps.ts';
import { appRequestPage, lastAppRequestPage } from './apps/request.ts';
import { linkPage } from './auth/link.ts';
import { passwordPage } from './auth/password.ts';
import { provePage } from './auth/prove.ts';
import { signInPage } from './auth/sign-in.ts';
import { signOutPage } from './auth/sign-out.ts';
import { signUpPage } from './auth/sign-up.ts';
import { dataPage } from './data/data.ts';
import { keysPage } from './keys/keys.ts';
import { keyRevocationPage } from './keys/revocation.ts';
import type { EntrancePagesNeeds } from './needs.ts';
import { type OverviewNeeds, overviewPage } from './overview.ts';
import { passkeyEntrancePage } from './passkeys/entrance.ts';
import { type PasskeysNeeds, passkeysPage } from './passkeys/passkeys.ts';
import { securityPage } from './security/security.ts';
import { type SubscriptionPageNeeds, subscriptionPage } from './subscription/subscription.ts';
import { usageTablePage } from './usage/table-file.ts';
import { usagePage } from './usage/usage.ts';

/** What its pages do things with. */
export interface AccountPagesNeeds extends EntrancePagesNeeds, OverviewNeeds, PasskeysNeeds {
  subscription: SubscriptionPageNeeds;
  requests: AppRequests;
  approvals: Approvals;
}

export const accountPages = (needs: AccountPagesNeeds): Page[] => [
  signUpPage(needs),
  signInPage(needs),
  signOutPage(needs),
  passwordPage(needs),
  linkPage(needs),
  provePage(needs),
  passkeyEntrancePage(needs),
  overviewPage(needs),
  subscriptionPage(needs.subscription),
  keysPage(needs),
  keyRevocationPage(needs.keys),
  approvalPage(needs),
  usagePage(needs),
  usageTablePage(needs),
  appsPage(needs.apps),
  appRemovalPage(needs.apps),
  appRequestPage(needs),
  lastAppRequestPage,
  securityPage(needs),
  passkeysPage(needs),
  dataPage(needs),
];

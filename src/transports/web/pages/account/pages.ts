/** The pages of accounts, from the entrance to the last farewell. */
import type { Approvals } from '#platform/approvals/errands.ts';
import type { AppRequests } from '#platform/oauth/requests.ts';
import type { Page } from '#transports/web/door/page.ts';
import { appRemovalPage } from './apps/app-removal.ts';
import { appsPage } from './apps/apps.ts';
import { appRequestPage, lastAppRequestPage } from './apps/request.ts';
import { dataPage } from './data/data.ts';
import { linkPage } from './entrance/link.ts';
import { passwordPage } from './entrance/password.ts';
import { provePage } from './entrance/prove.ts';
import { signInPage } from './entrance/sign-in.ts';
import { signOutPage } from './entrance/sign-out.ts';
import { signUpPage } from './entrance/sign-up.ts';
import { approvalPage } from './errand/errand.ts';
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

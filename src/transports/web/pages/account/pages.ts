import type { Page } from '#transports/web/routing/page.ts';
import { appRequestPage, lastAppRequestPage } from './app-request.ts';
import { approvalPage } from './approval.ts';
import { appRemovalPage, appsPage } from './apps.ts';
import { linkPage } from './auth/email-link.ts';
import { passwordPage, signUpPage } from './auth/email-link-request.ts';
import { passkeySignInPage } from './auth/passkey-sign-in.ts';
import { reauthenticationPage } from './auth/reauthenticate.ts';
import { signInPage, signOutPage } from './auth/sign-in.ts';
import type { AccountPagesContext } from './context.ts';
import { dataPage } from './data.ts';
import { keyRevocationPage, keysPage } from './keys.ts';
import { overviewPage } from './overview.ts';
import { passkeysPage } from './passkeys.ts';
import { securityPage } from './security.ts';
import { subscriptionPage } from './subscription.ts';
import { usagePage, usageTablePage } from './usage.ts';

export const accountPages = (context: AccountPagesContext): Page[] => [
  signUpPage(context),
  signInPage(context),
  signOutPage(context),
  passwordPage(context),
  linkPage(context),
  reauthenticationPage(context),
  passkeySignInPage(context),
  overviewPage(context),
  subscriptionPage(context.subscription),
  keysPage(context),
  keyRevocationPage(context.keys),
  approvalPage(context),
  usagePage(context),
  usageTablePage(context),
  appsPage(context.apps),
  appRemovalPage(context.apps),
  appRequestPage(context),
  lastAppRequestPage,
  securityPage(context),
  passkeysPage(context),
  dataPage(context),
];

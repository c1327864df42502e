import type { PageName } from '#transports/web/addresses.ts';
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

export const accountPages = (context: AccountPagesContext) =>
  ({
    signUp: signUpPage(context),
    signIn: signInPage(context),
    signOut: signOutPage(context),
    password: passwordPage(context),
    link: linkPage(context),
    reauthenticate: reauthenticationPage(context),
    passkeySignIn: passkeySignInPage(context),
    account: overviewPage(context),
    subscription: subscriptionPage(context.subscription),
    keys: keysPage(context),
    keyRevocation: keyRevocationPage(context.keys),
    approval: approvalPage(context),
    usage: usagePage(context),
    usageTable: usageTablePage(context),
    apps: appsPage(context.apps),
    appRemoval: appRemovalPage(context.apps),
    appRequest: appRequestPage(context),
    lastAppRequest: lastAppRequestPage,
    security: securityPage(context),
    passkeys: passkeysPage(context),
    accountData: dataPage(context),
  }) satisfies Partial<Record<PageName, Page>>;

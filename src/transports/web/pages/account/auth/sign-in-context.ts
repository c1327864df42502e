/** The sign-in context of a request, and where a browser goes after it signed in. */

import { type Language, languages } from '#lib/i18n/message.ts';
import { SIGN_UP_INTENTS, type SignUpIntent } from '#platform/accounts/email-links.ts';
import type { SessionCookies, SignInContext } from '#platform/accounts/sign-in.ts';
import { KNOWN_SECONDS } from '#platform/accounts/sign-in-attempts.ts';
import { setKnownBrowserCookie } from '#transports/http/credentials.ts';
import { ownPath } from '#transports/http/reply.ts';
import { addresses, type PageName, to, toQuery } from '#transports/web/addresses.ts';
import type { AccountPagesContext } from '#transports/web/pages/account/context.ts';
import { type PageRequest, RedirectError } from '#transports/web/routing/page.ts';

export const signInContext = ({
  context,
  reader,
  knownBrowser,
  userAgent,
  language,
  origin,
  now,
}: PageRequest): SignInContext => ({
  address: context.caller.address,
  known: knownBrowser,
  userAgent,
  language,
  site: origin,
  now,
  session: reader?.session ?? null,
});

/** The address that required the sign-in, where it is on this host; otherwise the account. */
export const nextOf = (next: string | null, language: Language): string => ownPath(next) ?? to('account', language);

/** The page that fulfils the intent of a sign-up. */
const INTENT_PAGES = {
  subscribe: 'subscription',
  makeKey: 'keys',
  connectApp: 'lastAppRequest',
} as const satisfies Record<SignUpIntent, PageName>;

export const pageOfIntent = (intent: SignUpIntent | null, language: Language): string =>
  to(intent === null ? 'account' : INTENT_PAGES[intent], language);

/** The intent behind the page that required a sign-in, in either language. */
export const intentOf = (next: string | null): SignUpIntent | null =>
  isForApp(next)
    ? 'connectApp'
    : (SIGN_UP_INTENTS.find((intent) =>
        languages.some((language) => to(INTENT_PAGES[intent], language) === ownPath(next)),
      ) ?? null);

/** An OAuth client opened the page in its own window and waits for the redirect. */
export const isForApp = (next: string | null): boolean =>
  next !== null && APP_REQUESTS.some((path) => next === path || next.startsWith(`${path}/`));

const APP_REQUESTS = Object.values(addresses.lastAppRequest);

/** After a password change the owner first reviews the connected apps, which stay connected. */
export const afterPassword = async (
  { apps }: Pick<AccountPagesContext, 'apps'>,
  account: string,
  { otherwise, wish = null }: { otherwise: string; wish?: SignUpIntent | null },
  { language, now }: Pick<PageRequest, 'language' | 'now'>,
): Promise<string> =>
  (await apps.count(account, now)) > 0
    ? toQuery('apps', language, { after: 'password', wish: wish ?? undefined })
    : otherwise;

/** A new cookie on each sign-in: one that an attacker planted before is worthless (session fixation). */
export const signedInRedirect = (
  { cookie, known }: SessionCookies,
  next: string,
  publicUrl: string | null,
): RedirectError =>
  new RedirectError(next, { session: { cookie }, cookie: setKnownBrowserCookie(known, KNOWN_SECONDS, publicUrl) });

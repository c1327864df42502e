/** What a request says of who stands at the entrance, and how a browser that was let in is sent on. */

import { type Language, languages } from '#lib/i18n/message.ts';
import { SIGN_UP_INTENTS, type SignUpIntent } from '#platform/accounts/email-links.ts';
import type { SessionCookies, SignInContext } from '#platform/accounts/sign-in.ts';
import { KNOWN_SECONDS } from '#platform/accounts/sign-in-attempts.ts';
import { setKnownBrowserCookie } from '#transports/http/credentials.ts';
import { ownPath } from '#transports/http/reply.ts';
import { addresses, type PageName, to, toQuery } from '#transports/web/addresses.ts';
import type { EntrancePagesNeeds } from '#transports/web/pages/account/needs.ts';
import { type PageRequest, RedirectError } from '#transports/web/routing/page.ts';

export const comingOf = ({
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

/** Where somebody wanted to go before they were asked to sign in: a page of ours, whatever was written there; else the account. */
export const nextOf = (asked: string | null, language: Language): string => ownPath(asked) ?? to('account', language);

/** Where what somebody wanted before they had an account is done. */
const WISH_PAGES = {
  subscribe: 'subscription',
  makeKey: 'keys',
  connectApp: 'lastAppRequest',
} as const satisfies Record<SignUpIntent, PageName>;

export const pageOfWish = (wish: SignUpIntent | null, language: Language): string =>
  to(wish === null ? 'account' : WISH_PAGES[wish], language);

/** Of somebody who wanted to go to that page, in either language; null where it is no wish. */
export const qualityOf = (next: string | null): SignUpIntent | null =>
  isForApp(next)
    ? 'connectApp'
    : (SIGN_UP_INTENTS.find((wish) => languages.some((language) => to(WISH_PAGES[wish], language) === ownPath(next))) ??
      null);

/** Whether an app waits for what comes of it, in a window that it opened. */
export const isForApp = (next: string | null): boolean =>
  next !== null && APP_REQUESTS.some((place) => next === place || next.startsWith(`${place}/`));

const APP_REQUESTS = Object.values(addresses.lastAppRequest);

/** After a new password: apps that were connected stay, and whoever comes back to the account is shown them first; then what they wanted. */
export const afterPassword = async (
  { apps }: Pick<EntrancePagesNeeds, 'apps'>,
  account: string,
  { otherwise, wish = null }: { otherwise: string; wish?: SignUpIntent | null },
  { language, now }: Pick<PageRequest, 'language' | 'now'>,
): Promise<string> =>
  (await apps.count(account, now)) > 0
    ? toQuery('apps', language, { after: 'password', wish: wish ?? undefined })
    : otherwise;

/** Always with the new cookie: whatever the browser carried before, also what somebody planted there, is worth nothing to it now. */
export const letIn = ({ cookie, known }: SessionCookies, next: string, publicUrl: string | null): RedirectError =>
  new RedirectError(next, { session: { cookie }, cookie: setKnownBrowserCookie(known, KNOWN_SECONDS, publicUrl) });

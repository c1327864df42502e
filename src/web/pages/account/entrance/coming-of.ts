/** What a request says of who stands at the entrance, and how a browser that was let in is sent on. */
import type { Coming, Entered } from '#accounts/coming.ts';
import { KNOWN_SECONDS } from '#accounts/known-browsers.ts';
import { setKnownCookie } from '#http/cookie.ts';
import { ownPath } from '#http/own-path.ts';
import type { Language } from '#sentences/sentence.ts';
import { addresses, to, toQuery } from '#web/addresses.ts';
import { MovedTo, type PageRequest } from '#web/door/page.ts';
import type { EntrancePagesNeeds } from '#web/pages/account/needs.ts';

export const comingOf = ({ visit, reader, knownBrowser, userAgent, language, origin, now }: PageRequest): Coming => ({
  ...{ address: visit.caller.address, known: knownBrowser, userAgent, language, site: origin, now },
  session: reader?.session ?? null,
});

/** Where somebody wanted to go before they were asked to sign in: a page of ours, whatever was written there; else the account. */
export const nextOf = (asked: string | null, language: Language): string => ownPath(asked) ?? to('account', language);

/** Whether an app waits for what comes of it, in a window that it opened. */
export const isForApp = (next: string | null): boolean =>
  next !== null && APP_REQUESTS.some((place) => next.startsWith(place));

const APP_REQUESTS = Object.values(addresses.appRequest).map((path) => path.replace('{request}', ''));

/** After a new password: apps that were connected stay, and whoever comes back to the account is shown them first. */
export const afterPassword = async (
  { apps }: Pick<EntrancePagesNeeds, 'apps'>,
  account: string,
  otherwise: string,
  { language, now }: Pick<PageRequest, 'language' | 'now'>,
): Promise<string> =>
  (await apps.count(account, now)) > 0 ? toQuery('apps', language, { after: 'password' }) : otherwise;

/** Always with the new cookie: whatever the browser carried before, also what somebody planted there, is worth nothing to it now. */
export const letIn = ({ cookie, known }: Entered, next: string, publicUrl: string | null): MovedTo =>
  new MovedTo(next, { session: { cookie }, cookie: setKnownCookie(known, KNOWN_SECONDS, publicUrl) });

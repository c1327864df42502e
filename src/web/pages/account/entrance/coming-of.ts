/** What a request says of who stands at the entrance, and how a browser that was let in is sent on. */
import type { Coming, Entered } from '#accounts/coming.ts';
import { KNOWN_SECONDS } from '#accounts/known-browsers.ts';
import { setKnownCookie } from '#http/cookie.ts';
import { ownPath } from '#http/own-path.ts';
import type { Language } from '#sentences/sentence.ts';
import { to } from '#web/addresses.ts';
import { MovedTo, type PageRequest } from '#web/door/page.ts';

export const comingOf = ({ visit, reader, knownBrowser, userAgent, language, origin, now }: PageRequest): Coming => ({
  ...{ address: visit.caller.address, known: knownBrowser, userAgent, language, site: origin, now },
  session: reader?.session ?? null,
});

/** Where somebody wanted to go before they were asked to sign in: a page of ours, whatever was written there; else the account. */
export const nextOf = (asked: string | null, language: Language): string => ownPath(asked) ?? to('account', language);

/** Always with the new cookie: whatever the browser carried before, also what somebody planted there, is worth nothing to it now. */
export const letIn = ({ cookie, known }: Entered, next: string, publicUrl: string | null): MovedTo =>
  new MovedTo(next, { session: { cookie }, cookie: setKnownCookie(known, KNOWN_SECONDS, publicUrl) });

/** The layout of account pages, the access rules of their requests, and the bounds of their forms. */
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type Origin, originOf as originAt } from '#platform/accounts/events.ts';
import type { Reader } from '#platform/accounts/sessions.ts';
import type { SiteContext } from '#platform/accounts/sign-in.ts';
import type { UploadBounds } from '#transports/http/body.ts';
import { type PageName, to, toQuery } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';

const SECTIONS = [
  'account',
  'subscription',
  'keys',
  'usage',
  'apps',
  'security',
  'accountData',
] as const satisfies PageName[];
type Section = (typeof SECTIONS)[number];

interface AccountView extends Omit<View, 'title' | 'isPrivate' | 'isUnlisted'> {
  section: Section;
  language: Language;
  /** The name of the section by default. */
  title?: string;
  lead?: string;
}

export function accountView({ section, language, title, lead, body, ...rest }: AccountView): View {
  const heading = title ?? textsOf(language).account.frame[section];
  return {
    ...rest,
    title: heading,
    isPrivate: true,
    body: html`<div class="account">${sections(section, language)}<div class="account-body"><h1>${heading}</h1>${lead !== undefined && html`<p class="promise">${lead}</p>`}${body}</div></div>`,
  };
}

function sections(current: Section, language: Language): Html {
  const names = textsOf(language).account.frame;
  const links = SECTIONS.map(
    (name) =>
      html`<li><a href="${to(name, language)}"${name === current && html` aria-current="page"`}>${names[name]}</a></li>`,
  );
  return html`<nav class="account-sections" aria-label="${names.sections}"><ul>${links}</ul><form method="post" action="${to('signOut', language)}"><button class="button second" type="submit">${names.leave}</button></form></nav>`;
}

/** Long enough to create a key and copy it; too short for a stranger at an unattended browser. */
const FRESH_MS = 10 * 60_000;

type AccountRequest = Pick<PageRequest, 'reader' | 'language' | 'address' | 'now'>;

/** Redirects other visitors to the sign-in page, which leads back. */
export function signedIn({ reader, language, address }: AccountRequest): Reader {
  if (reader === null) throw new RedirectError(toQuery('signIn', language, { next: address }));
  return reader;
}

/** Redirects to reauthentication after `FRESH_MS`. */
export function freshlySignedIn(request: AccountRequest): Reader {
  const reader = signedIn(request);
  if (!isFresh(reader, request.now))
    throw new RedirectError(toQuery('reauthenticate', request.language, { next: request.address }));
  return reader;
}

export const isFresh = ({ authenticatedAt }: Reader, now: number): boolean => now - authenticatedAt < FRESH_MS;

export const originOf = ({ context, userAgent }: Pick<PageRequest, 'context' | 'userAgent'>): Origin =>
  originAt(context.caller.address, userAgent);

export const siteContext = ({ origin, now }: Pick<PageRequest, 'origin' | 'now'>): SiteContext => ({
  site: origin,
  now,
});

export const formBounds = (fieldsMax: number): UploadBounds => ({
  // URL encoding takes up to nine bytes for a character.
  bytesMax: 20_000,
  filesMax: 0,
  fileBytesMax: 0,
  fieldsMax,
  fieldBytesMax: 16_000,
});

/** Control characters reach terminals and some databases refuse them; bidirectional marks disguise names. */
export const line = (text: string | null): string =>
  (text ?? '')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

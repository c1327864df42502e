/** What browsers are told with every page: nothing from elsewhere, no frame around it, nothing inline but a style whose hash is told. */
import type { Language } from '#lib/i18n/message.ts';
import type { InlineStyle } from '#transports/web/assets/assets.ts';
import type { FileView, View } from './page.ts';

/** `style`: the hash of a style that stands in the page; `leadsTo`: where its forms lead on to. */
const policyOf = (style: string, leadsTo: readonly string[]): string =>
  [...POLICY, ["form-action 'self'", ...leadsTo].join(' '), `style-src 'self'${style && ' '}${style}`].join('; ');

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** Of a secret address nobody learns more than the host, and nobody at all where no form is: without a referrer browsers send forms as from nowhere. */
const REFERRERS = { false: 'same-origin', true: 'no-referrer', withForm: 'strict-origin' } as const;

/** Invented data is nothing to be found by search engines. */
export const pageHeaders = (
  view: Pick<View, 'isUnlisted' | 'isPrivate' | 'hasSecretAddress' | 'formOrigins' | 'isOpenedByApps'>,
  language: Language,
  isDemo: boolean,
  style: InlineStyle | null = null,
): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-language': language,
  // What is shown depends on who looks; a reader who comes back sees what is true then.
  'cache-control': view.isPrivate ? 'no-store' : 'private, no-cache',
  vary: 'cookie',
  'content-security-policy': policyOf(style?.source ?? '', view.formOrigins ?? []),
  'referrer-policy': REFERRERS[`${view.hasSecretAddress ?? false}`],
  // A window that an app opened would be cut off from it for good, also for the app's own page at the end of the way.
  'cross-origin-opener-policy': view.isOpenedByApps ? 'unsafe-none' : 'same-origin',
  ...((view.isUnlisted || view.isPrivate || isDemo) && { 'x-robots-tag': 'noindex' }),
});

/** A year, for this host alone: whoever came by https once comes so again, also when somebody on the way says otherwise. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/** Where readers come by https. */
export const tlsHeaders = (publicUrl: string | null): Record<string, string> =>
  publicUrl?.startsWith('https:') ? TLS_ONLY : {};

/** Names of files are ours, and plain. */
export const fileHeaders = ({ file }: FileView): Record<string, string> => ({
  'content-type': file.type,
  'content-disposition': `attachment; filename="${file.name}"`,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
});

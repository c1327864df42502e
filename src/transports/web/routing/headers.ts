/** Security and cache headers of pages and downloads. */
import type { Language } from '#lib/i18n/message.ts';
import type { InlineStyle } from '#transports/web/assets/assets.ts';
import type { FileView, View } from './page.ts';

/** `style`: the hash of an inline style; `formOrigins`: foreign origins that forms redirect to. */
const policyOf = (style: string, formOrigins: readonly string[]): string =>
  [...POLICY, ["form-action 'self'", ...formOrigins].join(' '), `style-src 'self'${style && ' '}${style}`].join('; ');

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

/** A secret address sends no referrer. With a form it sends the origin, because browsers would post the form with `Origin: null`. */
const REFERRERS = { false: 'same-origin', true: 'no-referrer', withForm: 'strict-origin' } as const;

/** Search engines must not index invented data. */
export const pageHeaders = (
  view: Pick<View, 'isUnlisted' | 'isPrivate' | 'hasSecretAddress' | 'formOrigins' | 'isOpenedByApps'>,
  language: Language,
  isDemo: boolean,
  style: InlineStyle | null = null,
): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-language': language,
  // The content depends on the viewer, and is fetched again on a return.
  'cache-control': view.isPrivate ? 'no-store' : 'private, no-cache',
  vary: 'cookie',
  'content-security-policy': policyOf(style?.source ?? '', view.formOrigins ?? []),
  'referrer-policy': REFERRERS[`${view.hasSecretAddress ?? false}`],
  // `same-origin` would cut a popup off from its app, also on the app's own page at the end.
  'cross-origin-opener-policy': view.isOpenedByApps ? 'unsafe-none' : 'same-origin',
  ...((view.isUnlisted || view.isPrivate || isDemo) && { 'x-robots-tag': 'noindex' }),
});

/** A year, for this host only: protects later visits from a downgrade by a network attacker. */
const TLS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/** Empty without https. */
export const tlsHeaders = (publicUrl: string | null): Record<string, string> =>
  publicUrl?.startsWith('https:') ? TLS_ONLY : {};

/** File names are set by the service and need no encoding. */
export const fileHeaders = ({ file }: FileView): Record<string, string> => ({
  'content-type': file.type,
  'content-disposition': `attachment; filename="${file.name}"`,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
});

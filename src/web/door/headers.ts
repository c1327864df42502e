/** What browsers are told with every page: nothing from elsewhere, no frame around it, nothing inline. */
import type { Language } from '#sentences/sentence.ts';
import type { FileView, View } from './page.ts';

const policy = (leadsTo: readonly string[]): string =>
  [...POLICY, ["form-action 'self'", ...leadsTo].join(' ')].join('; ');

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

/** Invented data is nothing to be found by search engines. */
export const headersOf = (
  view: Pick<View, 'isUnlisted' | 'isPrivate' | 'hasSecretAddress' | 'leadsTo'>,
  language: Language,
  isDemo: boolean,
): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-language': language,
  // What is shown depends on who looks; a reader who comes back sees what is true then.
  'cache-control': view.isPrivate ? 'no-store' : 'private, no-cache',
  vary: 'cookie',
  'content-security-policy': policy(view.leadsTo ?? []),
  'referrer-policy': view.hasSecretAddress ? 'no-referrer' : 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  ...((view.isUnlisted || view.isPrivate || isDemo) && { 'x-robots-tag': 'noindex' }),
});

/** Names of files are ours, and plain. */
export const headersOfFile = ({ file }: FileView): Record<string, string> => ({
  'content-type': file.type,
  'content-disposition': `attachment; filename="${file.name}"`,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
});

/** `/.well-known/security.txt` (RFC 9116): where to report a vulnerability of this installation. */
import type { Handler } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const EXPIRES_DAYS = 180;
const MAX_AGE_SECONDS = 86_400;

export interface SecurityContact {
  /** A `mailto:` or `https:` address; null: there is no file, and its path is answered 404. */
  contact: string | null;
  publicUrl: string | null;
}

export function addSecurityTxt(router: Router<Handler>, { contact, publicUrl }: SecurityContact): void {
  if (contact === null) return;
  router.add('GET', PATH, () => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': `public, max-age=${MAX_AGE_SECONDS}` },
    body: securityTxt(contact, publicUrl, Date.now()),
  }));
}

/** `Expires` counts from the beginning of the day, so that all answers of a day are equal. */
export function securityTxt(contact: string, publicUrl: string | null, now: number): string {
  const today = now - (now % DAY_MS);
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + EXPIRES_DAYS * DAY_MS).toISOString()}`,
    'Preferred-Languages: ro, en',
    // A web address in this field must be https (RFC 9116, section 2.5.2).
    ...(publicUrl?.startsWith('https://') ? [`Canonical: ${publicUrl}${PATH}`] : []),
    '',
  ].join('\n');
}

/** What a declaration opens to callers of each kind, at each door. */
import type { Caller, Door } from '#operations/caller.ts';
import type { AnyEndpoint } from '#operations/endpoint.ts';
import { Problem } from '#operations/problem.ts';

/** Strangers pass where a request can be bought: they get the offer. */
export function assertAccess(
  declaration: AnyEndpoint,
  { pro, kind }: Caller,
  door: Door,
  takesPayments: boolean,
): void {
  if (pro) return;
  const { access, preview, visitors } = declaration;
  if (kind === 'browser' || kind === 'agent') {
    if ((access === 'pro+x402' || preview) && (visitors === undefined || door !== 'api')) return;
    throw new Problem('PRO_KEY_REQUIRED', 'This is part of Pro: sign in with a Pro account, or send a Pro key.');
  }
  if (access === 'pro+x402' && takesPayments) return;
  if (kind === 'payment')
    throw new Problem('PRO_KEY_REQUIRED', 'Only a Pro key opens this; it cannot be bought by request.');
  throw new Problem('API_KEY_REQUIRED', 'Send your Pro key in the header X-API-Key, or as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

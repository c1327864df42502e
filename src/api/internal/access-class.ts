/** What a declaration opens to callers of each kind, at each door. */

import { ApiError } from '#api/api-error.ts';
import type { Caller, Transport } from '#api/caller.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import { said } from '#api/sentences.ts';

/** Strangers pass where a request can be bought: they get the offer. */
export function assertAccess(
  declaration: AnyEndpoint,
  { pro, kind }: Caller,
  transport: Transport,
  takesPayments: boolean,
): void {
  if (pro || declaration.access === 'free') return;
  const { access, preview, visitors } = declaration;
  if (kind === 'browser' || kind === 'agent') {
    if ((access === 'pro+x402' || preview) && (visitors === undefined || transport !== 'api')) return;
    throw new ApiError('PRO_KEY_REQUIRED', said.partOfPro());
  }
  if (access === 'pro+x402' && takesPayments) return;
  if (kind === 'payment') throw new ApiError('PRO_KEY_REQUIRED', said.notSold());
  throw new ApiError('API_KEY_REQUIRED', said.sendKey(), {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

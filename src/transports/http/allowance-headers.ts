/** What a caller may still ask, as the headers of every answer tell it. */
import type { Allowance } from '#api/allowance.ts';

export function allowanceHeaders(allowance: Allowance): Record<string, string> {
  const { policy, limit, windowSeconds, remaining, resetSeconds, allowed } = allowance;
  // Half a second is counted whole, so that a place may be free a little later than a window; who was refused waits that long.
  const reset = String(Math.min(resetSeconds, windowSeconds));
  const headers: Record<string, string> = {
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${reset}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': reset,
  };
  if (!allowed) headers['retry-after'] = String(resetSeconds);
  return headers;
}

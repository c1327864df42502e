/** What a caller may still ask, as the headers of every answer tell it. */
import type { Allowance } from '#operations/allowance.ts';

export function allowanceHeaders(allowance: Allowance): Record<string, string> {
  const { policy, limit, windowSeconds, remaining, resetSeconds, allowed } = allowance;
  const headers: Record<string, string> = {
    'ratelimit-policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
  if (!allowed) headers['retry-after'] = String(resetSeconds);
  return headers;
}

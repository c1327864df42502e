/** Requests that were answered, as those who count see them. */

import type { Request } from '#http/request.ts';
import type { Finished } from '#http/server.ts';
import type { Caller } from '#operations/endpoint.ts';

interface Asked {
  operation: string | null;
  status: number;
  now: number;
  ms: number;
  caller: Partial<Caller> | null;
}

export function finished({ caller = {}, ...more }: Partial<Asked>): Finished {
  const { operation = 'getCompany', status = 200, now = Date.UTC(2026, 10, 15, 12), ms = 1 } = more;
  const pro: Caller = { kind: 'key', account: 'account', key: 'key', pro: true, address: '192.0.2.1' };
  const request = { operation, now, caller: caller && { ...pro, ...caller } } as Request;
  return { request, status, ms, bytes: 100 };
}

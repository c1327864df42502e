/** Answered requests and executed operations, as the observers receive them. */

import type { Caller } from '#api/caller.ts';
import type { OperationOutcome } from '#api/request-context.ts';
import type { Request } from '#transports/http/request.ts';
import type { CompletedRequest } from '#transports/http/server.ts';

export function finished(
  more: Partial<{ operation: string | null } & Omit<CompletedRequest, 'request'>>,
): CompletedRequest {
  const { operation = 'getCompany', ...rest } = more;
  return { request: { operation } as Request, status: 200, ms: 1, bytes: 100, isBroken: false, ...rest };
}

export function performed({
  caller = {},
  ...more
}: Partial<Omit<OperationOutcome, 'caller'>> & { caller?: Partial<Caller> }): OperationOutcome {
  const pro: Caller = { kind: 'key', account: 'account', key: 'key', pro: true, address: '192.0.2.1' };
  return {
    operation: 'getCompany',
    now: Date.UTC(2026, 10, 15, 12),
    status: 200,
    ...more,
    caller: { ...pro, ...caller },
  };
}

/**
 * Admission: identifies the caller and decides once per request context. The order is part of the contract: address block (a Pro
 * key passes), credential, rate limit; access class, validation and handler follow for each operation.
 */

import type { Allowance, LimitKey, Limits, Policy } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import {
  type AgentTokens,
  anonymousCaller,
  type Blocks,
  type Caller,
  type Credentials,
  type KeyOwner,
  type KeyOwners,
  type Sessions,
  type Transport,
  type Visitor,
} from '#api/caller.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import { type Awaitable, andThen } from '#lib/values/awaitable.ts';
import { clientNetworkText } from '#lib/values/ip.ts';
import { messages } from '#locales/messages.ts';

export interface GateContext extends IdentityPorts {
  /** Without it, addresses are not blocked. */
  blocks?: Blocks;
  /** Null: requests are not counted. */
  limits: Limits | null;
  /** Whether excess requests lead to a block. Default: true. */
  blocksExcess?: boolean;
}

export interface Admission {
  caller: Caller;
  allowance: Allowance | null;
  /** Null for an admitted caller. */
  refusal: ApiError | null;
}

// Synchronous where possible: a promise for each step costs more than the steps.
export function admission(sent: Credentials, now: number, context: GateContext): Admission | Promise<Admission> {
  // Broken links and scripts may share the address, and refusals are cheap.
  const ports = sent.isUnrouted ? { ...context, blocksExcess: false } : context;
  try {
    const caller = identify(sent, now, ports);
    return caller instanceof Promise
      ? caller.then(
          (identified) => countRequest(identified, null, now, ports),
          (error) => countRequest(anonymousCaller(sent.address), refusalOf(error), now, ports),
        )
      : countRequest(caller, null, now, ports);
  } catch (error) {
    // A wrong key is counted by address: guessing keys is limited like anonymous requests.
    return countRequest(anonymousCaller(sent.address), refusalOf(error), now, ports);
  }
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

function countRequest(caller: Caller, refused: ApiError | null, now: number, ports: GateContext) {
  const counted = ports.limits?.take(limitKeyOf(caller), now) ?? null;
  return counted instanceof Promise
    ? counted.then((allowance) => decide(caller, allowance, refused, now, ports))
    : decide(caller, counted, refused, now, ports);
}

function decide(
  caller: Caller,
  allowance: Allowance | null,
  refused: ApiError | null,
  now: number,
  ports: GateContext,
): Admission | Promise<Admission> {
  const block = caller.kind === 'key' ? null : ports.blocks?.find(caller.address, now);
  if (block) return { caller, allowance, refusal: blockedError(block.until) };
  if (refused?.code === 'INVALID_API_KEY')
    return recordAbuse('invalid-key', { caller, allowance, refusal: refused }, now, ports);
  if (allowance?.allowed === false) return exceeded(caller, allowance, now, ports);
  return { caller, allowance, refusal: refused };
}

function exceeded(
  caller: Caller,
  allowance: Allowance,
  now: number,
  ports: GateContext,
): Admission | Promise<Admission> {
  const admission = { caller, allowance, refusal: rateLimitedError(allowance) };
  // Agents are counted by account and share the few addresses of their hosts, so their addresses are never blocked.
  return caller.pro || caller.kind === 'agent' || ports.blocksExcess === false
    ? admission
    : recordAbuse('excess', admission, now, ports);
}

/** Counts repeated invalid keys or excess, and blocks the address above the limit. */
async function recordAbuse(policy: Policy, admission: Admission, now: number, ports: GateContext): Promise<Admission> {
  const { address } = admission.caller;
  const allowance = await ports.limits?.take({ policy, who: clientNetworkText(address) }, now);
  if (allowance?.allowed === false) ports.blocks?.block(address, REASONS[policy] ?? policy, now);
  const { allowance: own } = admission;
  // With both a wrong key and an exceeded limit, the limit is reported first.
  return policy === 'invalid-key' && own?.allowed === false ? exceeded(admission.caller, own, now, ports) : admission;
}

const REASONS: Partial<Record<Policy, string>> = {
  'invalid-key': 'sent many invalid keys',
  excess: 'went on far beyond the limit',
};

/**
 * Counts further requests of an admitted caller, for an operation that is worth more than one. Null where requests are not
 * counted.
 */
export const takeMore = (
  caller: Caller,
  requests: number,
  now: number,
  { limits }: Pick<GateContext, 'limits'>,
): Allowance | null | Promise<Allowance> => limits?.take(limitKeyOf(caller), now, requests) ?? null;

/** Payers are counted by address first, and by their own key after the payment is verified. */
function limitKeyOf({ kind, pro, account, address }: Caller): LimitKey {
  if (account !== null && kind === 'agent') return { policy: pro ? 'agent-pro' : 'agent', who: account };
  if (account !== null && pro) return { policy: 'pro', who: account };
  return { policy: kind === 'browser' ? 'browser' : 'address', who: clientNetworkText(address) };
}

const blockedError = (until: number): ApiError =>
  new ApiError(
    'IP_BLOCKED',
    Number.isFinite(until)
      ? messages.operations.blockedUntil({ until: new Date(until).toISOString() })
      : messages.operations.blocked(),
  );

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** A limit covers a sliding minute, or a day from midnight UTC. */
const rateLimitedError = ({ limit, windowSeconds, resetSeconds }: Allowance): ApiError =>
  new ApiError(
    'RATE_LIMITED',
    windowSeconds > MINUTE_SECONDS
      ? messages.operations.tooManyToday({ limit, hours: Math.ceil(resetSeconds / HOUR_SECONDS) })
      : messages.operations.tooMany({ limit, seconds: resetSeconds }),
  );

interface IdentityPorts {
  keys: KeyOwners;
  /** Without it, browsers are never signed in. */
  sessions?: Sessions;
  /** Without it, agents are refused. */
  tokens?: AgentTokens;
  /** Whether single requests are sold. */
  takesPayments: boolean;
}

/**
 * The API accepts keys and payments, the agents' transport accepts tokens. The viewer of a page is a visitor, with or without a
 * cookie.
 */
function identify(sent: Credentials, now: number, ports: IdentityPorts): Caller | Promise<Caller> {
  if (sent.unreadable) throw sent.unreadable;
  if (sent.transport === 'agent') return agentCaller(sent, now, ports);
  if (sent.job) return jobCaller(sent.job, sent.address, now, ports);
  if (sent.transport === 'page') return visitorCaller(sent, now, ports, VISITOR);
  if (sent.key !== null) {
    const { address } = sent;
    const owner = ports.keys.ownerOf(sent.key, now, sent.connection);
    return owner instanceof Promise ? owner.then((read) => keyCaller(read, address)) : keyCaller(owner, address);
  }
  if (ports.takesPayments && sent.payment !== null) return { ...anonymousCaller(sent.address), kind: 'payment' };
  return sent.session === null ? anonymousCaller(sent.address) : visitorCaller(sent, now, ports, null);
}

const VISITOR: Visitor = { account: null, pro: false };

const keyCaller = ({ account, key }: KeyOwner, address: string): Caller => ({
  kind: 'key',
  account,
  key,
  pro: true,
  address,
});

/** `otherwise`: the visitor without a valid cookie; null for an anonymous caller. */
async function visitorCaller(
  { session, address }: Credentials,
  now: number,
  { sessions }: IdentityPorts,
  otherwise: Visitor | null,
): Promise<Caller> {
  const signedIn = session === null ? null : await sessions?.visitorOf(session, now);
  const visitor = signedIn ?? otherwise;
  return visitor ? { ...anonymousCaller(address), ...visitor, kind: 'browser' } : anonymousCaller(address);
}

/** Uses the current rights of the account. */
async function jobCaller(
  { account }: NonNullable<Credentials['job']>,
  address: string,
  now: number,
  { sessions }: IdentityPorts,
): Promise<Caller> {
  const owner = account === null ? VISITOR : ((await sessions?.accountVisitor?.(account, now)) ?? VISITOR);
  return { ...anonymousCaller(address), ...owner, kind: 'browser', isBackground: true };
}

function agentCaller(
  { token, address, connection }: Credentials,
  now: number,
  { tokens }: IdentityPorts,
): Awaitable<Caller> {
  if (token === null || !tokens)
    throw new ApiError('API_KEY_REQUIRED', messages.operations.connectAgent(), {
      headers: { 'www-authenticate': 'Bearer' },
    });
  return andThen(tokens.agentOf(token, now, connection), (agent) => ({
    ...anonymousCaller(address),
    ...agent,
    kind: 'agent',
  }));
}

/** Throws unless the declaration is open to this caller. Anonymous callers pass where requests are sold, and get the offer. */
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
    throw new ApiError('PRO_KEY_REQUIRED', messages.operations.partOfPro());
  }
  if (access === 'pro+x402' && takesPayments) return;
  if (kind === 'payment') throw new ApiError('PRO_KEY_REQUIRED', messages.operations.notSold());
  throw new ApiError('API_KEY_REQUIRED', messages.operations.sendKey(), {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

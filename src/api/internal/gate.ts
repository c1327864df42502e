/**
 * Who is calling, and may they come in: decided once for a visit, before anything else is looked at. The order is the
 * contract's: address block (a Pro key passes), credential, rate limit; access class, validation and handler follow with each
 * operation that the visit performs.
 */

import type { Allowance, LimitKey, Limits, Policy } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { anonymousCaller, type Caller, type Credentials } from '#api/caller.ts';
import type { Blocks } from '#api/identities.ts';
import { said } from '#api/sentences.ts';
import { clientNetworkText } from '#lib/values/ip.ts';
import { type IdentifyNeeds, identify } from './identify.ts';

export interface GateNeeds extends IdentifyNeeds {
  /** Left out, nobody is blocked. */
  blocks?: Blocks;
  /** Null counts nobody. */
  limits: Limits | null;
  /** Whether going on beyond the limit leads to a block; left out, it does. */
  blocksExcess?: boolean;
}

export interface Admission {
  caller: Caller;
  allowance: Allowance | null;
  /** Null for whoever is let in. */
  refusal: ApiError | null;
}

// Waits only for what is not at hand: a promise for each step would cost more than the steps.
export function admission(sent: Credentials, now: number, all: GateNeeds): Admission | Promise<Admission> {
  // Broken links and scripts behind the same address: refusing them costs next to nothing.
  const needs = sent.isUnrouted ? { ...all, blocksExcess: false } : all;
  try {
    const found = identify(sent, now, needs);
    return found instanceof Promise
      ? found.then(
          (caller) => counted(caller, null, now, needs),
          (error) => counted(anonymousCaller(sent.address), refusalIn(error), now, needs),
        )
      : counted(found, null, now, needs);
  } catch (error) {
    // A wrong key is counted by its address, so that nobody tries keys faster than strangers may ask.
    return counted(anonymousCaller(sent.address), refusalIn(error), now, needs);
  }
}

function refusalIn(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

function counted(caller: Caller, refused: ApiError | null, now: number, needs: GateNeeds) {
  const taken = needs.limits?.take(countedOf(caller), now) ?? null;
  return taken instanceof Promise
    ? taken.then((allowance) => judged(caller, allowance, refused, now, needs))
    : judged(caller, taken, refused, now, needs);
}

function judged(
  caller: Caller,
  allowance: Allowance | null,
  refused: ApiError | null,
  now: number,
  needs: GateNeeds,
): Admission | Promise<Admission> {
  const block = caller.kind === 'key' ? null : needs.blocks?.find(caller.address, now);
  if (block) return { caller, allowance, refusal: blocked(block.until) };
  if (refused?.code === 'INVALID_API_KEY')
    return noted('invalid-key', { caller, allowance, refusal: refused }, now, needs);
  if (allowance?.allowed === false) return exceeded(caller, allowance, now, needs);
  return { caller, allowance, refusal: refused };
}

function exceeded(caller: Caller, allowance: Allowance, now: number, needs: GateNeeds): Admission | Promise<Admission> {
  const admission = { caller, allowance, refusal: tooMany(allowance) };
  // Agents are counted by their account, and ask from the few addresses of their hosts: nobody else there is to blame.
  return caller.pro || caller.kind === 'agent' || needs.blocksExcess === false
    ? admission
    : noted('excess', admission, now, needs);
}

/** Counts what nobody does by mistake all the time; whoever goes on and on is blocked for a while. */
async function noted(policy: Policy, admission: Admission, now: number, needs: GateNeeds): Promise<Admission> {
  const { address } = admission.caller;
  const allowance = await needs.limits?.take({ policy, who: clientNetworkText(address) }, now);
  if (allowance?.allowed === false) needs.blocks?.block(address, REASONS[policy] ?? policy, now);
  const { allowance: own } = admission;
  // A wrong key from an address that asks too much: how long to wait is said first.
  return policy === 'invalid-key' && own?.allowed === false ? exceeded(admission.caller, own, now, needs) : admission;
}

const REASONS: Partial<Record<Policy, string>> = {
  'invalid-key': 'sent many invalid keys',
  excess: 'went on far beyond the limit',
};

/** Counts further requests of somebody who was let in: what is asked for is worth more than one. Null where nobody counts. */
export const takeMore = (
  caller: Caller,
  requests: number,
  now: number,
  { limits }: Pick<GateNeeds, 'limits'>,
): Allowance | null | Promise<Allowance> => limits?.take(countedOf(caller), now, requests) ?? null;

/** Payers are counted by their address first; their own count follows when the payment is verified. */
function countedOf({ kind, pro, account, address }: Caller): LimitKey {
  if (account !== null && kind === 'agent') return { policy: pro ? 'agent-pro' : 'agent', who: account };
  if (account !== null && pro) return { policy: 'pro', who: account };
  return { policy: kind === 'browser' ? 'browser' : 'address', who: clientNetworkText(address) };
}

const blocked = (until: number): ApiError =>
  new ApiError(
    'IP_BLOCKED',
    Number.isFinite(until) ? said.blockedUntil({ until: new Date(until).toISOString() }) : said.blocked(),
  );

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** Limits are of a minute, which slides, or of a day, which begins at midnight UTC. */
const tooMany = ({ limit, windowSeconds, resetSeconds }: Allowance): ApiError =>
  new ApiError(
    'RATE_LIMITED',
    windowSeconds > MINUTE_SECONDS
      ? said.tooManyToday({ limit, hours: Math.ceil(resetSeconds / HOUR_SECONDS) })
      : said.tooMany({ limit, seconds: resetSeconds }),
  );

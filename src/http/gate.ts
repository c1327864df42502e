/**
 * Who is calling, and may they: the one place that decides, before anything else is looked at. The order is the contract's:
 * address block (a Pro key passes), credential, rate limit, access class; validation and the handler come after.
 */
import { householdText } from '#base/ip.ts';
import { assertAccess } from './access-class.ts';
import { type Allowance, allowanceHeaders, type Counted, type Limits, type Policy } from './allowance.ts';
import { keyOf } from './api-key.ts';
import { sessionCookie } from './cookie.ts';
import type { AnyEndpoint, Caller } from './endpoint.ts';
import { PAYMENT_HEADERS } from './payment.ts';
import { Problem } from './problem.ts';
import type { Request } from './request.ts';

/** What the gate needs from accounts: the holder of a key, or the problem with it, thrown. At once for a key that is at hand. */
export interface KeyHolders {
  holderOf(key: string, now: number): KeyHolder | Promise<KeyHolder>;
}

export interface KeyHolder {
  account: string;
  /** Id of the key. */
  key: string;
}

/** Who sits before a browser that one of our pages let in; null for a cookie that is not, or no longer, ours. */
export interface Sessions {
  visitorOf(cookie: string, now: number): Promise<Visitor | null>;
}

export interface Visitor {
  account: string | null;
  pro: boolean;
}

export interface Blocks {
  /** `until` is an instant in ms, infinite for a block without end. */
  find(address: string, now: number): { until: number } | null;
  /** Blocks an address for a while, from now on. */
  block(address: string, reason: string, now: number): void;
}

export interface GateNeeds {
  keys: KeyHolders;
  /** Left out, nobody comes by browser. */
  sessions?: Sessions;
  /** Left out, nobody is blocked. */
  blocks?: Blocks;
  /** Null counts nobody. */
  limits: Limits | null;
  /** Whether requests can be paid for one by one. */
  takesPayments: boolean;
  addressOf(request: Request): string;
  /** Our address as readers of our pages see it, when it is not the host they ask. */
  publicUrl?: string | null;
}

export interface Gate {
  /** The caller, who may have what the declaration opens to callers of this kind; or the refusal, thrown. */
  admit(declaration: AnyEndpoint, request: Request): Promise<Caller>;
}

export function gate({ keys, sessions, blocks, limits, takesPayments, addressOf, publicUrl = null }: GateNeeds): Gate {
  const identify = (request: Request, address: string): Caller | Promise<Caller> => {
    const key = keyOf(request);
    if (key !== null) {
      const holder = keys.holderOf(key, request.now);
      return holder instanceof Promise ? holder.then((read) => holding(read, address)) : holding(holder, address);
    }
    if (takesPayments && PAYMENT_HEADERS.some((name) => request.raw.headers[name] !== undefined))
      return { ...stranger(address), kind: 'payment' };
    const cookie = sessionCookie(request, publicUrl);
    return cookie === null || !sessions
      ? stranger(address)
      : visiting(sessions.visitorOf(cookie, request.now), address);
  };

  /** Counts what nobody does by mistake all the time; whoever goes on and on is blocked for a while. */
  const note = async (policy: Policy, { address }: Caller, now: number): Promise<void> => {
    const allowance = await limits?.take({ policy, who: householdText(address) }, now);
    if (allowance?.allowed === false) blocks?.block(address, REASONS[policy] ?? policy, now);
  };

  return {
    // Waits only for what is not at hand: a promise for each step would cost more than the steps.
    async admit(declaration, request) {
      const { now } = request;
      const address = addressOf(request);
      let refused: Problem | null = null;
      try {
        const found = identify(request, address);
        request.caller = found instanceof Promise ? await found : found;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        // A wrong key is counted by its address, so that nobody tries keys faster than strangers may ask.
        refused = error;
        request.caller = stranger(address);
      }
      const { caller } = request;
      const taken = limits?.take(countedOf(caller), now);
      const allowance = taken instanceof Promise ? await taken : taken;
      if (allowance) request.answerHeaders = allowanceHeaders(allowance);
      const block = caller.kind === 'key' ? null : blocks?.find(address, now);
      if (block) throw blocked(block.until);
      if (refused?.code === 'INVALID_API_KEY') await note('invalid-key', caller, now);
      if (allowance?.allowed === false) {
        if (!caller.pro) await note('excess', caller, now);
        throw tooMany(allowance);
      }
      if (refused) throw refused;
      assertAccess(declaration, caller, takesPayments);
      return caller;
    },
  };
}

const REASONS: Partial<Record<Policy, string>> = {
  'invalid-key': 'sent many invalid keys',
  excess: 'went on far beyond the limit',
};

const stranger = (address: string): Caller => ({ kind: 'anonymous', account: null, key: null, pro: false, address });

const holding = ({ account, key }: KeyHolder, address: string): Caller => ({
  kind: 'key',
  account,
  key,
  pro: true,
  address,
});

async function visiting(found: Promise<Visitor | null>, address: string): Promise<Caller> {
  const visitor = await found;
  return visitor ? { ...stranger(address), ...visitor, kind: 'browser' } : stranger(address);
}

/** Payers are counted by their address first; their own count follows when the payment is verified. */
function countedOf(caller: Caller): Counted {
  if (caller.pro && caller.account !== null) return { policy: 'pro', who: caller.account };
  return { policy: caller.kind === 'browser' ? 'browser' : 'address', who: householdText(caller.address) };
}

const blocked = (until: number): Problem =>
  new Problem(
    'IP_BLOCKED',
    `Requests from this address are blocked${Number.isFinite(until) ? ` until ${new Date(until).toISOString()}` : ''}; a valid Pro key passes.`,
  );

const tooMany = ({ limit, windowSeconds, resetSeconds }: Allowance): Problem =>
  new Problem(
    'RATE_LIMITED',
    `More than ${limit} requests in ${windowSeconds} seconds. Try again in ${resetSeconds} seconds.`,
  );

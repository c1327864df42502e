/**
 * Who is calling, and may they: the one place that decides, before anything else is looked at. The order is the contract's:
 * address block (a Pro key passes), credential, rate limit, access class; validation and the handler come after.
 */
import { type Allowance, allowanceHeaders, type Counted, type Limits } from './allowance.ts';
import type { AnyEndpoint, Caller } from './endpoint.ts';
import { PAYMENT_HEADERS } from './payment.ts';
import { Problem } from './problem.ts';
import type { Request } from './request.ts';

/** What the gate needs from accounts: the holder of a key, or the problem with it. */
export interface KeyHolders {
  holderOf(key: string, now: number): Promise<KeyHolder>;
}

export interface KeyHolder {
  account: string;
  /** Id of the key. */
  key: string;
}

export interface GateNeeds {
  keys: KeyHolders;
  /** Null counts nobody. */
  limits: Limits | null;
  /** Whether requests can be paid for one by one. */
  takesPayments: boolean;
  addressOf(request: Request): string;
}

export interface Gate {
  /** The caller, who may have what the declaration opens to callers of this kind; or the refusal, thrown. */
  admit(declaration: AnyEndpoint, request: Request): Promise<Caller>;
}

export function gate({ keys, limits, takesPayments, addressOf }: GateNeeds): Gate {
  const identify = async (request: Request, address: string): Promise<Caller> => {
    const key = keyOf(request);
    if (key !== null) return { kind: 'key', pro: true, address, ...(await keys.holderOf(key, request.now)) };
    const pays = takesPayments && PAYMENT_HEADERS.some((name) => request.raw.headers[name] !== undefined);
    return pays ? { ...stranger(address), kind: 'payment' } : stranger(address);
  };

  return {
    async admit(declaration, request) {
      const address = addressOf(request);
      let refused: Problem | null = null;
      try {
        request.caller = await identify(request, address);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        // A wrong key is counted by its address, so that nobody tries keys faster than strangers may ask.
        refused = error;
        request.caller = stranger(address);
      }
      const { caller } = request;
      if (limits) {
        const allowance = await limits.take(countedOf(caller), request.now);
        request.answerHeaders = allowanceHeaders(allowance);
        if (!allowance.allowed) throw tooMany(allowance);
      }
      if (refused) throw refused;
      assertAccess(declaration, caller, takesPayments);
      return caller;
    },
  };
}

const stranger = (address: string): Caller => ({ kind: 'anonymous', account: null, key: null, pro: false, address });

/** Payers are counted by their address first; their own count follows when the payment is verified. */
function countedOf(caller: Caller): Counted {
  if (caller.pro && caller.account !== null) return { policy: 'pro', who: caller.account };
  return { policy: caller.kind === 'browser' ? 'browser' : 'address', who: caller.address };
}

/** Who may have what. Strangers pass where a request can be bought: they get the offer. */
function assertAccess({ access }: AnyEndpoint, { pro, kind }: Caller, takesPayments: boolean): void {
  if (pro) return;
  const sold = takesPayments && access === 'pro+x402';
  if (sold) return;
  if (kind === 'payment')
    throw new Problem('PRO_KEY_REQUIRED', 'Only a Pro key opens this; it cannot be bought by request.');
  throw new Problem('API_KEY_REQUIRED', 'Send your Pro key in the header X-API-Key, or as Authorization: Bearer.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

const tooMany = ({ limit, windowSeconds, resetSeconds }: Allowance): Problem =>
  new Problem(
    'RATE_LIMITED',
    `More than ${limit} requests in ${windowSeconds} seconds. Try again in ${resetSeconds} seconds.`,
  );

/** The key of either header; both are fine when they agree. */
function keyOf({ raw: { headers } }: Request): string | null {
  const own = headers['x-api-key'] as string | undefined;
  const bearer = bearerOf(headers.authorization);
  if (own !== undefined && bearer !== undefined && own !== bearer) {
    throw new Problem('INVALID_PARAMETER', 'X-API-Key and Authorization carry different keys; send one of them.', {
      details: [{ in: 'header', name: 'authorization', problem: 'differs from x-api-key' }],
    });
  }
  return own ?? bearer ?? null;
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (bearer === undefined) {
    throw new Problem('INVALID_API_KEY', 'The Authorization header must read: Bearer <your Pro key>.', {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  }
  return bearer;
}

/** Client of the x402 facilitator, which verifies payments and settles them on the chain, and the leases sized by its timeouts. */
import type { Payment } from './payment.ts';

/** Callers wait meanwhile. A block takes two seconds; after a timeout the outcome is unknown. */
const TIMEOUTS = { verifyMs: 10_000, settleMs: 30_000 };
/** The longest real answer has a few hundred bytes. */
const ANSWER_BYTES_MAX = 262_144;

export interface Verdict {
  valid: boolean;
  /** Machine-readable code. */
  reason: string;
}

export interface Settlement {
  success: boolean;
  /** Hash of the transaction; empty if there is none. */
  transaction: string;
  reason: string;
}

/** `/verify`, `/settle` and `/supported`. Throws for responses outside of the protocol. */
export interface Facilitator {
  verify(payment: Payment): Promise<Verdict>;
  settle(payment: Payment): Promise<Settlement>;
  /** Network names and ids for which it takes `exact` payments. */
  supported(): Promise<Set<string>>;
}

export class FacilitatorFault extends Error {
  /** The connection failed: no request was sent. */
  readonly isUnreached: boolean;
  constructor(message: string, isUnreached: boolean, cause?: unknown) {
    super(message, { cause });
    this.isUnreached = isUnreached;
  }
}

/** Address of the facilitator, and its access token, if any. */
export interface FacilitatorAddress {
  url: string;
  token: string | null;
}

export function facilitator({ url, token }: FacilitatorAddress, timeouts = TIMEOUTS): Facilitator {
  const call = async (path: string, timeoutMs: number, body?: unknown): Promise<Record<string, unknown>> => {
    try {
      const response = await fetch(`${url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        // Payments follow no redirect: a moved facilitator needs new settings.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await answerOf(response);
    } catch (error) {
      throw new FacilitatorFault(`The facilitator gave no answer to ${path}.`, isUnreached(error), error);
    }
  };
  const bodyOf = ({ version, payload, requirements }: Payment) => ({
    x402Version: version,
    paymentPayload: payload,
    paymentRequirements: requirements,
  });

  return {
    async verify(payment) {
      const { isValid, invalidReason, payer } = await call('/verify', timeouts.verifyMs, bodyOf(payment));
      if (typeof isValid !== 'boolean')
        throw new FacilitatorFault('The facilitator’s answer has no field isValid.', false);
      const isPayer = payer === undefined || String(payer).toLowerCase() === payment.payer;
      return {
        valid: isValid && isPayer,
        reason: codeOf(invalidReason, isPayer ? 'invalid_payment' : 'invalid_payer'),
      };
    },
    async settle(payment) {
      const response = await call('/settle', timeouts.settleMs, bodyOf(payment));
      const { success, transaction, errorReason } = response;
      const other = otherThan(payment, response);
      if (other !== null)
        throw new FacilitatorFault(`The facilitator reports a settlement with another ${other}.`, false);
      const hash = typeof transaction === 'string' ? transaction : '';
      if (typeof success !== 'boolean' || (success && !/^0x[0-9a-fA-F]{64}$/.test(hash)))
        throw new FacilitatorFault('The facilitator’s answer does not state the settlement.', false);
      return { success, transaction: hash, reason: codeOf(errorReason, 'unexpected_settle_error') };
    },
    async supported() {
      const { kinds } = await call('/supported', timeouts.verifyMs);
      const supportedKinds = (Array.isArray(kinds) ? kinds : []) as { scheme?: unknown; network?: unknown }[];
      return new Set(supportedKinds.filter(({ scheme }) => scheme === 'exact').map(({ network }) => String(network)));
    },
  };
}

/** The first field of a settlement that differs from this payment; null if all match. After a mismatch the chain decides. */
function otherThan({ payer, network, amount }: Payment, response: Record<string, unknown>): string | null {
  const own: Record<string, readonly string[]> = {
    payer: [payer],
    // Each protocol version has its own name; facilitators mix them.
    network: [network.id, network.name],
    amount: [amount],
    asset: [network.asset.toLowerCase()],
  };
  const isOther = (name: string): boolean => {
    const value = response[name] ?? '';
    return value !== '' && !own[name]?.includes(String(value).toLowerCase());
  };
  return Object.keys(own).find(isOther) ?? null;
}

/** Reports every request that gets no answer in the protocol. */
export function withFaultReport(inner: Facilitator, onFault: (call: 'verify' | 'settle') => void): Facilitator {
  const reported = <Answer>(call: 'verify' | 'settle', answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error) => {
      if (error instanceof FacilitatorFault) onFault(call);
      throw error;
    });
  return {
    ...inner,
    verify: (payment) => reported('verify', inner.verify(payment)),
    settle: (payment) => reported('settle', inner.settle(payment)),
  };
}

/** Refusals come with any HTTP status; only the body counts. */
async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new Error('The answer is too long.');
    chunks.push(chunk);
  }
  const answer: unknown = JSON.parse(Buffer.concat(chunks).toString());
  if (typeof answer !== 'object' || answer === null) throw new Error(`${response.status} without an answer.`);
  return answer as Record<string, unknown>;
}

const isUnreached = (error: unknown): boolean => {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    code ?? '',
  );
};

/** Reasons appear in messages and headers, so other text is replaced. */
const codeOf = (text: unknown, fallback: string): string =>
  typeof text === 'string' && /^[a-z0-9_]{1,100}$/.test(text) ? text : fallback;

/** Lease of a request: the longest answer takes 20 seconds, a verification 10. */
export const WORK_MS = 45_000;
/** Lease of a settlement and the search on the chain. */
export const SETTLE_MS = TIMEOUTS.settleMs + 30_000;
/** Lease of a delivery; a slower payer may fetch the answer again. */
export const SEND_MS = 60_000;

export const leaseFor = (ms: number): string => new Date(Date.now() + ms).toISOString();

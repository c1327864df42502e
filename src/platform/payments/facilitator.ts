/** The facilitator, by the official interface: it checks signatures and balances, and brings payments to the chain. */
import type { Payment } from './payment.ts';

/** Callers wait for it. A block takes two seconds; when its patience ends the caller is told that we do not know yet. */
const PATIENCE = { verifyMs: 10_000, settleMs: 30_000 };
/** The longest real answer has a few hundred bytes. */
const ANSWER_BYTES_MAX = 262_144;

export interface Verdict {
  valid: boolean;
  /** A word for programs. */
  reason: string;
}

export interface Settlement {
  success: boolean;
  /** Hash of the transaction; empty when there is none. */
  transaction: string;
  reason: string;
}

/** `/verify`, `/settle` and `/supported`. Whatever is no answer in the protocol is thrown. */
export interface Facilitator {
  verify(payment: Payment): Promise<Verdict>;
  settle(payment: Payment): Promise<Settlement>;
  /** Network names and ids for which it takes `exact` payments. */
  supported(): Promise<Set<string>>;
}

export class FacilitatorFault extends Error {
  /** The connection was refused: nothing was asked. */
  readonly isUnreached: boolean;
  constructor(message: string, isUnreached: boolean, cause?: unknown) {
    super(message, { cause });
    this.isUnreached = isUnreached;
  }
}

/** Where it is asked, and the token it wants, if any. */
export interface FacilitatorAddress {
  url: string;
  token: string | null;
}

export function facilitator({ url, token }: FacilitatorAddress, patience = PATIENCE): Facilitator {
  const ask = async (path: string, timeoutMs: number, body?: unknown): Promise<Record<string, unknown>> => {
    try {
      const response = await fetch(`${url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        // A facilitator that moved is configured anew: payments follow nobody's pointer.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return await answerOf(response);
    } catch (error) {
      throw new FacilitatorFault(`The facilitator gave no answer to ${path}.`, isUnreached(error), error);
    }
  };
  const about = ({ version, payload, requirements }: Payment) => ({
    x402Version: version,
    paymentPayload: payload,
    paymentRequirements: requirements,
  });

  return {
    async verify(payment) {
      const { isValid, invalidReason, payer } = await ask('/verify', patience.verifyMs, about(payment));
      if (typeof isValid !== 'boolean')
        throw new FacilitatorFault('The facilitator does not say what is valid.', false);
      const isPayer = payer === undefined || String(payer).toLowerCase() === payment.payer;
      return { valid: isValid && isPayer, reason: word(invalidReason, isPayer ? 'invalid_payment' : 'invalid_payer') };
    },
    async settle(payment) {
      const told = await ask('/settle', patience.settleMs, about(payment));
      const { success, transaction, errorReason } = told;
      const other = otherThan(payment, told);
      if (other !== null)
        throw new FacilitatorFault(`The facilitator tells of a settlement with another ${other}.`, false);
      const hash = typeof transaction === 'string' ? transaction : '';
      if (typeof success !== 'boolean' || (success && !/^0x[0-9a-fA-F]{64}$/.test(hash)))
        throw new FacilitatorFault('The facilitator does not say what was settled.', false);
      return { success, transaction: hash, reason: word(errorReason, 'unexpected_settle_error') };
    },
    async supported() {
      const { kinds } = await ask('/supported', patience.verifyMs);
      const listed = (Array.isArray(kinds) ? kinds : []) as { scheme?: unknown; network?: unknown }[];
      return new Set(listed.filter(({ scheme }) => scheme === 'exact').map(({ network }) => String(network)));
    },
  };
}

/** What a settlement names that is not this payment's: then it tells nothing about it, and the chain is asked. */
function otherThan({ payer, network, amount }: Payment, told: Record<string, unknown>): string | null {
  const own: Record<string, readonly string[]> = {
    payer: [payer],
    // Each version has a name for it; facilitators are not strict about which.
    network: [network.id, network.name],
    amount: [amount],
    asset: [network.asset.toLowerCase()],
  };
  const isOther = (name: string): boolean => {
    const value = told[name] ?? '';
    return value !== '' && !own[name]?.includes(String(value).toLowerCase());
  };
  return Object.keys(own).find(isOther) ?? null;
}

/** The same facilitator; of every payment about which it gives no answer in the protocol somebody is told. */
export function watched(asked: Facilitator, onFault: (question: 'verify' | 'settle') => void): Facilitator {
  const told = <Answer>(question: 'verify' | 'settle', answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error) => {
      if (error instanceof FacilitatorFault) onFault(question);
      throw error;
    });
  return {
    ...asked,
    verify: (payment) => told('verify', asked.verify(payment)),
    settle: (payment) => told('settle', asked.settle(payment)),
  };
}

/** A refusal may come with any status; what counts is that it speaks the protocol. */
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

/** Leaves the house in messages and headers: a word, and not whatever somebody sends. */
const word = (text: unknown, fallback: string): string =>
  typeof text === 'string' && /^[a-z0-9_]{1,100}$/.test(text) ? text : fallback;

// §§ lease-times.ts: How long a payment is held by whoever works on it: who dies holding one, holds it no longer than this.

/** The longest answer takes 20 seconds, a verification 10. */
export const WORK_MS = 45_000;
/** Asking for the settlement, and looking at the chain. */
export const SETTLE_MS = PATIENCE.settleMs + 30_000;
/** Sending an answer: whose reader takes longer may have it again. */
export const SEND_MS = 60_000;

export const leaseFor = (ms: number): string => new Date(Date.now() + ms).toISOString();

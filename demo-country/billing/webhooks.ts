/** Delivers signed events, and retries until the receiver accepts them. */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';

const ATTEMPTS_MAX = 12;
const PAUSE_MS = 100;
const PAUSE_MS_MAX = 10_000;
const ANSWER_MS = 10_000;

/** Faults of the delivery. */
export interface WebhookFaults {
  /** Sends each event twice. */
  twice: boolean;
  /** Queues events until `release`. */
  paused: boolean;
  /** Signs with another secret, and does not retry. */
  wrongSecret: boolean;
  /** Seconds by which the signature's clock differs. */
  clockSeconds: number;
}

export interface Delivery {
  id: string;
  type: string;
  /** Null: no answer. */
  status: number | null;
}

export const signatureOf = (body: string, secret: string, seconds: number): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

/** `now`: in seconds. */
export function webhooks(secret: string, now: () => number, onDelivered: (id: string) => void) {
  const faults: WebhookFaults = { twice: false, paused: false, wrongSecret: false, clockSeconds: 0 };
  const deliveries: Delivery[] = [];
  const queued: Stripe.Event[] = [];
  const inFlight = new Set<Promise<void>>();
  const closed = new AbortController();
  let target: string | null = null;

  async function post(event: Stripe.Event, to: string): Promise<boolean> {
    const body = JSON.stringify(event, null, 2);
    const signature = signatureOf(body, faults.wrongSecret ? `${secret}x` : secret, now() + faults.clockSeconds);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_MS), closed.signal]);
    const response = await fetch(to, { method: 'POST', headers, body, signal, redirect: 'manual' }).catch(() => null);
    await response?.body?.cancel();
    deliveries.push({ id: event.id, type: event.type, status: response?.status ?? null });
    return response?.ok === true || faults.wrongSecret;
  }

  async function deliver(event: Stripe.Event): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX && !closed.signal.aborted; attempt++) {
      if (target !== null && (await post(event, target))) return onDelivered(event.id);
      await sleep(Math.min(PAUSE_MS * 2 ** attempt, PAUSE_MS_MAX), undefined, { signal: closed.signal }).catch(
        () => {},
      );
    }
  }

  const start = (event: Stripe.Event): void => {
    for (let time = 0; time < (faults.twice ? 2 : 1); time++) {
      const running: Promise<void> = deliver(event).finally(() => inFlight.delete(running));
      inFlight.add(running);
    }
  };

  return {
    faults,
    deliveries,
    queued,
    send(event: Stripe.Event): void {
      if (faults.paused) queued.push(event);
      else start(event);
    },
    /** Sends the queued events in that order. */
    release(order: (events: Stripe.Event[]) => Stripe.Event[] = (events) => events): void {
      for (const event of order(queued.splice(0))) start(event);
    },
    deliverTo(address: string): void {
      target = address;
    },
    async settled(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
    async close(): Promise<void> {
      closed.abort();
      await Promise.all(inFlight);
    },
  };
}

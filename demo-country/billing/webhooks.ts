/** Sends events to whoever listens, signed, and again until they are taken. */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';

const TRIES_MAX = 12;
const PAUSE_MS = 100;
const PAUSE_MS_MAX = 10_000;
const ANSWER_MS = 10_000;

export interface WebhookNeeds {
  secret: string;
  /** Seconds. */
  now(): number;
  /** Taken, or given up. */
  delivered(id: string): void;
}

/** What goes wrong on the way, to be switched on and off. */
export interface WebhookFaults {
  /** Each event is sent twice. */
  twice: boolean;
  /** Kept back until `release`. */
  held: boolean;
  /** Signed with another secret, and not sent again. */
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

export function webhooks({ secret, now, delivered }: WebhookNeeds) {
  const faults: WebhookFaults = { twice: false, held: false, wrongSecret: false, clockSeconds: 0 };
  const deliveries: Delivery[] = [];
  const held: Stripe.Event[] = [];
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
    for (let attempt = 0; attempt < TRIES_MAX && !closed.signal.aborted; attempt++) {
      if (target !== null && (await post(event, target))) return delivered(event.id);
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
    held,
    send(event: Stripe.Event): void {
      if (faults.held) held.push(event);
      else start(event);
    },
    /** Sends what was kept back, in that order. */
    release(order: (events: Stripe.Event[]) => Stripe.Event[] = (events) => events): void {
      for (const event of order(held.splice(0))) start(event);
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

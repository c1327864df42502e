/**
 * Slots: limited numbers of concurrent holders, of which one holder gets only some; they refuse and never wait. Also the slots
 * for request bodies on their way: senders may be arbitrarily slow, so Pro callers have slots of their own, and no caller can
 * take all of a class.
 */

import { type ApiError, BodyNotReceived } from '#api/api-error.ts';
import { type Caller, callerKey } from '#api/caller.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { BodyTimeout } from './body.ts';

export class Slots {
  readonly #total: number;
  readonly #each: number;
  readonly #byHolder = new Map<string, number>();
  #taken = 0;

  constructor({ total, each }: { total: number; each: number }) {
    this.#total = total;
    this.#each = each;
  }

  /** False when no slot is left, in total or for this holder. */
  take(holder: string): boolean {
    const own = this.#byHolder.get(holder) ?? 0;
    if (this.#taken >= this.#total || own >= this.#each) return false;
    this.#taken++;
    this.#byHolder.set(holder, own + 1);
    return true;
  }

  free(holder: string): void {
    const own = this.#byHolder.get(holder) ?? 0;
    this.#taken--;
    if (own > 1) this.#byHolder.set(holder, own - 1);
    else this.#byHolder.delete(holder);
  }
}

export interface BodyLimits {
  /** `each`: of one account. */
  pro: { total: number; each: number };
  /**
   * `each`: of one client network (see `lib/values/ip.ts`), or of one account that agents act for, which come from few
   * addresses. Payers count here too, because a payment is not verified yet.
   */
  others: { total: number; each: number };
  waitMs: number;
  /** For anonymous callers, who only get an offer. */
  offerWaitMs: number;
}

/**
 * A body of 64 KB, the default limit, takes a second on a slow phone, so times and slots are generous: at its limit of 1,200
 * requests a minute, an account whose bodies each take ten seconds has 200 on their way.
 */
export const BODY_LIMITS: BodyLimits = {
  pro: { total: 1_000, each: 200 },
  others: { total: 1_000, each: 20 },
  waitMs: 10_000,
  offerWaitMs: 3_000,
};

export class BodySlots {
  readonly #limits: BodyLimits;
  readonly #work: ConcurrentRequests;
  readonly #pro: Slots;
  readonly #others: Slots;

  constructor(limits: BodyLimits, work: ConcurrentRequests) {
    this.#limits = limits;
    this.#work = work;
    this.#pro = new Slots(limits.pro);
    this.#others = new Slots(limits.others);
  }

  /**
   * Waits for the body of a running request, as `read` reads it; meanwhile the request does not count as running. `routeMs`: the
   * time limit of the route.
   */
  async arrival<Body>(
    caller: Caller,
    routeMs: number | undefined,
    read: (wait: BodyTimeout) => Promise<Body>,
  ): Promise<Body> {
    const places = caller.pro ? this.#pro : this.#others;
    const holder = callerKey(caller);
    const waitMs = routeMs ?? (caller.kind === 'anonymous' ? this.#limits.offerWaitMs : this.#limits.waitMs);
    if (!places.take(holder)) throw tooMany(messages.body.tooMany());
    this.#work.end();
    const body = await read({ waitMs, late: () => late(waitMs) }).finally(() => {
      this.#work.begin();
      places.free(holder);
    });
    if (this.#work.isTooMuch) throw tooMany(messages.http.overloaded());
    return body;
  }
}

const tooMany = (message: Message): ApiError =>
  new BodyNotReceived('OVERLOADED', message, { headers: { 'retry-after': '1' } });

/** The connection closes after the refusal: only the rest of the body could follow on it. */
const late = (waitMs: number): ApiError =>
  new BodyNotReceived('INVALID_BODY', messages.body.late({ seconds: waitMs / 1000 }), {
    headers: { connection: 'close' },
  });

/** The number of running requests of a thread. A request that waits for its body is not running: it holds a body slot. */
export class ConcurrentRequests {
  readonly #max: number;
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  begin(): void {
    this.#running++;
  }

  end(): void {
    this.#running--;
  }

  /** True for a request above the limit. */
  get isTooMuch(): boolean {
    return this.#running > this.#max;
  }
}

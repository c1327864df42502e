/**
 * Slots for bodies that are on their way: how many a thread waits for, for whom, and how long. A sender can be as slow as he
 * likes, so that waiting must cost others nothing: Pro callers have places of their own, which nobody else can take, and among
 * equals nobody can take all of them.
 */

import type { ApiError } from '#api/api-error.ts';
import { BodyNotReceived } from '#api/background-work.ts';
import { type Caller, callerKey } from '#api/caller.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import type { ConcurrentRequests } from './concurrent-requests.ts';
import type { BodyTimeout } from './read-body.ts';
import { said, body as saidOfBody } from './sentences.ts';
import { Slots } from './slots.ts';

export interface BodyLimits {
  /** `each`: of one account. */
  pro: { total: number; each: number };
  /** `each`: of one household, see `#base/ip.ts`, or of one account that agents speak for: those come from a few addresses. Payers too: until a payment is verified, anybody may claim to make one. */
  others: { total: number; each: number };
  waitMs: number;
  /** For callers without any credential, who get an offer and nothing else. */
  offerWaitMs: number;
}

/**
 * A body of 64 KB, the largest we read, takes a second on a slow phone. So the times are generous, and so are the total: at its
 * limit of 1,200 requests a minute an account whose every body takes ten seconds has 200 on their way.
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

  /** The body of a request that is being worked on, as `read` makes it out; the work rests meanwhile. `routeMs`: the route's own time. */
  async arrival<Body>(
    caller: Caller,
    routeMs: number | undefined,
    read: (wait: BodyTimeout) => Promise<Body>,
  ): Promise<Body> {
    const places = caller.pro ? this.#pro : this.#others;
    const holder = callerKey(caller);
    const waitMs = routeMs ?? (caller.kind === 'anonymous' ? this.#limits.offerWaitMs : this.#limits.waitMs);
    if (!places.take(holder)) throw tooMany(saidOfBody.tooMany());
    this.#work.end();
    const body = await read({ waitMs, late: () => late(waitMs) }).finally(() => {
      this.#work.begin();
      places.free(holder);
    });
    if (this.#work.isTooMuch) throw tooMany(said.overloaded());
    return body;
  }
}

const tooMany = (sentence: Sentence): ApiError =>
  new BodyNotReceived('OVERLOADED', sentence, { headers: { 'retry-after': '1' } });

/** The connection ends with the refusal: nothing but the rest of the body could come on it. */
const late = (waitMs: number): ApiError =>
  new BodyNotReceived('INVALID_BODY', saidOfBody.late({ seconds: waitMs / 1000 }), {
    headers: { connection: 'close' },
  });

/**
 * Requests that have arrived and wait for their thread. Node begins every request as soon as it is read: in a rush a turn of the event loop
 * takes seconds, in which one new connection is accepted, and a client that is served late may have gone. Here a turn stays short, requests
 * with a credential come first, and requests that would be served late are refused at once.
 */

/** A turn begins requests for this long; further ones wait. */
const TURN_MS = 5;
/** Waiting requests that a turn begins: between two turns new connections and requests are read. */
const TURN_REQUESTS = 4;
/** A request that waits longer is late. */
const LATE_MS = 50;

export interface RushLimits {
  /** A collection of garbage or a start makes requests late for a moment; a rush makes every one late for longer than this. */
  rushMs: number;
  /** In a rush a request is refused after this wait. */
  refusedMs: number;
}

export const RUSH_LIMITS: RushLimits = { rushMs: 2_000, refusedMs: 300 };

/** `isRefused`: it has waited too long. */
type Work = (isRefused: boolean) => void;

export class WaitingRequests {
  readonly #known: Line;
  readonly #others: Line;
  readonly #now: () => number;
  /** When this turn began its first request. */
  #turnAt: number | null = null;
  /** Calls of `#next` that are due. */
  #due = 0;

  constructor(limits: RushLimits, now: () => number = performance.now.bind(performance)) {
    this.#now = now;
    this.#known = new Line(limits);
    this.#others = new Line(limits);
  }

  /** `hasCredential`: see `showsCredential`. */
  begin(hasCredential: boolean, work: Work): void {
    const now = this.#now();
    if (this.#turnAt === null) {
      this.#turnAt = now;
      setImmediate(this.#endTurn);
    }
    if (this.#due === 0 && now - this.#turnAt < TURN_MS) {
      work(false);
      return;
    }
    (hasCredential ? this.#known : this.#others).push({ work, at: now });
    for (; this.#due < TURN_REQUESTS; this.#due++) setImmediate(this.#next);
  }

  #endTurn = (): void => {
    this.#turnAt = null;
  };

  /** One request in each call: node does the rest of its work before the next one. */
  #next = (): void => {
    const now = this.#now();
    const line = this.#known.isEmpty || this.#others.isRefusing(now) ? this.#others : this.#known;
    const isRefused = line.isRefusing(now);
    const work = line.take(now);
    if (work === undefined) {
      if (--this.#due === 0) for (const each of [this.#known, this.#others]) each.lateSince = null;
      return;
    }
    setImmediate(this.#next);
    work(isRefused);
  };
}

class Line {
  /** When the first of the requests came that were late one after the other up to now. */
  lateSince: number | null = null;
  readonly #limits: RushLimits;
  readonly #waiting: { work: Work; at: number }[] = [];

  constructor(limits: RushLimits) {
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  push(request: { work: Work; at: number }): void {
    this.#waiting.push(request);
  }

  /** Whether there is a rush, and the first request has waited too long. */
  isRefusing(now: number): boolean {
    const [first] = this.#waiting;
    const { rushMs, refusedMs } = this.#limits;
    return first !== undefined && now - first.at > refusedMs && now - (this.lateSince ?? first.at) > rushMs;
  }

  take(now: number): Work | undefined {
    const first = this.#waiting.shift();
    if (first === undefined) return undefined;
    if (now - first.at > LATE_MS) this.lateSince ??= first.at;
    else this.lateSince = null;
    return first.work;
  }
}

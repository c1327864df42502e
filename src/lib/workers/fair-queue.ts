/**
 * A line in which everybody has a queue of their own, and the queues are served in turn: however much one asker has waiting, the
 * first thing that another wants comes next. Bounded for each and for all; in a full line whoever has most makes room.
 */

export interface Wanted {
  /** Who wants it: it stands in the queue of each of them, and is gone from all when it is taken. */
  readonly askers: Set<string>;
}

export class FairQueue<Item extends Wanted> {
  readonly #limits: { all: number; each: number };
  readonly #onCrowdedOut: (item: Item) => void;
  readonly #waiting = new Set<Item>();
  /** In the order of their turns. None is empty. */
  readonly #queues = new Map<string, Set<Item>>();

  constructor(limits: { all: number; each: number }, onCrowdedOut: (item: Item) => void) {
    this.#limits = limits;
    this.#onCrowdedOut = onCrowdedOut;
  }

  get size(): number {
    return this.#waiting.size;
  }

  has(item: Item): boolean {
    return this.#waiting.has(item);
  }

  /** False when there is no place for it. What waits already keeps its place, and comes at whichever turn is sooner. */
  join(item: Item, asker: string): boolean {
    const isWaiting = this.#waiting.has(item);
    const own = this.#queues.get(asker)?.size ?? 0;
    if (own >= this.#limits.each) return isWaiting;
    if (!isWaiting && this.#waiting.size >= this.#limits.all && !this.#makeRoom(own)) return false;
    this.#waiting.add(item);
    item.askers.add(asker);
    this.#queues.getOrInsertComputed(asker, () => new Set()).add(item);
    return true;
  }

  /** The next one; its asker has the last turn then. */
  take(): Item | undefined {
    for (const [asker, queue] of this.#queues) {
      const [item] = queue;
      if (item === undefined) continue;
      this.leave(item);
      if (queue.size > 0) {
        this.#queues.delete(asker);
        this.#queues.set(asker, queue);
      }
      return item;
    }
    return undefined;
  }

  leave(item: Item): void {
    if (!this.#waiting.delete(item)) return;
    for (const asker of item.askers) {
      const queue = this.#queues.get(asker);
      queue?.delete(item);
      if (queue?.size === 0) this.#queues.delete(asker);
    }
  }

  /** Once more, before everything else that their askers want. */
  putBack(items: readonly Item[]): void {
    const askers = new Set(items.flatMap((item) => [...item.askers]));
    for (const item of items) this.#waiting.add(item);
    for (const asker of askers) {
      const again = items.filter((item) => item.askers.has(asker));
      this.#queues.set(asker, new Set([...again, ...(this.#queues.get(asker) ?? [])]));
    }
  }

  /** Whoever has most waiting loses the last of it to one who has less. */
  #makeRoom(own: number): boolean {
    let longest = new Set<Item>();
    for (const queue of this.#queues.values()) if (queue.size > longest.size) longest = queue;
    if (longest.size <= own + 1) return false;
    const last = [...longest].at(-1) as Item;
    this.leave(last);
    this.#onCrowdedOut(last);
    return true;
  }
}

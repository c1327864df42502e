/**
 * A fair queue: each caller has a queue, and the queues are served in rotation, so that a caller with many items delays no other.
 * Bounded per caller and in total. When it is full, the caller with the most items loses the last one.
 */

export interface QueueItem {
  /** Callers that share the item: it is in the queue of each, and leaves all of them at once. */
  readonly callers: Set<string>;
}

export class FairQueue<Item extends QueueItem> {
  readonly #limits: { all: number; each: number };
  readonly #onEvicted: (item: Item) => void;
  readonly #waiting = new Set<Item>();
  /** In the order of rotation. None is empty. */
  readonly #queues = new Map<string, Set<Item>>();

  constructor(limits: { all: number; each: number }, onEvicted: (item: Item) => void) {
    this.#limits = limits;
    this.#onEvicted = onEvicted;
  }

  get size(): number {
    return this.#waiting.size;
  }

  has(item: Item): boolean {
    return this.#waiting.has(item);
  }

  /** False when the queue is full. An item that already waits keeps its position; the earlier of its positions counts. */
  add(item: Item, caller: string): boolean {
    const isWaiting = this.#waiting.has(item);
    const own = this.#queues.get(caller)?.size ?? 0;
    if (own >= this.#limits.each) return isWaiting;
    if (!isWaiting && this.#waiting.size >= this.#limits.all && !this.#evict(own)) return false;
    this.#waiting.add(item);
    item.callers.add(caller);
    this.#queues.getOrInsertComputed(caller, () => new Set()).add(item);
    return true;
  }

  /** The next item; its caller moves to the end of the rotation. */
  take(): Item | undefined {
    for (const [caller, queue] of this.#queues) {
      const [item] = queue;
      if (item === undefined) continue;
      this.remove(item);
      if (queue.size > 0) {
        this.#queues.delete(caller);
        this.#queues.set(caller, queue);
      }
      return item;
    }
    return undefined;
  }

  remove(item: Item): void {
    if (!this.#waiting.delete(item)) return;
    for (const caller of item.callers) {
      const queue = this.#queues.get(caller);
      queue?.delete(item);
      if (queue?.size === 0) this.#queues.delete(caller);
    }
  }

  /** Puts items at the head of their callers' queues. */
  putBack(items: readonly Item[]): void {
    const callers = new Set(items.flatMap((item) => [...item.callers]));
    for (const item of items) this.#waiting.add(item);
    for (const caller of callers) {
      const own = items.filter((item) => item.callers.has(caller));
      this.#queues.set(caller, new Set([...own, ...(this.#queues.get(caller) ?? [])]));
    }
  }

  /** Removes the last item of the longest queue, unless the caller's would become as long. */
  #evict(own: number): boolean {
    let longest = new Set<Item>();
    for (const queue of this.#queues.values()) if (queue.size > longest.size) longest = queue;
    if (longest.size <= own + 1) return false;
    const last = [...longest].at(-1) as Item;
    this.remove(last);
    this.#onEvicted(last);
    return true;
  }
}

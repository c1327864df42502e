/**
 * Limits concurrent reading of uploaded files. Each takes a core, so there are two slots: one for accounts and one for
 * visitors, each serving senders in turn; accounts may use both while no visitor waits. So visitors delay no account, a
 * sender of many files delays no other sender, and accounts do not starve visitors.
 */
import { FairQueue, type QueueItem } from '#lib/workers/fair-queue.ts';

export const AT_ONCE = 2;
const VISITORS_AT_ONCE = 1;
/** Waiting files, of all and of one sender: a file takes a second or two, and no sender waits longer than a minute. */
const QUEUE_MAX = { all: 20, each: 2 };

export interface Sender {
  /** The account, or a visitor's client network. */
  by: string;
  isPro: boolean;
  signal: AbortSignal;
}

export interface ReadingSemaphore {
  /** Returns the function that releases the slot; null when the queue is full, or the sender was displaced or has left. */
  acquire(sender: Sender): Promise<(() => void) | null>;
}

interface Waiter extends QueueItem {
  begin(end: (() => void) | null): void;
}

type Kind = 'pro' | 'visitor';

export function readingSemaphore(): ReadingSemaphore {
  const crowdedOut = ({ begin }: Waiter): void => begin(null);
  const queues = { pro: new FairQueue(QUEUE_MAX, crowdedOut), visitor: new FairQueue(QUEUE_MAX, crowdedOut) };
  const reading = { pro: 0, visitor: 0 };

  function nextKind(): Kind | null {
    if (reading.pro + reading.visitor >= AT_ONCE) return null;
    const isVisitorNext = queues.visitor.size > 0 && reading.visitor < VISITORS_AT_ONCE;
    if (queues.pro.size > 0 && (reading.pro === 0 || !isVisitorNext)) return 'pro';
    return isVisitorNext ? 'visitor' : null;
  }

  function serve(): void {
    for (let kind = nextKind(); kind; kind = nextKind()) {
      const next = queues[kind].take();
      reading[kind]++;
      next?.begin(releaseOf(kind));
    }
  }

  function releaseOf(kind: Kind): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      reading[kind]--;
      serve();
    };
  }

  return {
    async acquire({ by, isPro, signal }) {
      if (signal.aborted) return null;
      const queue = isPro ? queues.pro : queues.visitor;
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const waiting: Waiter = { callers: new Set(), begin: resolve };
      if (!queue.add(waiting, by)) return null;
      const leave = (): void => {
        queue.remove(waiting);
        resolve(null);
      };
      signal.addEventListener('abort', leave, { once: true });
      serve();
      return promise.finally(() => signal.removeEventListener('abort', leave));
    },
  };
}

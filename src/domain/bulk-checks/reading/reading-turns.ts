/**
 * Who may read an uploaded file now. Each reading costs a core, so that there are two: one for accounts and one for visitors, each
 * served in turn of who sent; an account may read in both while no visitor waits. So visitors hold up no account, nobody who sends
 * many files holds up who sends one, and visitors are not forgotten over accounts.
 */
import { FairQueue, type Wanted } from '#lib/workers/fair-queue.ts';

export const AT_ONCE = 2;
const VISITORS_AT_ONCE = 1;
/** Files that wait, of all and of one sender: a file takes a second or two, and nobody waits longer than a minute. */
const LINE_MAX = { all: 20, each: 2 };

export interface Sender {
  /** The account, or the household of a visitor. */
  by: string;
  isPro: boolean;
  signal: AbortSignal;
}

export interface ReadingSemaphore {
  /** What it gives ends the turn; null when there is no place in the line, or no more, or the sender has left. */
  acquire(sender: Sender): Promise<(() => void) | null>;
}

interface Waiting extends Wanted {
  begin(end: (() => void) | null): void;
}

type Kind = 'pro' | 'visitor';

export function readingSemaphore(): ReadingSemaphore {
  const crowdedOut = ({ begin }: Waiting): void => begin(null);
  const lines = { pro: new FairQueue(LINE_MAX, crowdedOut), visitor: new FairQueue(LINE_MAX, crowdedOut) };
  const reading = { pro: 0, visitor: 0 };

  function nextKind(): Kind | null {
    if (reading.pro + reading.visitor >= AT_ONCE) return null;
    const isVisitorsTurn = lines.visitor.size > 0 && reading.visitor < VISITORS_AT_ONCE;
    if (lines.pro.size > 0 && (reading.pro === 0 || !isVisitorsTurn)) return 'pro';
    return isVisitorsTurn ? 'visitor' : null;
  }

  function serve(): void {
    for (let kind = nextKind(); kind; kind = nextKind()) {
      const next = lines[kind].take();
      reading[kind]++;
      next?.begin(turnOf(kind));
    }
  }

  function turnOf(kind: Kind): () => void {
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
      const line = isPro ? lines.pro : lines.visitor;
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const waiting: Waiting = { askers: new Set(), begin: resolve };
      if (!line.join(waiting, by)) return null;
      const leave = (): void => {
        line.leave(waiting);
        resolve(null);
      };
      signal.addEventListener('abort', leave, { once: true });
      serve();
      return promise.finally(() => signal.removeEventListener('abort', leave));
    },
  };
}

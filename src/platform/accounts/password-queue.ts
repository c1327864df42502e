/**
 * Where passwords wait to be digested. Each takes 19 MiB and a twentieth of a second of a processor, on threads that also compress
 * answers: one at a time for each serving thread, households in turn, and no more in the line than are through before people give up.
 */
import { FairQueue } from '#lib/workers/fair-queue.ts';

/** Three seconds, when all of them are there. */
const WAITING_MAX = 60;
/** Of one household: a person sends one at a time. */
const WAITING_EACH = 3;
const AT_ONCE = 1;

interface Waiting {
  readonly askers: Set<string>;
  start(): void;
  refuse(): void;
}

export interface PasswordLine {
  /** Null when too many wait. */
  run<Done>(asker: string, work: () => Promise<Done>): Promise<Done | null>;
}

export function passwordQueue(): PasswordLine {
  const line = new FairQueue<Waiting>({ all: WAITING_MAX, each: WAITING_EACH }, (item) => item.refuse());
  let running = 0;
  const next = (): void => {
    if (running >= AT_ONCE) return;
    const item = line.take();
    if (item === undefined) return;
    running++;
    item.start();
  };
  return {
    async run(asker, work) {
      const { promise: turn, resolve } = Promise.withResolvers<boolean>();
      const item: Waiting = { askers: new Set(), start: () => resolve(true), refuse: () => resolve(false) };
      if (!line.join(item, asker)) return null;
      next();
      if (!(await turn)) return null;
      try {
        return await work();
      } finally {
        running--;
        next();
      }
    },
  };
}

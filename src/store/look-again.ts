/** Looks at a store again and again: one look at a time, and trouble that lasts is told once, not with every look. */

export interface LookingAgain {
  /** Looks no more, once a look under way is over. */
  stop(): Promise<void>;
}

/** `onError` hears the first failure in a row; the next look comes as if nothing had been. */
export function lookAgain(look: () => Promise<void>, everyMs: number, onError: (error: unknown) => void): LookingAgain {
  let running: Promise<void> | null = null;
  let isFailing = false;
  const lookNow = async (): Promise<void> => {
    try {
      await look();
      isFailing = false;
    } catch (error) {
      if (!isFailing) onError(error);
      isFailing = true;
    }
  };
  const timer = setInterval(() => {
    // A slow look must neither pile up others behind it nor put an older copy over a newer one.
    running ??= lookNow().finally(() => {
      running = null;
    });
  }, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

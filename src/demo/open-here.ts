/**
 * Opens files in this thread: for those of the invented country, which we wrote ourselves a moment ago, and for no others. A process of
 * its own for each, as files of strangers have, would make a first start wait five times as long.
 */
import { read } from '#documents/opening/open-file.ts';
import type { OpeningSandbox } from '#documents/opening/opened-file.ts';
import { Unread } from '#jobs/sandbox-terms.ts';

export const openHere: OpeningSandbox = {
  async *pieces(input, { argument = '', signal } = {}) {
    try {
      for await (const piece of read(input, argument)) {
        signal?.throwIfAborted();
        yield piece;
      }
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Unread('broken', String(error));
    }
  },
  close() {},
};

/**
 * Pages of long tables are read one at a time on a serving thread, accounts in turn, and between two of them everybody else has a
 * turn: however many tables are being made, a look-up waits for one page at most.
 */
import { setImmediate as othersFirst } from 'node:timers/promises';

type Page = () => Promise<void>;

/** By account, in the order of their turns. None is empty. */
const waiting = new Map<string, Page[]>();
let isReading = false;

/** What `read` gives, when it is this account's turn. Who leaves while waiting is not read for. */
export function inTurn<Read>(asker: string, signal: AbortSignal, read: () => Promise<Read>): Promise<Read> {
  const { promise, resolve, reject } = Promise.withResolvers<Read>();
  const page = async (): Promise<void> => {
    try {
      signal.throwIfAborted();
      resolve(await read());
    } catch (error) {
      reject(error);
    }
  };
  waiting.getOrInsertComputed(asker, () => []).push(page);
  void readAll();
  return promise;
}

async function readAll(): Promise<void> {
  if (isReading) return;
  isReading = true;
  for (let page = next(); page; page = next()) {
    await page();
    await othersFirst();
  }
  isReading = false;
}

/** Whoever had it goes to the end of the line. */
function next(): Page | undefined {
  for (const [asker, pages] of waiting) {
    const page = pages.shift();
    waiting.delete(asker);
    if (pages.length > 0) waiting.set(asker, pages);
    return page;
  }
  return undefined;
}

/** Rows that a secret leads to, kept at hand until something changes; the secrets themselves are kept nowhere. */
import { hash, randomBytes } from 'node:crypto';
import type { ChangeWatch } from '#data/store/changes/counter.ts';

/** A row and its name take some 500 bytes: 5 MB in each thread. */
const COPIES_MAX = 10_000;
/** Secrets that lead nowhere: a program that goes on with a revoked key knows one, who guesses never asks twice. */
const MISSES_MAX = 1_000;

/** Waited for before anything is read: where it throws, nothing is. */
export type Permit = () => Promise<void>;

/**
 * The row of a secret: at once when it is at hand, else read. Kept under a digest that is this thread's own and, at half a
 * microsecond, costs a fifth of the one in the store.
 */
export function copies<Row extends object>(
  watch: ChangeWatch,
  read: (secret: string) => Promise<Row | null>,
): (secret: string, permit?: Permit) => Row | null | Promise<Row | null> {
  const salt = randomBytes(32).toString('base64url');
  const rows = new Map<string, Row>();
  const misses = new Set<string>();
  let madeAt = watch.seen();

  const readAndKeep = async (secret: string, name: string, permit?: Permit): Promise<Row | null> => {
    if (permit) await permit();
    const before = watch.seen();
    const row = await read(secret);
    // A change that was seen meanwhile may have come after the reading.
    if (before !== watch.seen() || before !== madeAt) return row;
    if (row === null) {
      if (misses.size >= MISSES_MAX) misses.clear();
      misses.add(name);
    } else {
      if (rows.size >= COPIES_MAX) rows.clear();
      rows.set(name, row);
    }
    return row;
  };

  return (secret, permit) => {
    if (madeAt !== watch.seen()) {
      rows.clear();
      misses.clear();
      madeAt = watch.seen();
    }
    const name = hash('sha256', salt + secret, 'base64url');
    if (!watch.isGood()) return readAndKeep(secret, name, permit);
    return rows.get(name) ?? (misses.has(name) ? null : readAndKeep(secret, name, permit));
  };
}

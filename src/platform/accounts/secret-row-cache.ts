/** Caches the row of a secret until the watched topic changes. The cache does not contain the secrets. */
import { hash, randomBytes } from 'node:crypto';
import type { ChangeWatch } from '#data/store/changes/counter.ts';

/** A row and its key take some 500 bytes: 5 MB in each thread. */
const ROWS_MAX = 10_000;
/** Unknown secrets: a program with a revoked key repeats one, an attacker who guesses never repeats any. */
const MISSES_MAX = 1_000;

/** Awaited before a read; if it throws, nothing is read. */
export type Permit = () => Promise<void>;

/**
 * Returns a cached row synchronously, else reads it. The cache key is a digest salted per thread, which at half a microsecond costs a
 * fifth of the digest in the store.
 */
export function secretRowCache<Row extends object>(
  watch: ChangeWatch,
  read: (secret: string) => Promise<Row | null>,
): (secret: string, permit?: Permit) => Row | null | Promise<Row | null> {
  const salt = randomBytes(32).toString('base64url');
  const rows = new Map<string, Row>();
  const misses = new Set<string>();
  let cachedAt = watch.version();

  const readAndCache = async (secret: string, name: string, permit?: Permit): Promise<Row | null> => {
    if (permit) await permit();
    const before = watch.version();
    const row = await read(secret);
    // A change seen meanwhile may be newer than the row.
    if (before !== watch.version() || before !== cachedAt) return row;
    if (row === null) {
      if (misses.size >= MISSES_MAX) misses.clear();
      misses.add(name);
    } else {
      if (rows.size >= ROWS_MAX) rows.clear();
      rows.set(name, row);
    }
    return row;
  };

  return (secret, permit) => {
    if (cachedAt !== watch.version()) {
      rows.clear();
      misses.clear();
      cachedAt = watch.version();
    }
    const name = hash('sha256', salt + secret, 'base64url');
    if (!watch.isFresh()) return readAndCache(secret, name, permit);
    return rows.get(name) ?? (misses.has(name) ? null : readAndCache(secret, name, permit));
  };
}

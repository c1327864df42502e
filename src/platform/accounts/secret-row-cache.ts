/** Caches the row of a secret until the watched topic changes. The secrets themselves are in memory only while their connection is open. */
import { hash, randomBytes } from 'node:crypto';
import type { ChangeWatch } from '#data/store/changes/counter.ts';

/** A row and its key take some 500 bytes: 5 MB in each thread. */
const ROWS_MAX = 10_000;
/** Unknown secrets: a program with a revoked key repeats one, an attacker who guesses never repeats any. */
const MISSES_MAX = 1_000;

/** Awaited before a read; if it throws, nothing is read. */
export type Permit = () => Promise<void>;

/**
 * Returns a cached row synchronously, else reads it. The cache key is a digest salted per thread. `connection`: lives as long as the
 * connection that sent the secret, whose other requests mostly send the same one and need no further digest.
 */
export function secretRowCache<Row extends object>(
  watch: ChangeWatch,
  read: (secret: string) => Promise<Row | null>,
): (secret: string, permit?: Permit, connection?: object) => Row | null | Promise<Row | null> {
  const salt = randomBytes(32).toString('base64url');
  const nameOf = memoizedForConnections((secret) => hash('sha256', salt + secret, 'base64url'));
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

  return (secret, permit, connection) => {
    if (cachedAt !== watch.version()) {
      rows.clear();
      misses.clear();
      cachedAt = watch.version();
    }
    const name = nameOf(secret, connection);
    if (!watch.isFresh()) return readAndCache(secret, name, permit);
    return rows.get(name) ?? (misses.has(name) ? null : readAndCache(secret, name, permit));
  };
}

/** Remembers the last secret of each open connection with its digest. */
function memoizedForConnections(digest: (secret: string) => string): (secret: string, connection?: object) => string {
  const last = new WeakMap<object, { secret: string; name: string }>();
  return (secret, connection) => {
    if (connection === undefined) return digest(secret);
    const known = last.get(connection);
    if (known?.secret === secret) return known.name;
    const name = digest(secret);
    last.set(connection, { secret, name });
    return name;
  };
}

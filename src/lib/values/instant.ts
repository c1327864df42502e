/** Conversions between ISO 8601 text and milliseconds. Many answers share their instants: results are memoized. */

/** Some 100 bytes each. */
const ENTRIES_MAX = 5_000;

export const msOf = memoized((instant: string): number => Date.parse(instant));

export const instantOf = memoized((ms: number): string => new Date(ms).toISOString());

/** The format of HTTP headers. */
export const httpDateOf = memoized((instant: string): string => new Date(instant).toUTCString());

export function memoized<From, To>(convert: (from: From) => To): (from: From) => To {
  const cache = new Map<From, To>();
  return (from) => {
    const cached = cache.get(from);
    if (cached !== undefined) return cached;
    if (cache.size >= ENTRIES_MAX) cache.clear();
    const result = convert(from);
    cache.set(from, result);
    return result;
  };
}

/** Instants are ISO 8601 text in answers and milliseconds in sums. Many answers share theirs, so what was converted is kept for a while. */

/** Some 100 bytes each. Whoever asks for one after the other, each of its own moment, pays for converting them as before. */
const KEPT_MAX = 5_000;

export const msOf = kept((instant: string): number => Date.parse(instant));

export const instantOf = kept((ms: number): string => new Date(ms).toISOString());

/** As the headers of HTTP write it. */
export const httpDateOf = kept((instant: string): string => new Date(instant).toUTCString());

function kept<From, To>(convert: (from: From) => To): (from: From) => To {
  const known = new Map<From, To>();
  return (from) => {
    const before = known.get(from);
    if (before !== undefined) return before;
    if (known.size >= KEPT_MAX) known.clear();
    const made = convert(from);
    known.set(from, made);
    return made;
  };
}

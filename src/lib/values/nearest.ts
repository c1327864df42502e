/** Suggestions for an unknown name, for error messages. */

/** Fits into one sentence. */
const NEAR_MAX = 5;

/** A name with more edits is a different name. */
const EDITS_MAX = 3;

/** Slugs with a common prefix, that contain each other, or that differ by few letters; nearest first, otherwise in input order. */
export function nearest(slug: string, candidates: readonly string[]): string[] {
  const limit = Math.min(EDITS_MAX, Math.max(1, Math.floor(slug.length / 3)));
  return candidates
    .map((candidate) => ({ candidate, distance: distanceOf(slug, candidate, limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, NEAR_MAX)
    .map(({ candidate }) => candidate);
}

function distanceOf(a: string, b: string, limit: number): number {
  const edits = editsBetween(a, b, limit);
  const part = a.length > 2 && (b.startsWith(a) || b.includes(`-${a}`) || (b.length > 2 && a.includes(b)));
  return part ? Math.min(edits, 1) : edits;
}

/** Edits between two words, two swapped letters being one; any number above the limit if they exceed it. */
function editsBetween(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  let second: readonly number[] = [];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (second[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min(replaced, swapped, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    second = above;
    above = row;
  }
  return above[b.length] ?? limit + 1;
}

/** Releases that cannot be shown because their very address names a hidden person; of all others only the text is cleared of names. */
import type { HiddenNames } from '#base/hidden-names.ts';

/** Addresses write blanks as `_`, `-` or `%20`. */
export function namesHidden({ url, slug = '' }: { url: string; slug?: string }, names: HiddenNames): boolean {
  const spoken = `${decoded(url)} ${slug}`.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  return names.redacted(spoken) !== spoken;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    // Not encoded the way it should be: then it is read as it stands.
    return url;
  }
}

/** A path of ours, whatever it was read from: never one that a browser would follow to another host. */

const LENGTH_MAX = 2_000;
/** Stands for our own host, which paths are read against: whatever leaves it leads elsewhere. */
const OWN = 'http://own.invalid';

/** Written out again, so that no browser reads it otherwise than we did; null for what leads elsewhere, or nowhere. */
export function ownPath(text: string | null): string | null {
  if (text === null || text.length > LENGTH_MAX || !text.startsWith('/') || !URL.canParse(text, OWN)) return null;
  const { origin, pathname, search, hash } = new URL(text, OWN);
  return origin === OWN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : null;
}

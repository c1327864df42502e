/** Releases that cannot be shown because their very address names a hidden person; of all others only the text is cleared of names. */
import { decodedAddress } from '#base/decoded-address.ts';
import type { HiddenNames } from '#base/hidden-names.ts';

export function namesHidden({ url, slug = '' }: { url: string; slug?: string }, names: HiddenNames): boolean {
  const spoken = decodedAddress(`${url} ${slug}`);
  return names.redacted(spoken) !== spoken;
}

/** Text of documents as it leaves: without the names of hidden persons and without personal numbers. */
import { withoutCnp } from '#base/cnp.ts';
import type { HiddenNames } from '#base/hidden-names.ts';

/** Also of what was broken at the end of a line. Both looks go through the text; neither makes the other find more. */
export const maskedText = (text: string, hidden: HiddenNames): string => hidden.redacted(withoutCnp(text));

/** Whom this installation trusts, as a verdict needs to know it. */
import type { Certificate } from './certificate.ts';

export interface Trust {
  /** Authorities that are trusted. */
  anchors: readonly Certificate[];
  /** Those that are trusted for timestamps, and for nothing else. */
  timeAnchors: readonly Certificate[];
  /** Certificates between signers and authorities, for files that leave them out. They are trusted for nothing by themselves. */
  helpers: readonly Certificate[];
  /** Lists of revoked certificates by the name of who issued them, as it is compared. */
  listsOf(issuerCompared: string): Uint8Array[];
}

export const NOBODY: Trust = { anchors: [], timeAnchors: [], helpers: [], listsOf: () => [] };

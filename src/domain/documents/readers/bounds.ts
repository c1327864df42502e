/** How much an archive may hold, all archives inside it together. */

export interface Bounds {
  /** Files. The largest documentation has some hundreds. */
  entries: number;
  /** Unpacked. */
  bytes: number;
  /** Archives inside one another. */
  depth: number;
}

export const BOUNDS: Bounds = { entries: 2_000, bytes: 1_000_000_000, depth: 3 };

/** What an archive unpacks to may be so many times its size: drawings reach fifty. */
const RATIO_MAX = 200;
/** Of small archives, which may well be all repetition. */
const LEAST_BYTES = 50_000_000;

/** Bytes that an archive of this size may give. */
export const bytesOf = (sizeBytes: number, bounds: Bounds): number =>
  Math.min(bounds.bytes, Math.max(LEAST_BYTES, RATIO_MAX * sizeBytes));

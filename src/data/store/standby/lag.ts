/**
 * How far a standby is behind its primary, in bytes and in time, told by positions in the log alone: a primary that writes nothing
 * leaves nobody behind, and no two clocks are compared.
 */

/** A position every second, for longer than any lag that is allowed. */
const POSITIONS_MAX = 600;

export interface Lag {
  /** So far had the primary written at that moment. */
  wrote(bytes: number, at: number): void;
  behind(replayedBytes: number, now: number): { bytes: number; ms: number };
}

export function lagBehind(): Lag {
  /** Those that were not replayed when we last looked, oldest first. */
  let open: { bytes: number; at: number }[] = [];
  return {
    wrote(bytes, at) {
      const last = open.at(-1);
      if (last?.bytes === bytes) return;
      // It was replaced by one that had not come as far: nobody will ever get to what the other one wrote.
      if (last && last.bytes > bytes) open = [];
      open.push({ bytes, at });
      // The oldest says since when.
      if (open.length > POSITIONS_MAX) open.splice(1, 1);
    },
    behind(replayedBytes, now) {
      open = open.filter(({ bytes }) => bytes > replayedBytes);
      const [oldest] = open;
      const newest = open.at(-1);
      return {
        bytes: newest ? newest.bytes - replayedBytes : 0,
        ms: oldest ? Math.max(0, now - oldest.at) : 0,
      };
    },
  };
}

/**
 * How far a standby is behind its primary, in bytes and in time, computed from log positions alone: an idle primary
 * causes no lag, and no two clocks are compared.
 */

/** One position per second, for longer than any allowed lag. */
const POSITIONS_MAX = 600;

export interface Lag {
  /** The primary's written position at that moment. */
  wrote(bytes: number, at: number): void;
  behind(replayedBytes: number, now: number): { bytes: number; ms: number };
}

export function lagBehind(): Lag {
  /** Positions not replayed at the last call, oldest first. */
  let open: { bytes: number; at: number }[] = [];
  return {
    wrote(bytes, at) {
      const last = open.at(-1);
      if (last?.bytes === bytes) return;
      // A failover to a server with an earlier position: the lost positions will never be replayed.
      if (last && last.bytes > bytes) open = [];
      open.push({ bytes, at });
      // The oldest has the start of the lag.
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

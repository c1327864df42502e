/** Where the thread that makes an installation for the first time says how far it is, and serving threads read it for their callers. */
import { type SeedingStatus, seedingSteps } from '#domain/status/seeding-status.ts';

/** Step, from 1 (0: nothing is being made), seconds to the first generation, seconds to the whole. */
const FIELDS = 3;

export const allocateBoard = (): SharedArrayBuffer => new SharedArrayBuffer(FIELDS * Int32Array.BYTES_PER_ELEMENT);

export function writeBoard(board: SharedArrayBuffer, made: SeedingStatus | null): void {
  const fields = new Int32Array(board);
  Atomics.store(fields, 1, made?.secondsToFirst ?? 0);
  Atomics.store(fields, 2, made?.secondsToWhole ?? 0);
  Atomics.store(fields, 0, made === null ? 0 : seedingSteps.indexOf(made.step) + 1);
}

export function readBoard(board: SharedArrayBuffer): SeedingStatus | null {
  const fields = new Int32Array(board);
  const step = seedingSteps[Atomics.load(fields, 0) - 1];
  if (step === undefined) return null;
  return { step, secondsToFirst: Atomics.load(fields, 1), secondsToWhole: Atomics.load(fields, 2) };
}

/** A thread that works in the background steps back for those that answer, where a system has priorities of threads. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** How far. */
const NICE = 10;

/** Of the thread that calls it, and of processes that it starts from now on. */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICE);
  } catch {
    // Not every container lets a thread see itself: it works all the same, beside the others.
  }
}

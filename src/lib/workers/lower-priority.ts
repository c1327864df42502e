/** Lowers the priority of a background thread below the serving ones, on systems with priorities of threads. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

const NICE = 10;

/** Of the calling thread, and of processes that it starts afterwards. */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICE);
  } catch {
    // Some containers hide the id of a thread: it runs at normal priority.
  }
}

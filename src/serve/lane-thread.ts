/** The thread of a lane: reads the newest generation on connections of its own, one question after another. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { workerData } from 'node:worker_threads';
import { serveCalls } from '#base/calls.ts';
import { openGenerations } from '#store/open.ts';
import type { LaneStart, Questions } from './messages.ts';

/** How far it steps back for the threads that answer, where a system has priorities of threads. */
const NICE = 10;

if (process.platform === 'linux') stepBack();

const { port, settings, questions: address } = workerData as LaneStart;
const { questions } = (await import(address)) as { questions: Questions };
const generations = await openGenerations(settings);

serveCalls(port, {
  async answer(generation: string, question: string, args: unknown[]) {
    if (generations.current()?.manifest.id !== generation) await generations.refresh();
    const dataset = generations.current();
    return dataset?.manifest.id === generation ? { value: await questions[question]?.(dataset, ...args) } : 'gone';
  },
});

function stepBack(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICE);
  } catch {
    // Not every container lets a thread see itself: the lane works all the same, beside the others.
  }
}

/** What the main thread and its workers say to each other. */
import type { MessagePort } from 'node:worker_threads';
import type { MetricsPlace } from '#metrics/memory.ts';
import type { Dataset } from '#store/dataset.ts';
import type { StoreSettings } from '#store/open.ts';

export interface WorkerStart {
  livePort: MessagePort;
  storePort: MessagePort;
  /** The threads count requests together. */
  counters: SharedArrayBuffer;
  metrics: MetricsPlace;
  /** They tell each other which companies were rendered anew. */
  renderings: SharedArrayBuffer;
  /** Set while parts of an older format are being made again. */
  underway: SharedArrayBuffer;
  port: number;
  host: string;
}

export type ToWorker = 'stop';
export type FromWorker = 'listening';

/** The simulated state's thread. */
export interface CountryStart {
  settings: { seed: string; companies: number; founded: string };
  folder: string;
}
export type FromCountry = { address: string };

/** The thread that brings procurement up to date. */
export interface RecentStart {
  settings: StoreSettings;
  /** Where publications lie. */
  folder: string;
}

/** The thread that makes parts of an older format again. */
export interface RebuildStart {
  /** Takes its writes. */
  storePort: MessagePort;
}
/** `busy`: another process is building. */
export type FromRebuild = 'done' | 'busy';

/** The thread of a lane. */
export interface LaneStart {
  port: MessagePort;
  settings: StoreSettings;
  /** Address of the module whose `questions` it answers. */
  questions: string;
}

/** By name. What they are asked and what they answer goes from thread to thread. */
// biome-ignore lint/suspicious/noExplicitAny: functions of every kind; those who ask name their types.
export type Questions = Record<string, (dataset: Dataset, ...args: any[]) => Promise<unknown>>;

/** The messages between the main thread and its workers. */
import type { MessagePort } from 'node:worker_threads';
import type { LeaderLease } from '#data/store/leader-table.ts';
import type { StandbyLocation } from '#data/store/standby/standby-state.ts';
import type { DocumentsSettings } from '#domain/documents/blobs/location.ts';
import type { SerializedError } from '#lib/workers/error-codec.ts';
import type { MetricsMemory } from '#platform/metrics/memory.ts';
import type { StoreLocation } from './config/config.ts';
import type { CountrySettings } from './demo-port.ts';

export interface WorkerStart {
  livePort: MessagePort;
  storePort: MessagePort;
  /** The change counters of the store, from the process's watcher. */
  changes: SharedArrayBuffer;
  /** Shared counts of requests. */
  counters: SharedArrayBuffer;
  /** Shared counts of connections and slots by client network; `thread` is the number of this thread. */
  clientNetworks: { memory: SharedArrayBuffer; thread: number };
  metrics: MetricsMemory;
  /** How often each company was rendered. */
  renderings: SharedArrayBuffer;
  /** Set once all threads serve. */
  serving: SharedArrayBuffer;
  /** Set while parts of an older format are being rebuilt. */
  rebuildState: SharedArrayBuffer;
  /** Progress of the first build (jobs/seeding.ts). */
  seedingState: SharedArrayBuffer;
  /** Address of the demo's own payment provider; null where there is none. */
  standIn: string | null;
  /** Connections of this thread to PostgreSQL, at most. */
  connections: number | undefined;
  /** The standby for dataset reads; null: the primary. */
  standby: StandbyLocation | null;
  port: number;
  host: string;
}

/** `refresh`: a generation was published; answered when the thread serves it. */
export type ToWorker = 'stop' | 'refresh';
export type FromWorker = 'listening' | 'refreshed';

/** Start data of the simulated country's thread. */
export interface CountryStart {
  settings: CountrySettings;
  folder: string;
}
export type FromCountry = { address: string };

/** Start data of every thread that works for the installation. */
interface JobStart {
  /** Takes its writes. */
  storePort: MessagePort;
  /** Fences its writes: they fail once another host leads. Null: no other host runs the job. */
  lease: LeaderLease | null;
}

export interface RecentStart extends JobStart {
  config: StoreLocation;
}
/** Another process is building; or why the collected lists are not in the generation. */
export type FromRecent = 'busy' | { problem: string };

export type RebuildStart = JobStart;
/** `busy`: another process is building. */
export type FromRebuild = 'done' | 'busy';

export interface SeedingStart extends JobStart {
  /** Its progress (jobs/seeding.ts). */
  seedingState: SharedArrayBuffer;
}
/** A generation was published, which awaits these parts; or another process is building. */
export type FromSeeding = { awaits: string[] } | 'busy';

export type FirstDocumentsStart = JobStart;

export interface DocumentsStart extends JobStart {
  config: StoreLocation;
  /** The change counters of the store, from the process's watcher. */
  changes: SharedArrayBuffer;
  documents: DocumentsSettings;
  /** Of the procurement system. */
  address: string;
  /** Of the simulated country, which serves the lists of its authorities; null: the real ones. */
  listsAt: string | null;
  paceMs: number;
}
export type ToDocuments = 'stop';
/** An error that the thread survives. */
export interface FromDocuments {
  error: SerializedError;
}

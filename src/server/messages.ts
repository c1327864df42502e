/** The messages between the main thread and its workers. */
import type { MessagePort } from 'node:worker_threads';
import type { LeaderLease } from '#data/store/leader-table.ts';
import type { StoreSettings, Writer } from '#data/store/open.ts';
import type { StandbyLocation } from '#data/store/standby/standby-state.ts';
import type { DocumentsSettings } from '#domain/documents/blobs/location.ts';
import type { CarriedError } from '#lib/workers/error-codec.ts';
import type { MetricsMemory } from '#platform/metrics/memory.ts';
import type { CountrySettings } from './demo-port.ts';

export interface WorkerStart {
  livePort: MessagePort;
  storePort: MessagePort;
  /** What the process's watcher sees of the store. */
  changes: SharedArrayBuffer;
  /** The threads count requests together. */
  counters: SharedArrayBuffer;
  /** The threads count the connections and slots of each client network together; `thread` is the number of this one. */
  clientNetworks: { memory: SharedArrayBuffer; thread: number };
  metrics: MetricsMemory;
  /** How often each company was rendered. */
  renderings: SharedArrayBuffer;
  /** Set once all of them have begun to serve. */
  serving: SharedArrayBuffer;
  /** Set while parts of an older format are being rebuilt. */
  rebuildState: SharedArrayBuffer;
  /** Progress of the first build (jobs/seeding.ts). */
  board: SharedArrayBuffer;
  /** Of the demo's own payment provider; null where there is none. */
  standIn: string | null;
  /** Of this thread to PostgreSQL, at most. */
  connections: number | undefined;
  /** Where the dataset is read; null: where everything else is. */
  standby: StandbyLocation | null;
  port: number;
  host: string;
}

/** What the main thread does for the others, where only one thread may write. */
export interface WritingThread {
  write: Writer;
}

/** `look`: a generation was published; answered when it is served. */
export type ToWorker = 'stop' | 'look';
export type FromWorker = 'listening' | 'looked';

/** The simulated country's thread. */
export interface CountryStart {
  settings: CountrySettings;
  folder: string;
}
export type FromCountry = { address: string };

/** What a thread that works for the installation writes with: nothing is written once another host leads. */
export interface LeaderThread {
  /** Takes its writes. */
  storePort: MessagePort;
  /** Null: by hand. */
  lead: LeaderLease | null;
}

/** The thread that brings procurement up to date. */
export interface RecentStart extends LeaderThread {
  settings: StoreSettings;
}
/** Another process is building; or what the lists said was not taken over, and why. */
export type FromRecent = 'busy' | { problem: string };

/** The thread that makes parts of an older format again. */
export type RebuildStart = LeaderThread;
/** `busy`: another process is building. */
export type FromRebuild = 'done' | 'busy';

/** The thread that makes the demo country. */
export interface SeedingStart extends LeaderThread {
  /** Its progress (jobs/seeding.ts). */
  board: SharedArrayBuffer;
}
/** A generation was published, which awaits these parts; or another process is building. */
export type FromSeeding = { awaits: string[] } | 'busy';

/** The thread that collects the demo's first documents. */
export type FirstDocumentsStart = LeaderThread;

/** The thread that collects documents and opens them. */
export interface DocumentsStart extends LeaderThread {
  settings: StoreSettings;
  /** What the process's watcher sees of the store. */
  changes: SharedArrayBuffer;
  documents: DocumentsSettings;
  /** Of the procurement system. */
  address: string;
  paceMs: number;
}
export type ToDocuments = 'stop';
/** Something went wrong that the thread goes on after. */
export interface FromDocuments {
  error: CarriedError;
}

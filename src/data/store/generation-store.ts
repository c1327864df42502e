/**
 * The storage of generations: a folder of files (sqlite/generation-store.ts) or a database
 * (postgres/generation-store.ts). generations.ts has the logic.
 */
import type { Database } from './database.ts';
import type { Country, Manifest, OnRows, Part, PartBuild, ReservedPart } from './dataset.ts';
import type { LeaderLease } from './leader-table.ts';

export interface GenerationStore {
  /** The country this store was first used for; `country` itself when it is new. */
  claim(country: Country): Promise<Country>;
  /** Id of the current generation; null before the first. */
  pointer(): Promise<string | null>;
  /** Null for an unknown id. */
  manifest(id: string): Promise<Manifest | null>;
  /** In no particular order. */
  manifests(): Promise<Manifest[]>;
  /** Serves another generation from now on. */
  point(id: string): Promise<void>;
  /** A connection over these parts of one group of a generation. */
  open(manifest: Manifest, group: string, parts: readonly Part[]): Promise<Database>;
  /** Problems of a part: missing, or other row counts; `deep` also reads every page where the engine can check them. */
  inspect(part: Part, deep: boolean): Promise<string[]>;
  /** The one builder of the installation; throws while another process has it. `lead`: the lease of the leader that builds. */
  openBuilder(lead: LeaderLease | null): Promise<Builder>;
  close(): Promise<void>;
}

/** Operations of the process that holds the builder's lock. */
export interface Builder {
  reserve(id: string): Promise<void>;
  open(part: ReservedPart, reading: readonly Part[], onRows?: OnRows): UnfinishedPart;
  /** Makes the manifest durable, then serves it. */
  publish(manifest: Manifest): Promise<void>;
  /**
   * Removes generations other than those in `keep`, and parts that no generation names. `older`: generations that hosts
   * of another release may still serve; they stay for as long as an update of all hosts may take.
   */
  sweep(keep?: readonly string[], older?: readonly string[]): Promise<void>;
  /** Releases the lock, which the operating system or the server also does when the process dies. */
  release(): Promise<void>;
}

export interface UnfinishedPart extends PartBuild {
  /** Closes its connections; harmless after `finish`. */
  abandon(): Promise<void>;
}

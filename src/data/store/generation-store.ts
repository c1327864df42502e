/** Where generations are kept: a folder of files (sqlite/shelf.ts) or a database (postgres/shelf.ts). What to do with them is generations.ts. */
import type { Database } from './database.ts';
import type { Country, Manifest, Part, PartAbout, PartBuild } from './dataset.ts';
import type { LeaderLease } from './leader-table.ts';

export interface GenerationStore {
  /** The country this shelf was first used for; `country` itself when it is new. */
  claim(country: Country): Promise<Country>;
  /** Id of the generation being served; null before the first. */
  pointer(): Promise<string | null>;
  /** Null when there is none of that id. */
  manifest(id: string): Promise<Manifest | null>;
  /** In no particular order. */
  manifests(): Promise<Manifest[]>;
  /** Serves another generation from now on. */
  point(id: string): Promise<void>;
  /** A connection that reads over these parts, of one area of a generation. */
  open(manifest: Manifest, area: string, parts: readonly Part[]): Promise<Database>;
  /** What is wrong with a part: missing, rows counted otherwise; `deep` also reads every page where the engine can check them. */
  inspect(part: Part, deep: boolean): Promise<string[]>;
  /** The one bench that builds are made on; refused while another process is at it. `lead`: of whoever builds for the installation. */
  openBuilder(lead: LeaderLease | null): Promise<Builder>;
  close(): Promise<void>;
}

/** What may be done only by the process that holds the builder's lock. */
export interface Builder {
  newPart(id: string, about: NewPart, reading: readonly Part[]): Promise<UnfinishedPart>;
  /** Makes the manifest durable, then serves it. */
  publish(manifest: Manifest): Promise<void>;
  /**
   * Removes generations other than those to keep, and parts that no generation names any more. `older`: those that hosts of another release
   * may be serving; where there can be such hosts they are kept for as long as an update of all of them may take.
   */
  sweep(keep?: readonly string[], older?: readonly string[]): Promise<void>;
  /** Lets go of the lock, which the operating system or the server also does when the process dies. */
  release(): Promise<void>;
}

export type NewPart = PartAbout & Pick<Part, 'name' | 'area' | 'format'>;

export interface UnfinishedPart extends PartBuild {
  /** Closes its connections; harmless after `finish`. */
  abandon(): Promise<void>;
}

/**
 * The dataset: everything that can be rebuilt from publications. A generation is a manifest of immutable parts, built aside,
 * checked, and swapped in under live readers. See docs/decisions.md, "Generations".
 */
import { type Day } from '#lib/values/date.ts';
import { type Database } from './database.ts';
import { type LeaderLease } from './leader-table.ts';
import { type LoadTarget, type Row, type Rows } from './table.ts';

/** The format of manifests. Tables and contents have formats of their own, part by part (formats.ts). */
export const FORMAT = 2;

export type Country = 'demo' | 'romania';

/** The installation holds another country than the settings name. */
export class OtherCountry extends Error {}

/** A later version of Firmoteca wrote what is to be served. */
export class LaterVersion extends Error {}

/** Another process is building, and an installation takes one build at a time. */
export class AnotherBuild extends Error {}

export class NoEarlierGeneration extends Error {
  constructor() {
    super(
      'There is no earlier generation to go back to; only the one before the newest is kept. To change what is served, run npx firmoteca ingest.',
    );
  }
}

export class NoSuchGeneration extends Error {
  constructor(id: string) {
    super(`There is no generation ${id}: npx firmoteca generations list shows those there are.`);
  }
}

/** What was asked for lies in a part of an older format, which is not read. */
export class UnreadablePart extends Error {}

/** One immutable part: a file in SQLite, a schema in PostgreSQL. Its id is also the schema name its tables can be qualified with. */
export interface Part {
  /** registry, finances, shareholders, debts, history, entities, rankings, companies … */
  name: string;
  /** `registry_20261115_3f9a1c`: letters, digits, underscores. */
  id: string;
  /**
   * Parts of one area are read together, in one SQL text if need be; those of different areas never are. SQLite reads at most
   * ten files together, so a source that nothing else joins with has an area of its own.
   */
  area: string;
  /** Source of the data: onrc, anaf, bnr, import, computed … */
  source: string;
  /** The day the publication speaks of; null for computed parts. */
  asOf: Day | null;
  /** When we read it, ISO instant. */
  loadedAt: string;
  licence: string | null;
  /** Where the publication is, its page where it has one; none in parts of before, null where nobody noted it. Of several, the newest's. */
  url?: string | null;
  /** Digest of what it was made from: files, or other parts. A part whose fingerprint stays the same is carried over. */
  fingerprint: string;
  /** In which format it was written (formats.ts); none before parts had formats. */
  format?: string;
  /** Rows per table: what `check` counts again. */
  rows: Record<string, number>;
  /** Carried over because the newer publication was not taken over: says why. */
  stale: string | null;
  /** The part that it brings up to date; only such parts may hold tables of the same name. */
  continues?: Continuation;
}

/** A part of the same area, and the tables that unqualified names read over both (union.ts). Others are asked part by part. */
export interface Continuation {
  /** Its name; when it is absent, what continues it stands alone. */
  part: string;
  /** Table → which of the older rows are gone: those whose column `by` is a `key` of the newer table `of`. Null: rows add up. */
  tables: Record<string, { by: string; of: string } | null>;
}

/** What the builder of a part says of it; the store adds the rest. */
export type PartAbout = Pick<Part, 'source' | 'asOf' | 'licence' | 'fingerprint'> &
  Partial<Pick<Part, 'area' | 'continues' | 'url'>>;

/** Where everything about companies lies. */
export const COMPANIES = 'companies';

export interface Manifest {
  format: number;
  /** `g20261115_041500_3f9a1c`; later generations sort after earlier ones. */
  id: string;
  country: Country;
  createdAt: string;
  parts: Part[];
  /** Registry parts in the order in which they were served, this generation's last: the chain the change log follows. */
  lineage: string[];
  /** Parts of an older format that could not be made again; `stale` says why. They hold for nothing but being told of. */
  lost?: Part[];
  /** Names of parts that are still being made: published while the rest is, and gone on with by the next start if that was broken off. */
  awaits?: string[];
}

/** An open generation. Stays usable for a minute after a newer one took over, longer than any request may last. */
export interface Dataset {
  readonly manifest: Manifest;
  /** Parts that this version does not read, until they are made again. Whatever asks for their tables gets `UnreadablePart`. */
  readonly unreadable: readonly Part[];
  /** The area of the companies. Unqualified table names resolve over all its parts. */
  readonly db: Database;
  /** Another area; null when nothing of it is loaded. */
  partGroup(name: string): Database | null;
}

export interface Generations {
  /** The generation being served, or null before the first build. Cheap: a field, kept up to date by `refresh`. */
  current(): Dataset | null;
  /** The generation of that id, for who was told it by another thread: served, still open, or opened again; null when it is gone. */
  openById(id: string): Promise<Dataset | null>;
  /** Newest first. */
  list(): Promise<Manifest[]>;
  /** Reads the pointer again and opens what it names, if it changed. Workers call it when told; everybody every second. */
  refresh(): Promise<void>;
  /**
   * A build in progress. At most one per installation: a second is refused while the first lives. Leftovers of a killed one are removed.
   * `lead`: of the host that builds for the installation; one that led before it is ended. Left out by hand.
   */
  build(lead?: LeaderLease): Promise<Build>;
  /** Point at the generation before the current one. */
  rollback(): Promise<Manifest>;
  /** Point at any generation that is kept, also at a later one. */
  use(id: string): Promise<Manifest>;
  /** Counts the rows of every part again; the problems found, none when all is well. */
  check(id: string): Promise<string[]>;
  close(): Promise<void>;
}

export interface Build {
  /** The manifest that is served now, with those of its parts that can be carried over. */
  readonly previous: Manifest | null;
  /** The others: parts that this version does not read. */
  readonly unreadable: readonly Part[];
  /** A new, empty part, with the tables of `reading` (parts built or carried over) readable beside it. */
  part(name: string, about: PartAbout, reading?: readonly Part[]): Promise<PartBuild>;
  /**
   * Checks row counts, makes the generation durable and swaps it in. Old generations but the previous one are removed. A build may
   * publish several times: `awaits` names the parts that are to come, and every part that was finished before must be among `parts`.
   */
  publish(
    parts: readonly Part[],
    lineage: readonly string[],
    lost?: readonly Part[],
    awaits?: readonly string[],
  ): Promise<Manifest>;
  /** Drops everything built so far and lets go of the lock. Safe after publish. */
  close(): Promise<void>;
}

export interface PartBuild {
  readonly id: string;
  /** Reads over this part and those named in `reading`. */
  readonly db: Database;
  /** DDL and set-based SQL; several statements separated by semicolons. */
  execute(sql: string): Promise<void>;
  /** Bulk load: prepared inserts in one transaction (SQLite), COPY (PostgreSQL). Returns the number of rows. */
  load<T extends LoadTarget>(table: T, rows: Rows<Row<T>>): Promise<number>;
  /** Counts the rows of every table, runs ANALYZE, syncs; the part is immutable from here on. */
  finish(): Promise<Part>;
}

export class HalfMoved extends Error {
  constructor() {
    super(
      'An installation is being moved into this database and is not all there yet: wait until npx firmoteca move is through, or run it again if it was broken off.',
    );
  }
}

/**
 * The dataset: everything that can be rebuilt from publications. A generation is a manifest of immutable parts, built
 * beside the current one, checked, and swapped in under live readers. See docs/decisions.md, "Generations".
 */
import type { Day } from '#lib/values/date.ts';
import type { Database, Value } from './database.ts';
import type { LeaderLease } from './leader-table.ts';
import type { LoadTarget, Row, Rows, Table } from './table.ts';

/**
 * The format of manifests. Tables and contents have formats of their own, part by part (formats.ts). 3: without the rendered answers that
 * earlier releases look up, so that their hosts stay on an older generation.
 */
export const FORMAT = 3;

export type Country = 'demo' | 'romania';

/** The installation holds another country than the settings name. */
export class OtherCountry extends Error {}

/** A later version of Firmoteca wrote the generation to serve. */
export class LaterVersion extends Error {}

/** Another process is building; an installation takes one build at a time. */
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

/** The requested data lies in a part of an older format, which is not read. */
export class UnreadablePart extends Error {}

/** One immutable part: a file in SQLite, a schema in PostgreSQL. Its id is also the schema name its tables can be qualified with. */
export interface Part {
  /** registry, finances, shareholders, debts, history, entities, rankings, search … */
  name: string;
  /** `registry_20261115_3f9a1c`: letters, digits, underscores. */
  id: string;
  /**
   * The part group. SQL may join parts of one group, never of two. SQLite attaches at most ten files together, so a
   * source that no other joins with has its own group.
   */
  area: string;
  /** Source of the data: onrc, anaf, bnr, import, computed … */
  source: string;
  /** The day the publication describes; null for computed parts. */
  asOf: Day | null;
  /** When the part was read, ISO instant. */
  loadedAt: string;
  licence: string | null;
  /** The page or address of the publication; of several, the newest one's. Undefined in older parts, null where unknown. */
  url?: string | null;
  /** Digest of its inputs: files, or other parts. A part whose fingerprint stays the same is carried over. */
  fingerprint: string;
  /** The format it was written in (formats.ts); undefined before parts had formats. */
  format?: string;
  /** Rows per table: what `check` counts again. */
  rows: Record<string, number>;
  /** On disk when it was finished, indexes included; undefined in older parts. */
  bytes?: number;
  /** Why the part was carried over although a newer publication exists. */
  stale: string | null;
  /** The part that this one updates; only such parts may hold tables of the same name. */
  continues?: Continuation;
}

/**
 * A part of the same group, and the tables that unqualified names read over both. Other tables are read
 * part by part.
 */
export interface Continuation {
  /** Its name; if it is absent, the continuing part stands alone. */
  part: string;
  /** Table → which older rows are replaced: those whose column `by` is a `key` of the newer table `of`. Null: rows add up. */
  tables: Record<string, { by: string; of: string } | null>;
}

export interface Union {
  table: string;
  /** Ids of the parts. */
  older: string;
  newer: string;
  /** Rows of the older part are replaced when their column `by` is a `key` of the newer part's table `of`; null: none is. */
  replaced: { by: string; of: string } | null;
}

/**
 * Tables that two parts of a group share, read as one view. Each engine's view reads both sides from their indexes and
 * merges them: as long as a query selects its `order by` columns and uses `key in (…)` instead of a join, it neither
 * sorts nor scans.
 */
export const unionsOf = (parts: readonly Part[]): Union[] =>
  parts.flatMap(({ id, continues }) => {
    const older = parts.find(({ name }) => name === continues?.part)?.id;
    if (!continues || older === undefined) return [];
    return Object.entries(continues.tables).map(([table, replaced]) => ({ table, older, newer: id, replaced }));
  });

/** The builder's description of a part; the store adds the rest. */
export type PartAbout = Pick<Part, 'source' | 'asOf' | 'licence' | 'fingerprint'> &
  Partial<Pick<Part, 'area' | 'continues' | 'url'>>;

/** A part to be filled, by this thread or another one of the process that builds (`openReservedPart`). */
export type ReservedPart = PartAbout & Pick<Part, 'id' | 'name' | 'area' | 'format'>;

/** The part group of everything about companies. */
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
  /** Parts of an older format that could not be rebuilt; `stale` has the reason. Listed for reports only. */
  lost?: Part[];
  /**
   * Names of parts still being built: the generation is published before them, and the next start continues an
   * interrupted build.
   */
  awaits?: string[];
}

/** Days of the compared snapshots. Parts are named by them, `registry_20260902_3f9a1c`; a rebuilt part occurs twice. */
export const snapshotDays = ({ lineage }: Pick<Manifest, 'lineage'>): Day[] =>
  [...new Set(lineage.map((part) => part.replace(/^\w+?_(\d{4})(\d{2})(\d{2})_.*$/, '$1-$2-$3')))].toSorted();

/** Whether notices, contracts or purchases are loaded; reports on suppliers alone say nothing about them. */
export const hasProcurement = ({ parts }: Pick<Manifest, 'parts'>): boolean =>
  parts.some(({ area, rows }) => area === 'procurement' && PROCUREMENT_LISTS.some((list) => (rows[list] ?? 0) > 0));
const PROCUREMENT_LISTS = ['notice', 'contract', 'purchase', 'award'];

/** Whether two snapshots were compared: without it nobody knows former names and the days of roles. */
export const hasHistory = (manifest: Pick<Manifest, 'lineage'>): boolean => snapshotDays(manifest).length > 1;

/** An open generation. Stays usable for a minute after a newer one replaced it, longer than any request may last. */
export interface Dataset {
  readonly manifest: Manifest;
  /** Parts that this version does not read until they are rebuilt. Queries of their tables throw `UnreadablePart`. */
  readonly unreadable: readonly Part[];
  /** The part group of the companies. Unqualified table names resolve over all its parts. */
  readonly db: Database;
  /** Another part group; null when none of its parts is loaded. */
  partGroup(name: string): Database | null;
}

export interface Generations {
  /** The current generation, or null before the first build. A field, updated by `refresh`. */
  current(): Dataset | null;
  /** The generation of an id that another thread named: current, still open, or reopened; null when it was removed. */
  openById(id: string): Promise<Dataset | null>;
  /** Newest first. */
  list(): Promise<Manifest[]>;
  /** Reads the pointer and opens the generation it names, if that changed. */
  refresh(): Promise<void>;
  /**
   * Starts a build. A second one is refused while the first runs; leftovers of a killed one are removed. `lead`: the
   * lease of the leader that builds; a build of an earlier leader is terminated. Omitted for builds by hand.
   */
  build(lead?: LeaderLease): Promise<Build>;
  /** Points at the generation before the current one. */
  rollback(): Promise<Manifest>;
  /** Points at any stored generation, also a later one. */
  use(id: string): Promise<Manifest>;
  /** Counts the rows of every part again; returns the problems. */
  check(id: string): Promise<string[]>;
  close(): Promise<void>;
}

export interface Build {
  /** The current manifest, with those of its parts that can be carried over. */
  readonly previous: Manifest | null;
  /** Its other parts, which this version does not read. */
  readonly unreadable: readonly Part[];
  /**
   * A new, empty part, with the tables of `reading` (parts built or carried over) readable beside it. `onRows` is called with the
   * number of rows loaded so far, again and again.
   */
  part(name: string, about: PartAbout, reading?: readonly Part[], onRows?: OnRows): Promise<PartBuild>;
  /** The same for another thread, which ends before `close`. */
  reserve(name: string, about: PartAbout): Promise<ReservedPart>;
  /**
   * Checks row counts, makes the generation durable and swaps it in; removes old generations except the previous one. A
   * build may publish several times: `awaits` names the parts to come, and every part finished before must be among
   * `parts`.
   */
  publish(
    parts: readonly Part[],
    lineage: readonly string[],
    lost?: readonly Part[],
    awaits?: readonly string[],
  ): Promise<Manifest>;
  /** Drops unpublished parts and releases the lock. Safe after publish. */
  close(): Promise<void>;
}

export type OnRows = (loaded: number) => void;

export interface PartBuild {
  readonly id: string;
  /** Reads over this part and those named in `reading`. */
  readonly db: Database;
  /** Rows as arrays of their cells, in pages: millions of rows in two thirds of the time of `db.stream`. */
  pages<Cells extends readonly unknown[]>(sql: string, params?: readonly Value[]): AsyncIterable<Cells[]>;
  /** DDL and set-based SQL; several statements separated by semicolons. */
  execute(sql: string): Promise<void>;
  /**
   * A table for the time of the build, with storage of its own: inside the part it would leave free space as large. Queries
   * and loads name it like one of the part. `unstage` frees the storage earlier than the end of the build.
   */
  stage(table: Table): Promise<void>;
  unstage(table: Table): Promise<void>;
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

/** What a part of the dataset that is read from publications declares, once: `publications.ts` lists the declarations, everything else derives. */
import { datasetPage, type Resource } from '#data/sources/ckan/catalog.ts';
import type { Client } from '#data/sources/client.ts';
import type { Database } from '#data/store/database.ts';
import type { PartAbout, PartBuild } from '#data/store/dataset.ts';
import type { PartName } from '#data/store/formats.ts';
import type { Unavailable, WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import type { Day } from '#lib/values/date.ts';
import type { Reading } from './file-reading.ts';
import type { PublishedFile } from './published-files.ts';

export interface FilePart<Each = PublishedFile> {
  /** An area holds ten parts, and that of companies, the default, is full: a further part has an area of its own. */
  about: Pick<PartAbout, 'source' | 'licence' | 'area'>;
  /** Its tables and indexes, of the finished state: the input of its format digest (store/formats.ts). */
  tables(engine: Database['engine']): string;
  /** Its lists, which a newer publication must not shrink. */
  lists: readonly string[];
  /** Absent: operators import its files. */
  download?: Download;
  /** To the operator, where it has to be rebuilt and no publication is at hand. Default: how to download or import its files. */
  advice?: string;
  /** Its publications among the files of a folder, which come oldest first. */
  find(files: readonly PublishedFile[]): Each[];
  /** Why a file of a folder is not among its publications although it looks like one; null for others. Default: none does. */
  whyUnused?(file: PublishedFile, files: readonly PublishedFile[]): string | null;
  /** The days of its publications; null where a name states none. Default: the days of the files. */
  days?(found: readonly Each[]): (Day | null)[];
  /** Those of a folder, completed from the stored ones. Default: the stored ones where the folder has none, or only older ones than the part. */
  filled?(found: readonly Each[], stored: readonly Each[]): Each[];
}

/** A part that is read from its files alone, by the builder of all such parts (run.ts). */
export interface LoadedPart<Each = PublishedFile> extends FilePart<Each> {
  /** The files in the order of their digest. Default: those found. */
  files?(found: readonly Each[]): PublishedFile[];
  /** Parts that it reads, as far as they are loaded; it is rebuilt when one of them changes. */
  reads?: readonly PartName[];
  /** What its rows depend on beside files and parts: when it changes, the part is rebuilt. */
  salt?(found: readonly Each[], context: LoadContext): string;
  /** Fills the tables; returns the day that the rows cover, or null where they state none. */
  load(part: PartBuild, found: readonly Each[], reading: Reading, context: LoadContext): Promise<Day | null>;
}

export interface LoadContext {
  /** The HMAC key of person ids. */
  personKey: string;
  /** The operator's day for files whose names state none. */
  asOf: Day | null;
}

interface Download {
  /** The publication in messages: `The catalogue has no trade registry.` */
  title: string;
  publisher: 'catalogue' | 'bank';
  files(options: ListingOptions): Promise<RemoteFile[] | Unavailable>;
}

export interface ListingOptions {
  client: Client;
  addresses: { ckan: string; bnr: readonly string[] };
  today: Day;
}

/** One file to fetch. `always`: it changes under the same name. */
export interface RemoteFile {
  /** Its path in the folder. */
  to: string;
  urls: readonly string[];
  /** The web page of the publication; null where there is the file only. */
  page: string | null;
  sizeBytes: number | null;
  modified: Day | null;
  always: boolean;
  /** The address comes from the catalogue, not from settings. */
  isFromCatalogue: boolean;
}

/** The listing of a publication that the catalogue has; empty where it has none. `list`: the path in the folder for each of its files. */
export const inCatalogue = <Value>(
  title: string,
  find: (client: Client, ckan: string) => Promise<WholeOutcome<Value>>,
  list: (value: Value, today: Day) => { resource: Resource; to: string }[],
): Download => ({
  title,
  publisher: 'catalogue',
  async files({ client, addresses: { ckan }, today }) {
    const result = await find(client, ckan);
    if (result.outcome === 'unavailable') return result;
    if (result.outcome === 'notFound') return [];
    return list(result.value, today).map(({ resource, to }) => ({
      to,
      urls: [resource.url],
      page: datasetPage(ckan, resource.dataset),
      sizeBytes: resource.sizeBytes,
      modified: resource.modified,
      always: false,
      isFromCatalogue: true,
    }));
  },
});

export const named = (files: readonly PublishedFile[], name: RegExp): PublishedFile[] =>
  files.filter((file) => name.test(file.name));

/** Of several files with such a name only the newest counts. */
export const REPLACED = 'another file of the same name or a newer day is read instead';

const DOWNLOAD = 'Run npx firmoteca ingest --download, or npx firmoteca ingest --from FOLDER with its files.';
const IMPORT = 'Run npx firmoteca ingest --from FOLDER with its files (docs/import-formats.md).';

/** Operators bring its files. */
export const isImported = (part: FilePart<unknown> | null): boolean =>
  part !== null && part.download === undefined && part.advice === undefined;

/** Advice on a part that has to be rebuilt without a publication at hand; none for a computed one. */
export const adviceOn = (part: FilePart<unknown> | null): string =>
  isImported(part) ? IMPORT : part === null ? '' : (part.advice ?? DOWNLOAD);

/** Downloads the newest publications into a folder, except files that it already has. */

import { mkdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { foreignHostMessage, resourceAddress } from '#data/sources/ckan/resource-address.ts';
import { isAnswer } from '#data/sources/client.ts';
import { download } from '#data/sources/download.ts';
import { sources } from '#data/sources/sources.ts';
import type { Limits } from '#lib/safe-fetch/exchange.ts';
import { type Unavailable, unavailable } from '#lib/safe-fetch/outcome.ts';
import type { Day } from '#lib/values/date.ts';
import type { ListingOptions, RemoteFile } from './file-part.ts';
import { noteOrigin } from './origins.ts';
import { type FileNote, readNote } from './personal-files.ts';
import type { Progress } from './progress.ts';
import { type FilePartName, filePartNames, fileParts } from './publications.ts';
import { snapshotFolder } from './registry-files.ts';

export interface DownloadOptions extends ListingOptions {
  folder: string;
  progress: Progress;
  /** Default: all. */
  only?: readonly FilePartName[];
  /** The day of the served registry, whose deleted personal files are not downloaded again. Default: all files are. */
  servedRegistry?: Day | null;
}

export interface PlannedFile extends RemoteFile {
  part: FilePartName;
  /** Complete in the folder. */
  isDownloaded: boolean;
}

export interface DownloadPlan {
  files: PlannedFile[];
  /** Messages about publications that are not in the catalogue. */
  problems: string[];
}

export async function planDownloads(options: DownloadOptions): Promise<DownloadPlan> {
  const plan: DownloadPlan = { files: [], problems: [] };
  for (const part of options.only ?? filePartNames) {
    const { download: publication } = fileParts[part];
    if (!publication) continue;
    const listing = await publication.files(options);
    if ('outcome' in listing) {
      plan.problems.push(`The catalogue does not tell where the ${publication.title} is: ${listing.detail}.`);
      continue;
    }
    if (listing.length === 0) plan.problems.push(`The catalogue has no ${publication.title}.`);
    for (const file of listing)
      plan.files.push({
        ...file,
        part,
        isDownloaded:
          !file.always && (await isDownloaded(join(options.folder, file.to), file, options.servedRegistry ?? null)),
      });
  }
  return plan;
}

/** Each file is retried for half a minute: more of them would only delay the message. */
const UNANSWERED_MAX = 2;

/** Returns messages about failures. A source that fails does not stop the others. */
export async function downloadPublications(options: DownloadOptions, plan?: DownloadPlan): Promise<string[]> {
  const { files, problems } = plan ?? (await planDownloads(options));
  const failures = [...problems];
  const broken = new Set<FilePartName>();
  /** Hosts of the catalogue's files whose firewall refuses this address, or that no longer answer. */
  const givenUp = new Set<string>();
  let unansweredInARow = 0;
  for (const file of files) {
    // Half a snapshot is useless, and its firms come last.
    if (file.isDownloaded || (file.part === 'registry' && broken.has('registry'))) continue;
    if (file.isFromCatalogue && file.urls.every((url) => givenUp.has(hostOf(url)))) continue;
    const failure = await fetchFile(options, file);
    if (file.isFromCatalogue) unansweredInARow = failure && SILENT.has(failure.reason) ? unansweredInARow + 1 : 0;
    if (!failure) continue;
    broken.add(file.part);
    const isRefused = failure.reason === 'firewall' && failure.retryAfterMs !== null;
    if (file.isFromCatalogue && (isRefused || unansweredInARow >= UNANSWERED_MAX))
      for (const url of file.urls) givenUp.add(hostOf(url));
    failures.push(`${file.to} could not be downloaded: ${failure.detail}.`);
  }
  for (const host of givenUp) failures.push(`No further file was requested from ${host}.`);
  return failures;
}

/** File systems accept 255 bytes, with the endings that we add. */
const NAME_BYTES_MAX = 200;
/** Names with a point in front are ours (`.origins.json`), and those that lead out of the folder. */
const isFileName = (name: string): boolean => /^[^.]/.test(name) && Buffer.byteLength(name) <= NAME_BYTES_MAX;

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

async function fetchFile(
  { folder, progress, addresses }: DownloadOptions,
  file: RemoteFile,
): Promise<Unavailable | null> {
  const path = join(folder, file.to);
  // The catalogue names data sets and files.
  if (!file.to.split('/').every(isFileName)) return unavailable('rejected', 'its name is none of a file');
  await mkdir(dirname(path), { recursive: true });
  const step = progress.step(`download ${file.to.split('/').at(-1)}`, file.sizeBytes);
  let failure: Unavailable | null = null;
  for (const url of file.urls) {
    const address = file.isFromCatalogue ? resourceAddress(url, addresses.ckan) : { url, lookup: undefined };
    if (address === null) {
      failure = unavailable('rejected', foreignHostMessage(url));
      continue;
    }
    const result = await download({ ...address, userAgent: sources.onrc.userAgent }, path, {
      onProgress: ({ bytes }) => step.at(bytes, bytes),
    });
    if (!('outcome' in result)) {
      if (file.modified) await utimes(path, new Date(file.modified), new Date(file.modified));
      await noteOrigin(path, { page: file.page, url, sizeBytes: result.sizeBytes });
      step.end(`${(result.sizeBytes / 1e6).toFixed(1)} MB`);
      return null;
    }
    failure = result;
  }
  step.end('failed');
  return failure;
}

/** Same size, and not older than in the catalogue: a later vintage of a year has the same name. */
async function isDownloaded(
  path: string,
  { to, sizeBytes, modified }: RemoteFile,
  served: Day | null,
): Promise<boolean> {
  const isServed = served !== null && to.startsWith(`${snapshotFolder(served)}/`);
  const file = (await fileAt(path)) ?? (isServed ? await readNote(path) : null);
  if (file === null) return false;
  if (modified !== null && file.modifiedMs < Date.parse(modified)) return false;
  return sizeBytes === null || file.sizeBytes === sizeBytes;
}

const fileAt = (path: string): Promise<FileNote | null> =>
  stat(path).then(
    ({ size, mtimeMs }) => ({ sizeBytes: size, modifiedMs: mtimeMs }),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENAMETOOLONG') return null;
      throw error;
    },
  );

/** The estimated cost of a download and of the build after it. */
export interface Footprint {
  /** Remaining downloads of known size. */
  downloadBytes: number;
  /** Remaining downloads of unknown size; they are in none of these figures. */
  unknownFiles: number;
  /** True when sizes of `MEASURED_ON` replace sizes that the catalogue lacks. */
  estimated: boolean;
  /** One generation of the dataset without procurement, whose size is unknown before it is read. */
  datasetBytes: number;
  /** Free space needed now: the rest of the downloads and one generation, as far as known. */
  diskBytes: number;
  /** Without procurement. */
  buildSeconds: number;
}

const MB = 1_000_000;

/** The day on which the sizes of the large files were measured, for a catalogue without sizes. */
export const MEASURED_ON = '2026-09-02';
const MEASURED_SIZES: [name: RegExp, sizeBytes: number][] = [
  [/^OD_FIRME\.CSV$/i, 693 * MB],
  [/^OD_CAEN_AUTORIZAT\.CSV$/i, 431 * MB],
  [/^OD_REPREZENTANTI_LEGALI\.CSV$/i, 337 * MB],
  [/^OD_STARE_FIRMA\.CSV$/i, 91 * MB],
  [/^OD_REPREZENTANTI_IF\.CSV$/i, 14 * MB],
  [/^WEB_UU_.*\.txt$/i, 80 * MB],
  [/^WEB_BL_.*\.txt$/i, 9 * MB],
];

/** Measured on the demo country: registry and balance files of 16 MB become parts of 150 MB, lists and searches included. */
const DATASET_FACTOR = 10;
/** Of registry and balance files, on two cores: reading, ranking and rendering together. */
const BUILD_BYTES_PER_SECOND = 0.9 * MB;

/** The publications in these measurements. */
const COUNTED: readonly FilePartName[] = ['registry', 'finances'];

export function footprintOf({ files }: DownloadPlan): Footprint {
  const bytesOf = (some: readonly PlannedFile[]): number => some.reduce((sum, file) => sum + (sizeOf(file) ?? 0), 0);
  const missing = files.filter((file) => !file.isDownloaded);
  const readBytes = bytesOf(files.filter(({ part }) => COUNTED.includes(part)));
  const downloadBytes = bytesOf(missing);
  const datasetBytes = readBytes * DATASET_FACTOR;
  return {
    downloadBytes,
    unknownFiles: missing.filter((file) => sizeOf(file) === null).length,
    estimated: missing.some((file) => file.sizeBytes === null && sizeOf(file) !== null),
    datasetBytes,
    diskBytes: downloadBytes + datasetBytes,
    buildSeconds: Math.ceil(readBytes / BUILD_BYTES_PER_SECOND),
  };
}

/** Null when unknown. */
function sizeOf({ to, sizeBytes }: PlannedFile): number | null {
  const name = to.split('/').at(-1) ?? '';
  return sizeBytes ?? MEASURED_SIZES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Four times ten seconds and pauses: an operator learns of a missing network within a minute, and a dropped connection is none. */
export const PROBE_LIMITS: Limits = {
  connectMs: 10_000,
  idleMs: 10_000,
  totalMs: 12_000,
  sizeBytesMax: 1_000_000,
  retries: 3,
};

/** No answer at all. Other problems are an answer, which the download reports. */
const SILENT = new Set<unknown>(['network', 'timeout']);

interface Answering {
  /** Parts whose publisher answers. */
  parts: FilePartName[];
  /** Publishers that do not answer, and why. */
  problems: string[];
}

export async function reachablePublishers(
  { client, addresses }: Omit<ListingOptions, 'today'>,
  limits: Limits = PROBE_LIMITS,
): Promise<Answering> {
  const probe = async (url: string): Promise<string | null> => {
    const result = await client.send({ url, userAgent: sources.onrc.userAgent }, limits);
    return !isAnswer(result) && SILENT.has(result.reason) ? result.detail : null;
  };
  const [catalogue, ...banks] = await Promise.all([
    probe(`${addresses.ckan}/api/3/action/status_show`),
    ...addresses.bnr.map((host) => probe(`${host}/nbrfxrates.xml`)),
  ]);
  const bank = banks.includes(null) ? null : (banks[0] ?? null);
  const silence = { catalogue, bank };
  return {
    parts: filePartNames.filter((name) => {
      const { download: publication } = fileParts[name];
      return publication !== undefined && silence[publication.publisher] === null;
    }),
    problems: [
      ...(catalogue == null ? [] : [`The open-data catalogue ${addresses.ckan} does not answer: ${catalogue}.`]),
      ...(bank === null ? [] : [`The national bank ${addresses.bnr.join(', ')} does not answer: ${bank}.`]),
    ],
  };
}

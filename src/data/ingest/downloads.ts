/** Brings the newest publications into a folder, file by file: what is there already is not fetched again. */
import { mkdir, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { elsewhere, resourceAddress } from '#data/sources/ckan/resource-address.ts';
import { download } from '#data/sources/download.ts';
import { sources } from '#data/sources/sources.ts';
import { type Unavailable, unavailable } from '#lib/safe-fetch/outcome.ts';
import type { Day } from '#lib/values/date.ts';
import { noteOrigin } from './origins.ts';
import { type ReadFile, readBefore } from './personal-files.ts';
import type { Progress } from './progress.ts';
import { type ListingNeeds, listings, type Publication, snapshotFolder, type Wanted } from './publication-listings.ts';

export interface DownloadNeeds extends ListingNeeds {
  folder: string;
  progress: Progress;
  /** Those that are wanted; left out, all. */
  only?: readonly Publication[];
  /** The day of the registry that is served: its files that were read and deleted are not fetched again; left out, all are. */
  servedRegistry?: Day | null;
}

export interface PlannedFile extends Wanted {
  publication: Publication;
  /** Complete in the folder: it is not fetched again. */
  there: boolean;
}

export interface DownloadPlan {
  files: PlannedFile[];
  /** Why something could not be found, in sentences. */
  problems: string[];
}

/** What there is to fetch, and what of it is there already. */
export async function planDownloads(needs: DownloadNeeds): Promise<DownloadPlan> {
  const plan: DownloadPlan = { files: [], problems: [] };
  for (const publication of needs.only ?? (Object.keys(listings) as Publication[])) {
    const wanted = await listings[publication](needs);
    if ('outcome' in wanted) {
      plan.problems.push(`The catalogue does not tell where the ${publication} is: ${wanted.detail}.`);
      continue;
    }
    if (wanted.length === 0) plan.problems.push(`The catalogue has no ${publication}.`);
    for (const file of wanted)
      plan.files.push({
        ...file,
        publication,
        there: !file.always && (await isThere(join(needs.folder, file.to), file, needs.servedRegistry ?? null)),
      });
  }
  return plan;
}

/** What could not be brought, in sentences; none when all is there. A source that fails does not keep the others away. */
export async function downloadPublications(needs: DownloadNeeds, plan?: DownloadPlan): Promise<string[]> {
  const { files, problems } = plan ?? (await planDownloads(needs));
  const failures = [...problems];
  const broken = new Set<Publication>();
  for (const file of files) {
    // Half a snapshot is worth nothing, and its firms come last.
    if (file.there || (file.publication === 'trade registry' && broken.has(file.publication))) continue;
    const failure = await fetchFile(needs, file);
    if (!failure) continue;
    broken.add(file.publication);
    failures.push(`${file.to} could not be downloaded: ${failure.detail}.`);
  }
  return failures;
}

async function fetchFile({ folder, progress, addresses }: DownloadNeeds, wanted: Wanted): Promise<Unavailable | null> {
  const path = join(folder, wanted.to);
  // The catalogue names data sets and files: a name must not lead out of the folder.
  if (relative(folder, path).startsWith('..')) return unavailable('rejected', 'its name leads out of the folder');
  await mkdir(dirname(path), { recursive: true });
  const step = progress.step(`download ${wanted.to.split('/').at(-1)}`, wanted.sizeBytes);
  let failure: Unavailable | null = null;
  for (const listed of wanted.urls) {
    const place = wanted.isListed ? resourceAddress(listed, addresses.ckan) : { url: listed, lookup: undefined };
    if (place === null) {
      failure = unavailable('rejected', elsewhere(listed));
      continue;
    }
    const result = await download({ ...place, userAgent: sources.onrc.userAgent }, path, {
      onProgress: ({ bytes }) => step.at(bytes, bytes),
    });
    if (!('outcome' in result)) {
      if (wanted.modified) await utimes(path, new Date(wanted.modified), new Date(wanted.modified));
      await noteOrigin(path, { page: wanted.page, url: listed, sizeBytes: result.sizeBytes });
      step.end(`${(result.sizeBytes / 1e6).toFixed(1)} MB`);
      return null;
    }
    failure = result;
  }
  step.end('failed');
  return failure;
}

/** Same size and not older than the catalogue's: a later vintage of a year comes under the same name. */
async function isThere(path: string, { to, sizeBytes, modified }: Wanted, served: Day | null): Promise<boolean> {
  const isServed = served !== null && to.startsWith(`${snapshotFolder(served)}/`);
  const file = (await fileAt(path)) ?? (isServed ? await readBefore(path) : null);
  if (file === null) return false;
  if (modified !== null && file.modifiedMs < Date.parse(modified)) return false;
  return sizeBytes === null || file.sizeBytes === sizeBytes;
}

const fileAt = (path: string): Promise<ReadFile | null> =>
  stat(path).then(
    ({ size, mtimeMs }) => ({ sizeBytes: size, modifiedMs: mtimeMs }),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );

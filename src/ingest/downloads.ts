/** Brings the newest publications into a folder, file by file: what is there already is not fetched again. */
import { mkdir, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Day, yearOf } from '#base/date.ts';
import type { Resource } from '#sources/ckan/catalog.ts';
import { findProcurement } from '#sources/ckan/procurement.ts';
import { findBalances, findRegistry, type RegistryFile } from '#sources/ckan/publications.ts';
import type { Client } from '#sources/client.ts';
import { download } from '#sources/download.ts';
import type { Unavailable } from '#sources/outcome.ts';
import { sources } from '#sources/source.ts';
import type { Progress } from './progress.ts';

export interface DownloadNeeds {
  client: Client;
  addresses: { ckan: string; bnr: readonly string[] };
  folder: string;
  today: Day;
  progress: Progress;
  /** Those that are wanted; left out, all. */
  only?: readonly Publication[];
}

/** One file to fetch. `always`: it changes under the same name. */
interface Wanted {
  to: string;
  urls: readonly string[];
  sizeBytes: number | null;
  modified: Day | null;
  always: boolean;
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

const BALANCE_YEARS = 10; // the eight that we show, and two before them for growth
const PROCUREMENT_YEARS = 6; // five whole ones behind the one under way: ten million purchases
const RATES_FIRST_YEAR = 2005; // the bank publishes nothing older in this form

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
        there: !file.always && (await isThere(join(needs.folder, file.to), file)),
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

type Listing = Promise<Wanted[] | Unavailable>;
export type Publication = keyof typeof listings;

const listings = {
  'trade registry': registryFiles,
  'set of balance sheets': balanceFiles,
  'set of exchange rates': rateFiles,
  'set of procurement exports': procurementFiles,
} as const;

async function registryFiles({ client, addresses }: DownloadNeeds): Listing {
  const found = await findRegistry(client, addresses.ckan);
  if (found.outcome === 'unavailable') return found;
  if (found.outcome === 'notFound') return [];
  const [year, month, day] = found.value.day.split('-');
  const place = `onrc/firme-${day}-${month}-${year}`;
  const files = Object.entries(found.value.files) as [RegistryFile, Resource][];
  // A folder is taken for a snapshot when OD_FIRME.CSV is in it.
  return files
    .toSorted(([a], [b]) => Number(a === 'firms') - Number(b === 'firms'))
    .map(([, resource]) => wantedFrom(resource, `${place}/${resource.name.toUpperCase()}`));
}

async function balanceFiles({ client, addresses, today }: DownloadNeeds): Listing {
  const found = await findBalances(client, addresses.ckan);
  if (found.outcome === 'unavailable') return found;
  if (found.outcome === 'notFound') return [];
  return found.value
    .filter(({ year }) => year >= yearOf(today) - BALANCE_YEARS)
    .flatMap(({ year, data, legend }) =>
      // The legend first: data without it would be read by the standard chart.
      (legend ? [legend, data] : [data]).map((resource) =>
        wantedFrom(resource, `anaf/situatii_financiare_${year}/${resource.name}`),
      ),
    );
}

async function procurementFiles({ client, addresses, today }: DownloadNeeds): Listing {
  const found = await findProcurement(client, addresses.ckan);
  if (found.outcome === 'unavailable') return found;
  if (found.outcome === 'notFound') return [];
  return found.value
    .filter(({ year }) => year > yearOf(today) - PROCUREMENT_YEARS)
    .map(({ dataset, resource }) => wantedFrom(resource, `achizitii/${dataset}/${resource.name}`));
}

async function rateFiles({ addresses, today }: DownloadNeeds): Listing {
  const years = Array.from({ length: yearOf(today) - RATES_FIRST_YEAR + 1 }, (_, i) => RATES_FIRST_YEAR + i);
  return years.map((year) => ({
    to: `bnr/nbrfxrates${year}.xml`,
    urls: addresses.bnr.map((host) => `${host}/files/xml/years/nbrfxrates${year}.xml`),
    sizeBytes: null,
    modified: null,
    always: year === yearOf(today),
  }));
}

const wantedFrom = (resource: Resource, to: string): Wanted => ({
  to,
  urls: [resource.url],
  sizeBytes: resource.sizeBytes,
  modified: resource.modified,
  always: false,
});

async function fetchFile({ folder, progress }: DownloadNeeds, wanted: Wanted): Promise<Unavailable | null> {
  const path = join(folder, wanted.to);
  await mkdir(dirname(path), { recursive: true });
  const step = progress.step(`download ${wanted.to.split('/').at(-1)}`, wanted.sizeBytes);
  let failure: Unavailable | null = null;
  for (const url of wanted.urls) {
    const result = await download({ url, userAgent: sources.onrc.userAgent }, path, {
      onProgress: ({ bytes }) => step.at(bytes, bytes),
    });
    if (!('outcome' in result)) {
      if (wanted.modified) await utimes(path, new Date(wanted.modified), new Date(wanted.modified));
      step.end(`${(result.sizeBytes / 1e6).toFixed(1)} MB`);
      return null;
    }
    failure = result;
  }
  step.end('failed');
  return failure;
}

/** Same size and not older than the catalogue's: a later vintage of a year comes under the same name. */
async function isThere(path: string, { sizeBytes, modified }: Wanted): Promise<boolean> {
  const file = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return false;
  if (modified !== null && file.mtime < new Date(modified)) return false;
  return sizeBytes === null || file.size === sizeBytes;
}

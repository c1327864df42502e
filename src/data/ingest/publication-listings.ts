/** The files to download of each publication, with their paths in the folder. */

import { findBalances } from '#data/sources/anaf/balance-publications.ts';
import { datasetPage, type Resource } from '#data/sources/ckan/catalog.ts';
import type { Client } from '#data/sources/client.ts';
import { findRegistry, type RegistryFile } from '#data/sources/onrc/publications.ts';
import { findProcurement } from '#data/sources/procurement/exports/publications.ts';
import type { Unavailable } from '#lib/safe-fetch/outcome.ts';
import { type Day, yearOf } from '#lib/values/date.ts';

export interface ListingOptions {
  client: Client;
  addresses: { ckan: string; bnr: readonly string[] };
  today: Day;
}

/** One file to fetch. `always`: it changes under the same name. */
export interface RemoteFile {
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

const BALANCE_YEARS = 10; // eight in answers, and two before them for growth
const PROCUREMENT_YEARS = 6; // the current one and five whole ones: ten million purchases
const RATES_FIRST_YEAR = 2005; // the bank publishes nothing older in this form

type Listing = Promise<RemoteFile[] | Unavailable>;
export type Publication = keyof typeof listings;

/** The files of each publication, by its name in messages. */
export const listings = {
  'trade registry': registryFiles,
  'set of balance sheets': balanceFiles,
  'set of exchange rates': rateFiles,
  'set of procurement exports': procurementFiles,
} as const;

async function registryFiles({ client, addresses }: ListingOptions): Listing {
  const result = await findRegistry(client, addresses.ckan);
  if (result.outcome === 'unavailable') return result;
  if (result.outcome === 'notFound') return [];
  const folder = snapshotFolder(result.value.day);
  const files = Object.entries(result.value.files) as [RegistryFile, Resource][];
  // OD_FIRME.CSV last: its presence makes a folder a snapshot.
  return files
    .toSorted(([a], [b]) => Number(a === 'firms') - Number(b === 'firms'))
    .map(([, resource]) => remoteFile(resource, `${folder}/${resource.name.toUpperCase()}`, addresses));
}

/** Named as the portal names its data set. */
export const snapshotFolder = (day: Day): string => `onrc/firme-${day.split('-').reverse().join('-')}`;

async function balanceFiles({ client, addresses, today }: ListingOptions): Listing {
  const result = await findBalances(client, addresses.ckan);
  if (result.outcome === 'unavailable') return result;
  if (result.outcome === 'notFound') return [];
  return result.value
    .filter(({ year }) => year >= yearOf(today) - BALANCE_YEARS)
    .flatMap(({ year, data, legend }) =>
      // The legend first: data without it would be read by the standard chart.
      (legend ? [legend, data] : [data]).map((resource) =>
        remoteFile(resource, `anaf/situatii_financiare_${year}/${resource.name}`, addresses),
      ),
    );
}

async function procurementFiles({ client, addresses, today }: ListingOptions): Listing {
  const result = await findProcurement(client, addresses.ckan);
  if (result.outcome === 'unavailable') return result;
  if (result.outcome === 'notFound') return [];
  return result.value
    .filter(({ year }) => year > yearOf(today) - PROCUREMENT_YEARS)
    .map(({ dataset, resource }) => remoteFile(resource, `achizitii/${dataset}/${resource.name}`, addresses));
}

async function rateFiles({ addresses, today }: ListingOptions): Listing {
  const years = Array.from({ length: yearOf(today) - RATES_FIRST_YEAR + 1 }, (_, i) => RATES_FIRST_YEAR + i);
  return years.map((year) => ({
    to: `bnr/nbrfxrates${year}.xml`,
    urls: addresses.bnr.map((host) => `${host}/files/xml/years/nbrfxrates${year}.xml`),
    page: null,
    sizeBytes: null,
    modified: null,
    always: year === yearOf(today),
    isFromCatalogue: false,
  }));
}

const remoteFile = (resource: Resource, to: string, { ckan }: ListingOptions['addresses']): RemoteFile => ({
  to,
  urls: [resource.url],
  page: datasetPage(ckan, resource.dataset),
  sizeBytes: resource.sizeBytes,
  modified: resource.modified,
  always: false,
  isFromCatalogue: true,
});

/** Which files there are to download of each publication, and where each goes in the folder. */

import { findBalances } from '#data/sources/anaf/balance-publications.ts';
import { datasetPage, type Resource } from '#data/sources/ckan/catalog.ts';
import type { Client } from '#data/sources/client.ts';
import { findRegistry, type RegistryFile } from '#data/sources/onrc/publications.ts';
import { findProcurement } from '#data/sources/procurement/exports/publications.ts';
import type { Unavailable } from '#lib/safe-fetch/outcome.ts';
import { type Day, yearOf } from '#lib/values/date.ts';

export interface ListingNeeds {
  client: Client;
  addresses: { ckan: string; bnr: readonly string[] };
  today: Day;
}

/** One file to fetch. `always`: it changes under the same name. */
export interface Wanted {
  to: string;
  urls: readonly string[];
  /** Where people see what it belongs to; null where there is the file only. */
  page: string | null;
  sizeBytes: number | null;
  modified: Day | null;
  always: boolean;
  /** The address is the catalogue's word, not ours. */
  isListed: boolean;
}

const BALANCE_YEARS = 10; // the eight that we show, and two before them for growth
const PROCUREMENT_YEARS = 6; // five whole ones behind the one under way: ten million purchases
const RATES_FIRST_YEAR = 2005; // the bank publishes nothing older in this form

type Listing = Promise<Wanted[] | Unavailable>;
export type Publication = keyof typeof listings;

/** The files of each publication, by its name in sentences. */
export const listings = {
  'trade registry': registryFiles,
  'set of balance sheets': balanceFiles,
  'set of exchange rates': rateFiles,
  'set of procurement exports': procurementFiles,
} as const;

async function registryFiles({ client, addresses }: ListingNeeds): Listing {
  const found = await findRegistry(client, addresses.ckan);
  if (found.outcome === 'unavailable') return found;
  if (found.outcome === 'notFound') return [];
  const place = snapshotFolder(found.value.day);
  const files = Object.entries(found.value.files) as [RegistryFile, Resource][];
  // A folder is taken for a snapshot when OD_FIRME.CSV is in it.
  return files
    .toSorted(([a], [b]) => Number(a === 'firms') - Number(b === 'firms'))
    .map(([, resource]) => wantedFrom(resource, `${place}/${resource.name.toUpperCase()}`, addresses));
}

/** Named as the portal names its data set. */
export const snapshotFolder = (day: Day): string => `onrc/firme-${day.split('-').reverse().join('-')}`;

async function balanceFiles({ client, addresses, today }: ListingNeeds): Listing {
  const found = await findBalances(client, addresses.ckan);
  if (found.outcome === 'unavailable') return found;
  if (found.outcome === 'notFound') return [];
  return found.value
    .filter(({ year }) => year >= yearOf(today) - BALANCE_YEARS)
    .flatMap(({ year, data, legend }) =>
      // The legend first: data without it would be read by the standard chart.
      (legend ? [legend, data] : [data]).map((resource) =>
        wantedFrom(resource, `anaf/situatii_financiare_${year}/${resource.name}`, addresses),
      ),
    );
}

async function procurementFiles({ client, addresses, today }: ListingNeeds): Listing {
  const found = await findProcurement(client, addresses.ckan);
  if (found.outcome === 'unavailable') return found;
  if (found.outcome === 'notFound') return [];
  return found.value
    .filter(({ year }) => year > yearOf(today) - PROCUREMENT_YEARS)
    .map(({ dataset, resource }) => wantedFrom(resource, `achizitii/${dataset}/${resource.name}`, addresses));
}

async function rateFiles({ addresses, today }: ListingNeeds): Listing {
  const years = Array.from({ length: yearOf(today) - RATES_FIRST_YEAR + 1 }, (_, i) => RATES_FIRST_YEAR + i);
  return years.map((year) => ({
    to: `bnr/nbrfxrates${year}.xml`,
    urls: addresses.bnr.map((host) => `${host}/files/xml/years/nbrfxrates${year}.xml`),
    page: null,
    sizeBytes: null,
    modified: null,
    always: year === yearOf(today),
    isListed: false,
  }));
}

const wantedFrom = (resource: Resource, to: string, { ckan }: ListingNeeds['addresses']): Wanted => ({
  to,
  urls: [resource.url],
  page: datasetPage(ckan, resource.dataset),
  sizeBytes: resource.sizeBytes,
  modified: resource.modified,
  always: false,
  isListed: true,
});

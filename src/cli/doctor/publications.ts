/** Samples of the publications: what the catalogue lists, and the first lines of the newest files, read as an ingest would. */

import { readBalances } from '#data/sources/anaf/balance-files.ts';
import { findBalances } from '#data/sources/anaf/balance-publications.ts';
import { searchDatasets } from '#data/sources/ckan/catalog.ts';
import { foreignHostMessage, resourceAddress } from '#data/sources/ckan/resource-address.ts';
import { readFirms } from '#data/sources/onrc/firms.ts';
import { findRegistry } from '#data/sources/onrc/publications.ts';
import { registryFiles } from '#data/sources/onrc/registry.ts';
import { sources } from '#data/sources/sources.ts';
import type { Batch } from '#data/sources/text-table.ts';
import { exchange, Failure, type Limits } from '#lib/safe-fetch/exchange.ts';
import type { WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { daysBetween } from '#lib/values/date.ts';
import { differs, found, notAnswered, type Result, type Sample, type SampleContext, wrongShape } from './sources.ts';

/** The registry publishes monthly to quarterly. */
const SNAPSHOT_DAYS_MAX = 120;
/** The size of the whole file, of which only the first chunk is read. */
const LIMITS: Limits = { ...sources.onrc.limits, sizeBytesMax: 4_000_000_000, retries: 0 };

const NEEDED = ['firms', 'statuses', 'representatives', 'activities'] as const;

/** The result without a file. */
const unlisted = (listing: WholeOutcome<unknown>): Result =>
  listing.outcome === 'unavailable' ? notAnswered(listing) : differs('the catalogue names no such file');

export async function sampleCatalogue({ client, addresses, today }: SampleContext): Promise<Sample> {
  const result = async (): Promise<Result> => {
    const catalogue = await searchDatasets(client, addresses.ckan, { fq: 'organization:onrc' });
    if (catalogue.outcome === 'unavailable') return notAnswered(catalogue);
    const registry = await findRegistry(client, addresses.ckan);
    if (registry.outcome === 'unavailable') return notAnswered(registry);
    const datasets = catalogue.outcome === 'found' ? catalogue.value.length : 0;
    if (registry.outcome === 'notFound')
      return differs(`${datasets} datasets of the registry, none named firme-DD-MM-YYYY`);
    const { day, files } = registry.value;
    return found(`${datasets} datasets, the newest snapshot of ${day}`, [
      ...NEEDED.filter((file) => !files[file]).map((file) => `${registryFiles[file].file} is missing`),
      ...(daysBetween(day, today) > SNAPSHOT_DAYS_MAX ? [`the newest snapshot is of ${day}`] : []),
    ]);
  };
  return {
    source: sources.ckan.title,
    address: addresses.ckan,
    expected: `a snapshot of the registry with ${NEEDED.map((file) => registryFiles[file].file).join(', ')}`,
    ...(await result()),
  };
}

export async function sampleRegistryFile({ client, addresses }: SampleContext): Promise<Sample> {
  const registry = await findRegistry(client, addresses.ckan);
  const resource = registry.outcome === 'found' ? registry.value.files.firms : undefined;
  return {
    source: sources.onrc.title,
    address: resource?.url ?? addresses.ckan,
    expected: 'firms as OD_FIRME.CSV lists them',
    ...(resource
      ? await firstLines(resource.url, addresses.ckan, (bytes) => readFirms({ name: resource.name, bytes }))
      : unlisted(registry)),
  };
}

export async function sampleBalanceFile({ client, addresses }: SampleContext): Promise<Sample> {
  const balances = await findBalances(client, addresses.ckan);
  const newest = balances.outcome === 'found' ? balances.value.findLast(({ form }) => form === 'UU') : undefined;
  const read = ({ form, year, data }: NonNullable<typeof newest>) =>
    firstLines(data.url, addresses.ckan, (bytes) =>
      readBalances({ name: data.name, bytes }, { form, year, legend: null }),
    );
  return {
    source: sources.balanceFiles.title,
    address: newest?.data.url ?? addresses.ckan,
    expected: 'balance sheets as WEB_UU_AN….txt lists them',
    ...(newest ? await read(newest) : unlisted(balances)),
  };
}

async function firstLines(
  published: string,
  ckan: string,
  read: (bytes: AsyncIterable<Buffer>) => AsyncIterable<Batch<unknown>>,
): Promise<Result> {
  const address = resourceAddress(published, ckan);
  if (address === null) return differs(foreignHostMessage(published));
  try {
    const { status, body } = await exchange({ ...address, userAgent: sources.onrc.userAgent }, LIMITS);
    if (status !== 200) return differs(`HTTP ${status}`);
    for await (const { records, skips, unread } of read(body)) {
      if (records.length === 0) continue;
      const problems = skips.length > records.length ? ['most lines cannot be read'] : [];
      return found(`${records.length} records in the first lines, ${skips.length} skipped`, problems, unread);
    }
    return differs('a file without a line that can be read');
  } catch (error) {
    if (error instanceof Failure) return notAnswered(error.outcome);
    if (error instanceof WrongShape) return wrongShape(error);
    throw error;
  }
}

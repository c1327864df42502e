/** The balance files of every year among the catalogue's datasets. */

import { type Dataset, type Resource, withResources } from '#data/sources/ckan/catalog.ts';
import type { Client } from '#data/sources/client.ts';
import type { WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import { words } from '#lib/values/text.ts';
import { type BalanceFileName, parseBalanceFileName } from './balance-file-name.ts';

export interface BalancePublication extends Omit<BalanceFileName, 'content'> {
  licence: string | null;
  data: Resource;
  legend: Resource | null;
}

export async function findBalances(client: Client, ckan: string): Promise<WholeOutcome<BalancePublication[]>> {
  const found = await withResources(client, ckan, { q: 'situatii financiare' }, (datasets) =>
    datasets.filter(({ title, slug }) => isOfAYear(title) || isOfAYear(slug)),
  );
  if (found.outcome !== 'found') return found;
  const value = chooseBalances(found.value);
  return value.length > 0 ? { outcome: 'found', value } : { outcome: 'notFound' };
}

/** `Situații financiare 2024`, `Situatii_financiare_2022`, `situatii_financiare2023`, `situatii_financiare_2024_actualizat`. */
const isOfAYear = (title: string): boolean =>
  /^situatii financiare.*20[0-9]{2}\b/.test(words(title.replaceAll('_', ' ')).join(' '));

interface CatalogueFile extends BalanceFileName {
  resource: Resource;
  dataset: Dataset;
}

/**
 * Oldest first. A form's year is published more than once: in the year's data set under the same name, in a data set of its own
 * (`…_actualizat`), or in the data set of another year. The last upload counts, with its own legend, else with the newest legend.
 */
function chooseBalances(datasets: readonly Dataset[]): BalancePublication[] {
  const files = datasets
    .flatMap((dataset) => (dataset.resources ?? []).flatMap((resource) => filesOf(resource, dataset)))
    .toSorted((a, b) => compare(a.resource.modifiedAt, b.resource.modifiedAt));
  const publications = [...Map.groupBy(files, ({ form, year }) => `${form} ${year}`).values()].flatMap((vintages) => {
    const data = vintages.findLast(({ content }) => content === 'data');
    if (data === undefined) return [];
    const legends = vintages.filter(({ content }) => content === 'legend');
    const legend = legends.findLast(({ dataset }) => dataset === data.dataset) ?? legends.at(-1);
    const { form, year, dataset } = data;
    return [{ form, year, licence: dataset.licence, data: data.resource, legend: legend?.resource ?? null }];
  });
  return publications.toSorted((a, b) => a.year - b.year || compare(a.data.modifiedAt, b.data.modifiedAt));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By its file name, or by its title with the ending of the file: some uploads have a meaningless name. */
function filesOf(resource: Resource, dataset: Dataset): CatalogueFile[] {
  const titled = `${resource.title ?? ''}.${resource.name.split('.').at(-1)}`;
  for (const name of [resource.name, titled]) {
    const parsed = parseBalanceFileName(name);
    if (parsed) return [{ ...parsed, resource: { ...resource, name: name.replaceAll(/[^\w.-]/g, '') }, dataset }];
  }
  return [];
}

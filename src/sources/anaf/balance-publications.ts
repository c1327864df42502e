/** The balance files of every year among the catalogue's datasets. */
import { fold } from '#base/text.ts';
import { type Dataset, type Resource, withResources } from '#sources/ckan/catalog.ts';
import type { Client } from '#sources/client.ts';
import type { WholeOutcome } from '#sources/outcome.ts';
import { type BalanceFileName, parseBalanceFileName } from './balance-file-name.ts';

export interface BalancePublication extends Omit<BalanceFileName, 'holds'> {
  licence: string | null;
  data: Resource;
  legend: Resource | null;
}

export async function findBalances(client: Client, ckan: string): Promise<WholeOutcome<BalancePublication[]>> {
  const found = await withResources(client, ckan, { q: 'situatii financiare' }, (datasets) =>
    datasets.filter(({ title }) => /^situatii financiare\b.*\b20[0-9]{2}\b/.test(fold(title))),
  );
  if (found.outcome !== 'found') return found;
  const value = chooseBalances(found.value);
  return value.length > 0 ? { outcome: 'found', value } : { outcome: 'notFound' };
}

/** Oldest first: later files restate earlier years, and the last one read counts. */
function chooseBalances(datasets: readonly Dataset[]): BalancePublication[] {
  const publications: BalancePublication[] = [];
  for (const { resources, licence } of datasets) {
    const files = (resources ?? []).flatMap((resource) => {
      const name = parseBalanceFileName(resource.name);
      return name ? [{ ...name, resource }] : [];
    });
    for (const { form, year, resource: data } of files.filter(({ holds }) => holds === 'data')) {
      const legend = files.find((file) => file.holds === 'legend' && file.form === form && file.year === year);
      publications.push({ form, year, licence, data, legend: legend?.resource ?? null });
    }
  }
  return publications.toSorted(
    (a, b) => a.year - b.year || (a.data.modified ?? '').localeCompare(b.data.modified ?? ''),
  );
}

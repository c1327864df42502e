/** Which of the catalogue's datasets we want: the newest snapshot of the trade registry, and the balance files of every year. */
import { type Day, isDay } from '#base/date.ts';
import { fold } from '#base/text.ts';
import { type BalanceFileName, parseBalanceFileName } from '#sources/anaf/balance-file-name.ts';
import type { Client } from '#sources/client.ts';
import { registryFiles } from '#sources/onrc/registry.ts';
import type { WholeOutcome } from '#sources/outcome.ts';
import { type Dataset, type Resource, searchDatasets, showDataset } from './catalog.ts';

export type RegistryFile = keyof typeof registryFiles;

export interface RegistryPublication {
  /** The day that the snapshot speaks of. */
  day: Day;
  licence: string | null;
  files: Partial<Record<RegistryFile, Resource>>;
}

export interface BalancePublication extends Omit<BalanceFileName, 'holds'> {
  licence: string | null;
  data: Resource;
  legend: Resource | null;
}

export async function findRegistry(client: Client, ckan: string): Promise<WholeOutcome<RegistryPublication>> {
  const found = await withResources(client, ckan, { fq: 'organization:onrc' }, (datasets) => {
    const snapshot = newestSnapshot(datasets);
    return snapshot ? [snapshot, ...datasets.filter(({ slug }) => !snapshotDay(slug))] : [];
  });
  if (found.outcome !== 'found') return found;
  const publication = chooseRegistry(found.value);
  return publication ? { outcome: 'found', value: publication } : { outcome: 'notFound' };
}

export async function findBalances(client: Client, ckan: string): Promise<WholeOutcome<BalancePublication[]>> {
  const found = await withResources(client, ckan, { q: 'situatii financiare' }, (datasets) =>
    datasets.filter(({ title }) => /^situatii financiare\b.*\b20[0-9]{2}\b/.test(fold(title))),
  );
  if (found.outcome !== 'found') return found;
  const value = chooseBalances(found.value);
  return value.length > 0 ? { outcome: 'found', value } : { outcome: 'notFound' };
}

/** The list mostly comes with the resources; a dataset that lacks them is asked for alone. */
export async function withResources(
  client: Client,
  ckan: string,
  query: Readonly<Record<string, string>>,
  wanted: (datasets: Dataset[]) => Dataset[],
): Promise<WholeOutcome<Dataset[]>> {
  const found = await searchDatasets(client, ckan, query);
  if (found.outcome !== 'found') return found;
  const datasets: Dataset[] = [];
  for (const dataset of wanted(found.value)) {
    const shown = dataset.resources ? null : await showDataset(client, ckan, dataset.slug);
    if (shown && shown.outcome !== 'found') return shown;
    datasets.push(shown?.value ?? dataset);
  }
  return { outcome: 'found', value: datasets };
}

/** `firme-02-09-2026` → `2026-09-02`; null for other datasets. */
export function snapshotDay(slug: string): Day | null {
  const [, day, month, year] = /^firme-([0-9]{2})-([0-9]{2})-([0-9]{4})$/.exec(slug) ?? [];
  const text = `${year}-${month}-${day}`;
  return isDay(text) ? text : null;
}

function newestSnapshot(datasets: readonly Dataset[]): Dataset | undefined {
  const snapshots = datasets.filter(({ slug }) => snapshotDay(slug) !== null);
  return snapshots.toSorted((a, b) => (snapshotDay(a.slug) ?? '').localeCompare(snapshotDay(b.slug) ?? '')).at(-1);
}

/** Nomenclatures have a dataset of their own, which changes rarely: the newest file of each name is taken, the snapshot's own first. */
function chooseRegistry(datasets: readonly Dataset[]): RegistryPublication | null {
  const snapshot = newestSnapshot(datasets);
  const day = snapshot && snapshotDay(snapshot.slug);
  if (!snapshot || !day) return null;
  const others = datasets
    .filter(({ slug }) => snapshotDay(slug) === null)
    .flatMap(({ resources }) => resources ?? [])
    .toSorted((a, b) => (b.modified ?? '').localeCompare(a.modified ?? ''));
  const files: RegistryPublication['files'] = {};
  for (const [kind, { file }] of Object.entries(registryFiles)) {
    const resource = [...(snapshot.resources ?? []), ...others].find(({ name }) => name.toUpperCase() === file);
    if (resource) files[kind as RegistryFile] = resource;
  }
  return { day, licence: snapshot.licence, files };
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

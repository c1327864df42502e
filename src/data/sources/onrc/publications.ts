/** The newest snapshot of the trade registry among the catalogue's datasets. */

import { type Dataset, type Resource, withResources } from '#data/sources/ckan/catalog.ts';
import type { Client } from '#data/sources/client.ts';
import { parseSpelledDay } from '#data/sources/gazette/dates.ts';
import type { WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import { type Day, isDay } from '#lib/values/date.ts';
import { registryFiles } from './registry.ts';

export type RegistryFile = keyof typeof registryFiles;

export interface RegistryPublication {
  /** The day of the snapshot. */
  day: Day;
  licence: string | null;
  files: Partial<Record<RegistryFile, Resource>>;
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

const SNAPSHOT =
  /^firme-(?:inregistrate-la-registrul-comertului-pana-la-data-de-)?([0-9]{2})-([0-9]{2}|[a-z]+)-([0-9]{4})$/;
/** `firme-02-09-2026` → `2026-09-02`, also the longer names of earlier years, `firme-inregistrate-…-07-ianuarie-2023`; null for other datasets. */
export function snapshotDay(slug: string): Day | null {
  const [, day, month = '', year] = SNAPSHOT.exec(slug) ?? [];
  if (/^[a-z]/.test(month)) return parseSpelledDay(`${day} ${month} ${year}`);
  const text = `${year}-${month}-${day}`;
  return isDay(text) ? text : null;
}

function newestSnapshot(datasets: readonly Dataset[]): Dataset | undefined {
  const snapshots = datasets.filter(({ slug }) => snapshotDay(slug) !== null);
  return snapshots.toSorted((a, b) => (snapshotDay(a.slug) ?? '').localeCompare(snapshotDay(b.slug) ?? '')).at(-1);
}

/**
 * Nomenclatures have a dataset of their own, which changes rarely: the newest file of each name counts, the snapshot's own first. Other
 * missing files of a snapshot do not come from elsewhere: some snapshots have three files only.
 */
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
    const candidates = [...(snapshot.resources ?? []), ...(file.startsWith('N_') ? others : [])];
    const resource = candidates.find(({ name }) => name.toUpperCase() === file);
    if (resource) files[kind as RegistryFile] = resource;
  }
  return { day, licence: snapshot.licence, files };
}

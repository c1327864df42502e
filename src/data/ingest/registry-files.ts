/** The files of the trade registry: snapshots, and nomenclatures that are published apart. */
import { dirname } from 'node:path';
import { findRegistry } from '#data/sources/onrc/publications.ts';
import { registryFiles } from '#data/sources/onrc/registry.ts';
import { sources } from '#data/sources/sources.ts';
import { registryIndexes, registryTables } from '#domain/companies/tables.ts';
import type { Day } from '#lib/values/date.ts';
import { type FilePart, inCatalogue, named, REPLACED } from './file-part.ts';
import { isNote } from './personal-files.ts';
import type { PublishedFile, RegistryFiles } from './published-files.ts';

const FIRMS = /^OD_FIRME\.CSV$/i;

/** Built by snapshots.ts, which compares each snapshot with the one before. */
export const registryPart: FilePart<RegistryFiles> = {
  about: { source: sources.onrc.name, licence: sources.onrc.licence },
  tables: () => registryTables + registryIndexes,
  lists: ['firm', 'firm_status', 'officer', 'firm_activities'],
  download: inCatalogue('trade registry', findRegistry, ({ day, files }) =>
    // OD_FIRME.CSV last: its presence makes a folder a snapshot.
    Object.entries(files)
      .toSorted(([a], [b]) => Number(a === 'firms') - Number(b === 'firms'))
      .map(([, resource]) => ({ resource, to: `${snapshotFolder(day)}/${resource.name.toUpperCase()}` })),
  ),
  /** Oldest first: the change log needs all snapshots, the dataset only the last. */
  find(files) {
    const snapshots = named(files, FIRMS).map((firms) => snapshotOf(files, firms));
    return [...new Map(snapshots.map((snapshot) => [snapshot.day ?? snapshot.firms.path, snapshot])).values()];
  },
  whyUnused(file, files) {
    const name = file.name.toUpperCase();
    if (/^[0-9]FIRME_(?:NE)?RADIATE/.test(name) && name.endsWith('.CSV'))
      return 'a form of the registry from before April 2025; only OD_FIRME.CSV with the files beside it is read';
    if (name === registryFiles.caenVersions.file) return 'what it holds is known';
    if (!Object.values(registryFiles).some((each) => each.file === name)) return null;
    const beside = name.startsWith('N_') ? files : files.filter(({ path }) => dirname(path) === dirname(file.path));
    return named(beside, FIRMS).length > 0 ? REPLACED : `${registryFiles.firms.file} is missing beside it`;
  },
  days: (snapshots) => snapshots.filter(({ isRead }) => !isRead).map(({ day }) => day),
};

/** Named as the portal names its data set. */
export const snapshotFolder = (day: Day): string => `onrc/firme-${day.split('-').reverse().join('-')}`;

/** The other files of a snapshot lie beside OD_FIRME.CSV. */
function snapshotOf(files: readonly PublishedFile[], firms: PublishedFile): RegistryFiles {
  const folder = dirname(firms.path);
  const inFolder = files.filter(({ path }) => dirname(path) === folder);
  const beside = (name: RegExp) => inFolder.find((file) => name.test(file.name)) ?? null;
  const newest = (name: RegExp) => named(files, name).at(-1) ?? null;
  const representatives = beside(/^OD_REPREZENTANTI_LEGALI\.CSV$/i);
  return {
    day: firms.day,
    firms,
    statuses: beside(/^OD_STARE_FIRMA\.CSV$/i),
    activities: beside(/^OD_CAEN_AUTORIZAT\.CSV$/i),
    representatives,
    familyRepresentatives: beside(/^OD_REPREZENTANTI_IF\.CSV$/i),
    branches: beside(/^OD_SUCURSALE.*\.CSV$/i),
    statusNames: newest(/^N_STARE_FIRMA\.CSV$/i),
    caenNames: newest(/^N_CAEN\.CSV$/i),
    isRead: representatives === null && inFolder.some(({ name }) => isNote(name)),
  };
}

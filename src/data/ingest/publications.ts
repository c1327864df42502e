/** The parts that are read from publications, and their publications in a folder, by the file names that the publishers use. */
import type { PartName } from '#data/store/formats.ts';
import type { FilePart, LoadedPart } from './file-part.ts';
import { financesPart } from './finances.ts';
import { gazettePart } from './gazette.ts';
import { procurementPart, recentPart } from './procurement/publications.ts';
import { filesUnder, type PublishedFile } from './published-files.ts';
import { debtsPart, ratesPart, shareholdersPart } from './rates-and-imports.ts';
import { registryPart } from './registry-files.ts';
import type { UnusedFile } from './report.ts';
import { unusedFiles } from './unused-files.ts';

/** In the order of builds and downloads. */
const declared = {
  registry: registryPart,
  finances: financesPart,
  rates: ratesPart,
  shareholders: shareholdersPart,
  debts: debtsPart,
  gazette: gazettePart,
  procurement: procurementPart,
  recent: recentPart,
} as const satisfies Partial<Record<PartName, unknown>>;

type Declared = typeof declared;
export type FilePartName = keyof Declared;

export const fileParts: Readonly<Record<FilePartName, FilePart<unknown>>> = declared;
export const filePartNames = Object.keys(fileParts) as FilePartName[];

/** Null: computed from other parts. A manifest may name a part that this version does not know. */
export const filePartOf = (name: string): FilePart<unknown> | null =>
  Object.hasOwn(fileParts, name) ? fileParts[name as FilePartName] : null;

/** The parts that one builder (run.ts) reads from their files alone. */
export type LoadedPartName = {
  [Name in FilePartName]: 'load' extends keyof Declared[Name] ? Name : never;
}[FilePartName];
export const loadedPartNames = filePartNames.filter((name): name is LoadedPartName => 'load' in fileParts[name]);
export const loadedPart = (name: LoadedPartName): LoadedPart<unknown> => declared[name];

export type Publications = { [Name in FilePartName]: ReturnType<Declared[Name]['find']> } & {
  /** The other files of the folder. */
  unused: UnusedFile[];
};

const publicationsIn = (folder: string, files: readonly PublishedFile[]): Publications => ({
  ...(Object.fromEntries(filePartNames.map((name) => [name, fileParts[name].find(files)])) as Publications),
  unused: unusedFiles(folder, files, Object.values(fileParts)),
});

export const noPublications = publicationsIn('', []);

export const findPublications = async (folder: string): Promise<Publications> =>
  publicationsIn(folder, await filesUnder(folder));

/** The publications from which parts of an older format are rebuilt: stored ones, else downloaded ones. */
import { existsSync } from 'node:fs';
import type { Dataset, Part } from '#data/store/dataset.ts';
import { namesOf } from '#data/store/manifest.ts';
import {
  type FilePartName,
  filePartNames,
  filePartOf,
  fileParts,
  findPublications,
  noPublications,
  type Publications,
} from './publications.ts';
import type { PublishedFile } from './published-files.ts';

/** Parts of an older format, or given up for that reason by an earlier build. */
export const partsToRebuild = (dataset: Dataset | null): Part[] =>
  dataset === null ? [] : [...dataset.unreadable, ...(dataset.manifest.lost ?? [])];

export interface RebuildOptions {
  due: readonly Part[];
  /** A folder that is read regardless of its age. Null: only stored publications that are as new as the parts. */
  from: string | null;
  /** The folder of stored publications. */
  stored: string;
  /** Whether the store holds increments of the procurement lists. */
  hasLists: boolean;
  /** Downloads publications into the folder of stored ones; returns messages about failures. */
  download(only: readonly FilePartName[]): Promise<string[]>;
  log(message: string): void;
}

export interface RebuildFiles {
  publications: Publications;
  /** Messages about failed downloads. */
  problems: string[];
  /** Parts without a stored publication or a download. */
  lost: Part[];
}

/** The publications of a folder; for parts to be rebuilt also the stored ones, or else downloads. */
export async function publicationsForRebuild({
  due,
  from,
  stored: kept,
  hasLists,
  download,
  log: say,
}: RebuildOptions): Promise<RebuildFiles> {
  const find = async (): Promise<Publications> => {
    const input = from === null ? noPublications : await findPublications(from);
    return due.length === 0 || from === kept || !existsSync(kept)
      ? input
      : withMissing(input, await findPublications(kept), due);
  };
  const isAsNew = from === null;
  const available = await find();
  const lacking = due.filter((part) => !(has(available, part, isAsNew) || (hasLists && part.name === 'recent')));
  const missing = lacking.filter(({ name }) => filePartOf(name)?.download !== undefined);
  const rebuilt = due.filter((part) => !lacking.includes(part) || missing.includes(part));
  if (rebuilt.length > 0)
    say(`The format of ${namesOf(rebuilt)} is not the one that this version reads: made again from publications.`);
  const lost = lacking.filter((part) => !missing.includes(part));
  if (missing.length === 0) return { publications: available, problems: [], lost };
  say(`The publications of ${namesOf(missing)} were not kept: downloaded again.`);
  const problems = await download(filePartNames.filter((part) => missing.some(({ name }) => name === part)));
  return { publications: await find(), problems, lost };
}

/** Whether a part can be built from these publications; a computed part always can. A registry snapshot must not be older than the served one. */
function has(publications: Publications, { name, asOf }: Part, isAsNew = false): boolean {
  const mustBeNew = isAsNew || name === 'registry';
  const part = filePartNames.find((one) => one === name);
  if (part === undefined) return true;
  const found: readonly unknown[] = publications[part];
  const days = fileParts[part].days?.(found) ?? (found as readonly PublishedFile[]).map(({ day }) => day);
  // A file without a day in its name is not older.
  return days.some((day) => !mustBeNew || asOf === null || day === null || day >= asOf);
}

/** Fills in, for these parts, the publications that the first folder lacks. */
function withMissing(input: Publications, stored: Publications, due: readonly Part[]): Publications {
  const filled: Partial<Record<FilePartName, readonly unknown[]>> = {};
  for (const name of filePartNames) {
    const part = due.find((one) => one.name === name);
    if (!part) continue;
    const fill =
      fileParts[name].filled ??
      ((own: readonly unknown[], kept: readonly unknown[]) => (has(input, part) ? own : kept));
    filled[name] = fill(input[name], stored[name]);
  }
  return { ...input, ...(filled as Partial<Publications>) };
}

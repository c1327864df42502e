/** Files of a folder that no part is read from, each with the reason, which says what is missing or how to name it. */
import { relative } from 'node:path';
import type { FilePart } from './file-part.ts';
import { isNote } from './personal-files.ts';
import type { PublishedFile } from './published-files.ts';
import type { UnusedFile } from './report.ts';

export function unusedFiles(
  folder: string,
  files: readonly PublishedFile[],
  parts: readonly FilePart<unknown>[],
): UnusedFile[] {
  const used = new Set(parts.flatMap((part) => part.find(files)).flatMap(filesIn));
  const unused = files.filter((file) => !used.has(file) && !isNote(file.name));
  return unused.map((file) => ({
    file: relative(folder, file.path),
    reason: reasonOf(file, files, parts) ?? copyReason(file, files, parts) ?? UNKNOWN,
  }));
}

const UNKNOWN = 'no publication has such a name (docs/sources.md lists the names)';

/** A publication of several files has them as fields. */
function filesIn(found: unknown): PublishedFile[] {
  const isFile = (value: unknown): value is PublishedFile =>
    typeof value === 'object' && value !== null && 'path' in value;
  return isFile(found) ? [found] : Object.values(found as object).filter(isFile);
}

const reasonOf = (
  file: PublishedFile,
  files: readonly PublishedFile[],
  parts: readonly FilePart<unknown>[],
): string | null => {
  for (const part of parts) {
    const reason = part.whyUnused?.(file, files) ?? null;
    if (reason !== null) return reason;
  }
  return null;
};

/** `od_firme (1).csv`, `2025-WEB_UU_AN2025.txt`, `OD_FIRME.CSV.part`: a known name with something before or behind. */
function copyReason(file: PublishedFile, files: readonly PublishedFile[], parts: readonly FilePart<unknown>[]) {
  const { name } = file;
  if (name.endsWith('.part')) return 'the download of this file was interrupted';
  const plain = name
    .replace(/(?: ?\([0-9]+\)| - cop(?:y|ie)(?: \([0-9]+\))?)(?=\.[a-z]+$)/i, '')
    .replace(/^[0-9]{4}-/, '');
  if (plain === name) return null;
  const renamed = { ...file, name: plain, path: file.path.slice(0, -name.length) + plain };
  const isKnown =
    parts.some((part) => part.find([renamed]).length > 0) || reasonOf(renamed, [...files, renamed], parts) !== null;
  return isKnown ? `its name is not the published one: it is read as ${plain}` : null;
}

/** The second way to files that did not come one by one: the archive of all of them, in which they have other names. */
import { join } from 'node:path';
import type { DocumentSection } from '#data/sources/procurement/records.ts';
import { documentsOf } from '#domain/documents/tables/documentation-table.ts';
import type { DocumentRow } from '#domain/documents/tables/rows.ts';
import { Failure } from '#lib/safe-fetch/exchange.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { type FilesNeeds, keepFile } from './files.ts';
import type { CollectedNotice, CollectNeeds, UnpackedFile } from './needs.ts';
import { isMissing } from './versions.ts';

/** Answers to bidders and reports on suppliers are not in it. */
const OUTSIDE: ReadonlySet<DocumentSection> = new Set(['clarification', 'supplierReport']);

/** What could not be had leaves each file's own reason as it is. */
export async function fetchFromArchive(
  asked: CollectedNotice,
  version: number,
  needs: FilesNeeds & Pick<CollectNeeds, 'unpack'>,
): Promise<void> {
  const { db, desk, unpack, folder, signal } = needs;
  const rows = (await documentsOf(db, asked.notice, version)).filter(({ section }) => !OUTSIDE.has(section));
  if (!rows.some(isMissing)) return;
  try {
    const path = join(folder, 'archive');
    if ((await desk.archive(asked, path)) === null) return;
    for (const { row, file } of pairs(rows, await unpack(path, folder, signal)))
      await keepFile(row, file.path, file, needs);
  } catch (error) {
    if (error instanceof WrongShape) return;
    if (!(error instanceof Failure) || error.outcome.reason === 'blocked') throw error;
  }
}

/**
 * Missing documents with their files. Names are no identity: a file counts only when it is the single one of its name that no other
 * document is.
 */
function pairs(
  rows: readonly DocumentRow[],
  files: readonly UnpackedFile[],
): { row: DocumentRow; file: UnpackedFile }[] {
  const namesakes = Map.groupBy(rows, ({ name }) => plainName(name));
  return [...Map.groupBy(files, ({ name }) => plainName(name))].flatMap(([name, found]) => {
    const documents = namesakes.get(name) ?? [];
    const here = new Set(documents.flatMap(({ file_sha256 }) => file_sha256 ?? []));
    const missing = documents.filter(isMissing);
    const left = found.filter(({ sha256 }) => !here.has(sha256));
    const [row] = missing;
    const [file] = left;
    return row && file && missing.length === 1 && left.length === 1 ? { row, file } : [];
  });
}

/** As lists and archives agree on it: without folders, commas, doubled blanks and the number of a namesake. */
export const plainName = (name: string): string =>
  (name.split('/').at(-1) ?? name)
    .normalize('NFC')
    .replaceAll(',', '')
    .replace(/ \([0-9]{1,3}\)(?=\.|$)/, '')
    .replace(/\s{1,20}/g, ' ')
    .trim()
    .toLowerCase();

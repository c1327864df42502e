/** Published files in a folder: their names, days and digests. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Day, isDay, parseRomanianDay } from '#lib/values/date.ts';
import { VERSION } from '#lib/version.ts';

export interface PublishedFile {
  path: string;
  name: string;
  bytes: number;
  /** The publisher's day, from the name of the folder or file; the file's own time tells nothing about its content. */
  day: Day | null;
}

/** One snapshot of the trade registry. Nomenclatures are published apart and may lie in another folder. */
export interface RegistryFiles {
  /** Null where no name tells the day; then the content does (content-days.ts). */
  day: Day | null;
  firms: PublishedFile;
  statuses: PublishedFile | null;
  activities: PublishedFile | null;
  representatives: PublishedFile | null;
  familyRepresentatives: PublishedFile | null;
  branches: PublishedFile | null;
  statusNames: PublishedFile | null;
  caenNames: PublishedFile | null;
  /** The file of representatives has been read and deleted: the snapshot stays served but is not readable again. */
  isRead: boolean;
}

/** Oldest first, files without a day before all others; of one day by path, for the same order on every machine. */
export async function filesUnder(folder: string): Promise<PublishedFile[]> {
  const files: PublishedFile[] = [];
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const path = join(entry.parentPath, entry.name);
    const { size } = await stat(path);
    files.push({ path, name: entry.name, bytes: size, day: dayOf(path) });
  }
  return files.sort((a, b) => (a.day === b.day ? (a.path < b.path ? -1 : 1) : (a.day ?? '') < (b.day ?? '') ? -1 : 1));
}

/** `firme-02-09-2026/OD_FIRME.CSV` and `tax-debts-2026-09-02.csv` carry their day. */
function dayOf(path: string): Day | null {
  const [romanian] = /[0-9]{2}-[0-9]{2}-[0-9]{4}/.exec(basename(dirname(path))) ?? [];
  if (romanian) return parseRomanianDay(romanian.replaceAll('-', '.'));
  const [iso] = /[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(basename(path)) ?? [];
  return iso && isDay(iso) ? iso : null;
}

/** Changed when the rule for the day of a content changes: parts are rebuilt then. */
const DAYS = 'by content';

/** A publication that need not lie in a file. */
type Content = Pick<PublishedFile, 'name' | 'bytes'> & ({ path: string } | { read(): AsyncIterable<Uint8Array> });

export const bytesOf = (files: readonly Pick<PublishedFile, 'bytes'>[]): number =>
  files.reduce((sum, file) => sum + file.bytes, 0);

/**
 * Digest of names and whole contents, in this order. Size and time would not do: a status that changes from 1048 to
 * 1084 leaves the size, and a repeated download changes the time. A new release may read the same file better.
 */
export async function digestOf(files: readonly Content[], salt = '', dated = ` ${DAYS}`): Promise<string> {
  const digest = createHash('sha256').update(`${VERSION}${dated}\n${salt}`);
  for (const file of files) {
    digest.update(`\n${file.name} ${file.bytes}\n`);
    const chunks = 'read' in file ? file.read() : createReadStream(file.path, { highWaterMark: 1 << 20 });
    for await (const chunk of chunks) digest.update(chunk);
  }
  return digest.digest('hex');
}

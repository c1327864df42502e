/**
 * Where downloaded files came from: a note in their folder, from which answers name the publication that was read. A file that an
 * operator brought has no note, and one that was replaced since is not what its note speaks of.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PublishedFile } from './publications.ts';

/** Hidden: no publication is called like that. */
const NOTE = '.origins.json';
/** Stands for every file of a folder, where there is one for each day. */
export const ALL_FILES = '*';

export interface Origin {
  /** Where people see what the file belongs to; null where there is the file only. */
  page: string | null;
  url: string;
  /** As it was downloaded; null for files that we write ourselves of what a service said. */
  sizeBytes: number | null;
}

export async function noteOrigin(path: string, origin: Origin): Promise<void> {
  const folder = dirname(path);
  const origins = { ...(await originsIn(folder)), [basename(path)]: withoutSecrets(origin) };
  const note = join(folder, NOTE);
  await writeFile(`${note}.new`, `${JSON.stringify(origins, null, 1)}\n`);
  await rename(`${note}.new`, note);
}

/** The page of the publication that a file belongs to, or else the file's own address; null when nobody noted it. */
export async function publicationOf(file: Pick<PublishedFile, 'path' | 'bytes'> | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const origins = await originsIn(dirname(file.path));
  const origin = origins[basename(file.path)] ?? origins[ALL_FILES];
  if (origin === undefined || (origin.sizeBytes !== null && origin.sizeBytes !== file.bytes)) return null;
  return origin.page ?? origin.url;
}

/** Of several files that are one part: the one whose day the part is said to be of. */
export const newestOf = (files: readonly PublishedFile[]): PublishedFile | undefined =>
  files.reduce<PublishedFile | undefined>(
    (newest, file) => (newest && (newest.day ?? '') > (file.day ?? '') ? newest : file),
    undefined,
  );

async function originsIn(folder: string): Promise<Record<string, Origin | undefined>> {
  const text = await readFile(join(folder, NOTE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text) as Record<string, Origin>;
}

/** An operator may have named a mirror by an address with a password in it. */
const withoutSecrets = ({ page, url, sizeBytes }: Origin): Origin => ({
  page: page && withoutPassword(page),
  url: withoutPassword(url),
  sizeBytes,
});

export function withoutPassword(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

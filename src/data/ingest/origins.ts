/**
 * The origins of downloaded files, as a note in their folder: answers name the publication of a part. A file of an operator has no note,
 * and a replaced file does not match its note.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { PublishedFile } from './published-files.ts';

/** A hidden file, so that no publication has this name. */
const NOTE = '.origins.json';
/** Every file of a folder, where there is one for each day. */
export const ALL_FILES = '*';

export interface Origin {
  /** The web page of the publication; null where there is the file only. */
  page: string | null;
  url: string;
  /** Of the download; null for files that this program writes from the answers of a service. */
  sizeBytes: number | null;
}

export async function noteOrigin(path: string, origin: Origin): Promise<void> {
  const folder = dirname(path);
  const origins = { ...(await originsIn(folder)), [basename(path)]: withoutSecrets(origin) };
  const note = join(folder, NOTE);
  await writeFile(`${note}.new`, `${JSON.stringify(origins, null, 1)}\n`);
  await rename(`${note}.new`, note);
}

/** The page of the publication that a file belongs to, or else the file's own address; null without a note. */
export async function publicationOf(file: Pick<PublishedFile, 'path' | 'bytes'> | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const origins = await originsIn(dirname(file.path));
  const origin = origins[basename(file.path)] ?? origins[ALL_FILES];
  if (origin === undefined || (origin.sizeBytes !== null && origin.sizeBytes !== file.bytes)) return null;
  return origin.page ?? origin.url;
}

/** Of several files of one part: the one that gives the part its day. */
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

/** The operator's address of a mirror may contain a password. */
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

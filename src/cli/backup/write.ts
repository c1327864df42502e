/** Writes a back-up to a temporary file, readable by its owner only, verifies it from end to end, then renames it. */
import { createHash } from 'node:crypto';
import { createWriteStream, linkSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Value } from '#data/store/database.ts';
import type { Snapshot } from '#data/store/snapshot.ts';
import { syncToDisk } from '#data/store/sqlite/files.ts';
import { appliedMigrations, rowsOf, type StoreName, tablesOf } from '#data/store/store-tables.ts';
import { type EndLine, FORMAT, type Header, type TableLine, writeRow } from './format.ts';
import { type CheckedBackup, checkBackup } from './read.ts';

export interface BackupFile extends CheckedBackup {
  file: string;
  sizeBytes: number;
}

type About = Pick<Header, 'madeAt' | 'version' | 'country' | 'secrets'>;

/** Chunks of lines: single lines would cost more than their compression. */
const CHUNK_CHARACTERS = 64 * 1024;

export class FileExists extends Error {}

export async function writeBackup(
  file: string,
  about: About,
  snapshot: Snapshot,
  stores: readonly StoreName[],
): Promise<BackupFile> {
  const temporary = `${file}.${process.pid}.new`;
  try {
    const output = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(chunksOf(linesOf(about, snapshot, stores))), createGzip(), output);
    const checked = await checkBackup(temporary);
    publish(temporary, file);
    return { file, sizeBytes: statSync(file).size, ...checked };
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Unlike a rename, a link never replaces a file. */
function publish(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new FileExists(`There is a file ${file} already: it was left as it is. Name another.`);
  }
  syncToDisk(dirname(file));
}

async function* linesOf(about: About, snapshot: Snapshot, stores: readonly StoreName[]): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const line = (value: object | string): string => {
    const text = `${typeof value === 'string' ? value : JSON.stringify(value)}\n`;
    digest.update(text);
    return text;
  };
  const header: Header = { firmoteca: 'back-up', format: FORMAT, ...about, engine: 'sqlite', stores: [] };
  for (const name of stores) {
    const reader = await snapshot.reader(name);
    header.engine = reader.engine;
    header.stores.push({ name, migrations: await appliedMigrations(reader) });
  }
  yield line(header);
  const rows: Record<string, number> = {};
  for (const store of stores) {
    const reader = await snapshot.reader(store);
    for (const table of await tablesOf(reader, store)) {
      yield line({ store, table: table.name, columns: table.columns } satisfies TableLine);
      let count = 0;
      for await (const row of rowsOf(reader, table)) {
        yield line(writeRow(Object.values(row) as Value[]));
        count++;
      }
      rows[`${store}.${table.name}`] = count;
    }
  }
  yield `${JSON.stringify({ end: { rows, sha256: digest.digest('hex') } } satisfies EndLine)}\n`;
}

async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

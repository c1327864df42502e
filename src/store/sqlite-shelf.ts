/** Generations in a data folder: `parts/<id>.db`, `generations/<id>.json`, and `CURRENT`, which names the one being served. */
import { mkdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { AnotherBuild, type Country, type Generations, type Part } from './dataset.ts';
import { openGenerations } from './generations.ts';
import type { Bench, Shelf } from './shelf.ts';
import { openSqlite } from './sqlite.ts';
import {
  createOnce,
  type Files,
  filesOf,
  manifestIds,
  readIfThere,
  readManifest,
  replaceFile,
  sweepFiles,
  syncToDisk,
} from './sqlite-files.ts';
import { inspectSqlitePart, newSqlitePart } from './sqlite-parts.ts';
import { unionsOf } from './union.ts';

export function openSqliteGenerations(folder: string, country: Country): Promise<Generations> {
  const files = filesOf(folder);
  mkdirSync(files.parts, { recursive: true });
  mkdirSync(files.generations, { recursive: true });
  return openGenerations(folderShelf(files), country, `The data folder ${folder}`);
}

function folderShelf(files: Files): Shelf {
  const attachments = (parts: readonly Part[]) => parts.map(({ id }) => ({ name: id, path: files.part(id) }));
  return {
    async claim(country) {
      createOnce(files.country, `${country}\n`);
      return readFileSync(files.country, 'utf8').trim() as Country;
    },
    pointer: async () => readIfThere(files.pointer)?.trim() ?? null,
    manifest: async (id) => readManifest(files, id),
    manifests: async () => manifestIds(files).flatMap((id) => readManifest(files, id) ?? []),
    point: async (id) => replaceFile(files.pointer, `${id}\n`),
    async open(_manifest, _area, parts) {
      return openSqlite(':memory:', { readOnly: true, attach: attachments(parts), unions: unionsOf(parts) });
    },
    inspect: async (part, deep) => inspectSqlitePart(part, files.part(part.id), deep),

    async bench(): Promise<Bench> {
      const release = lock(files.lock);
      return {
        newPart: async (id, about, reading) => newSqlitePart(id, files.part(id), about, attachments(reading)),
        async publish(manifest) {
          syncToDisk(files.parts);
          replaceFile(files.manifest(manifest.id), `${JSON.stringify(manifest, null, 2)}\n`);
          replaceFile(files.pointer, `${manifest.id}\n`);
        },
        sweep: async (keep) => sweepFiles(files, keep),
        release: async () => release(),
      };
    },
    async close() {},
  };
}

/** An exclusive transaction on an empty file: the operating system lets go of it when the process dies, however it dies. */
function lock(path: string): () => void {
  const connection = new DatabaseSync(path);
  try {
    connection.exec('begin exclusive');
  } catch (error) {
    connection.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new AnotherBuild('Another build is running on this data folder; it can hold only one at a time.');
  }
  return () => {
    if (connection.isOpen) connection.close();
  };
}

const SQLITE_BUSY = 5;

/** Generations in a data folder: `parts/<id>.db`, `generations/<id>.json`, and `CURRENT`, which names the current one. */
import { mkdirSync, readFileSync } from 'node:fs';
import type { Country, Generations } from '#data/store/dataset.ts';
import { unionsOf } from '#data/store/dataset.ts';
import type { Builder, GenerationStore } from '#data/store/generation-store.ts';
import { openGenerations } from '#data/store/generations.ts';
import { openSqlite } from './database.ts';
import {
  attachmentsOf,
  createOnce,
  type Files,
  filesOf,
  manifestIds,
  readIfThere,
  readManifest,
  replaceFile,
  sweepFiles,
  syncToDisk,
} from './files.ts';
import { lockFolder } from './folder-lock.ts';
import { inspectSqlitePart, newSqlitePart } from './parts.ts';

export function openSqliteGenerations(folder: string, country: Country): Promise<Generations> {
  const files = filesOf(folder);
  mkdirSync(files.parts, { recursive: true });
  mkdirSync(files.generations, { recursive: true });
  return openGenerations(folderGenerationStore(files), country, `The data folder ${folder}`);
}

function folderGenerationStore(files: Files): GenerationStore {
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
      return openSqlite(':memory:', { readOnly: true, attach: attachmentsOf(files, parts), unions: unionsOf(parts) });
    },
    inspect: async (part, deep) => inspectSqlitePart(part, files.part(part.id), deep),

    async openBuilder(): Promise<Builder> {
      const release = lockFolder(files.lock);
      return {
        async reserve() {},
        open: (...part) => newSqlitePart(files, ...part),
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

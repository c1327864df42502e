/**
 * Generations read on a standby: the pointer is read there too, so that a generation is served once it has arrived.
 * Writes, and reads the standby cannot answer, go to the primary.
 */
import type { Database } from '#data/store/database.ts';
import type { Manifest, Part } from '#data/store/dataset.ts';
import type { GenerationStore } from '#data/store/generation-store.ts';
import { readManifest, readPointing } from '#data/store/postgres/catalogue.ts';
import { standbyDatabase } from './database.ts';
import type { StandbyRouter } from './standby-router.ts';

export interface StandbyReads {
  /** The catalogue on the standby. */
  catalogue: Database;
  /** Opens parts of a generation on the standby. */
  open(manifest: Manifest, area: string, parts: readonly Part[]): Database;
  router: StandbyRouter;
}

export function standbyGenerationStore(
  primary: GenerationStore,
  ownCatalogue: Database,
  { catalogue, open, router }: StandbyReads,
): GenerationStore {
  /** How often the pointer had been set at the last read: older answers are ignored. */
  let lastVersion = 0;
  /** The pointer count from which the standby has a generation. */
  const arrived = new WeakMap<Manifest, number>();

  /** Null where the standby cannot answer. */
  const readStandby = async <T extends { pointings: number } | null>(
    ask: (db: Database) => Promise<T>,
  ): Promise<T | null> => {
    if (!router.isUsable(0)) return null;
    try {
      const answer = await router.unlessLost(ask(catalogue));
      if (answer !== null) router.noteVersion(answer.pointings);
      return answer;
    } catch (error) {
      if (!router.isPrimaryNeeded(error)) throw error;
      return null;
    }
  };

  return {
    ...primary,
    async pointer() {
      const answer = await readStandby(readPointing);
      const { current, pointings } =
        answer !== null && answer.pointings >= lastVersion ? answer : await readPointing(ownCatalogue);
      lastVersion = pointings;
      return current;
    },
    async manifest(id) {
      const found = (await readStandby((db) => readManifest(db, id))) ?? (await readManifest(ownCatalogue, id));
      if (found) arrived.set(found.manifest, found.pointings);
      return found?.manifest ?? null;
    },
    async open(manifest, area, parts) {
      const primaryDatabase = await primary.open(manifest, area, parts);
      const pointings = arrived.get(manifest) ?? Number.POSITIVE_INFINITY;
      return standbyDatabase(open(manifest, area, parts), primaryDatabase, router, pointings);
    },
    async close() {
      // A dead connection does not confirm its end.
      await router.unlessLost(catalogue.close()).catch(() => {});
      router.close();
      await primary.close();
    },
  };
}

/**
 * Generations that are read on a standby: the pointer is taken from there, too, so that a generation is served once it has arrived.
 * Nothing is written there, and whatever it cannot give the primary gives.
 */
import type { Database } from '#data/store/database.ts';
import type { Manifest, Part } from '#data/store/dataset.ts';
import type { GenerationStore } from '#data/store/generation-store.ts';
import { readManifest, readPointing } from '#data/store/postgres/catalogue.ts';
import { standbyDatabase } from './database.ts';
import type { StandbyRouter } from './standby-router.ts';

export interface StandbyReads {
  /** The catalogue there. */
  catalogue: Database;
  /** Opens parts of a generation there. */
  open(manifest: Manifest, area: string, parts: readonly Part[]): Database;
  router: StandbyRouter;
}

export function standbyGenerationStore(primary: GenerationStore, own: Database, { catalogue, open, router: way }: StandbyReads): GenerationStore {
  /** How often the pointer had been set when it was read last: what is older than that is not served any more. */
  let seen = 0;
  /** From how many on the standby has a generation. */
  const arrived = new WeakMap<Manifest, number>();

  /** Null where the standby cannot say. */
  const there = async <T extends { pointings: number } | null>(
    ask: (db: Database) => Promise<T>,
  ): Promise<T | null> => {
    if (!way.isUsable(0)) return null;
    try {
      const told = await way.unlessLost(ask(catalogue));
      if (told !== null) way.noteVersion(told.pointings);
      return told;
    } catch (error) {
      if (!way.isPrimaryNeeded(error)) throw error;
      return null;
    }
  };

  return {
    ...primary,
    async pointer() {
      const told = await there(readPointing);
      const { current, pointings } = told !== null && told.pointings >= seen ? told : await readPointing(own);
      seen = pointings;
      return current;
    },
    async manifest(id) {
      const found = (await there((db) => readManifest(db, id))) ?? (await readManifest(own, id));
      if (found) arrived.set(found.manifest, found.pointings);
      return found?.manifest ?? null;
    },
    async open(manifest, area, parts) {
      const near = await primary.open(manifest, area, parts);
      const pointings = arrived.get(manifest) ?? Number.POSITIVE_INFINITY;
      return standbyDatabase(open(manifest, area, parts), near, way, pointings);
    },
    async close() {
      // One that went silent says no good-bye.
      await way.unlessLost(catalogue.close()).catch(() => {});
      way.close();
      await primary.close();
    },
  };
}

/** Whether a generation is there and answers now: asked of its database, because an open pool says nothing of the server. */
import type { Dataset } from './dataset.ts';
import { isComplete } from './manifest.ts';

/** Rejects when the store is away. */
export async function isReadable(dataset: Dataset | null): Promise<boolean> {
  if (dataset === null || dataset.unreadable.length > 0) return false;
  const [part] = dataset.manifest.parts;
  const [table] = Object.keys(part?.rows ?? {});
  if (!part || table === undefined) return true;
  const db = dataset.area(part.area);
  if (db === null) return false;
  await db.one(`select 1 from ${part.id}."${table}" limit 1`);
  return true;
}

/** The same, and nothing is to come that it does not have yet, and nothing was lost. */
export async function isWhole(dataset: Dataset | null): Promise<boolean> {
  if (dataset === null || !isComplete(dataset.manifest) || (dataset.manifest.lost ?? []).length > 0) return false;
  return isReadable(dataset);
}

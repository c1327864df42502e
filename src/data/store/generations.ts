/** Generations over either shelf: list, check, roll back, and build the next one. */
import type { Build, Country, Generations, Manifest, Part } from './dataset.ts';
import { COMPANIES, FORMAT, NoEarlierGeneration, NoSuchGeneration, UnreadablePart } from './dataset.ts';
import { formatOf } from './formats.ts';
import type { Builder, GenerationStore, UnfinishedPart } from './generation-store.ts';
import {
  assertComposable,
  byAge,
  isComplete,
  rebuildNotice,
  namesOf,
  newGenerationId,
  newPartId,
  otherCountry,
  unreadableOf,
} from './manifest.ts';
import { openGeneration, serve } from './serve-generation.ts';

/** Opens the shelf for one country, for good: a shelf that holds the other one is refused. */
export async function openGenerations(shelf: GenerationStore, country: Country, place: string): Promise<Generations> {
  const held = await shelf.claim(country);
  if (held !== country) {
    await shelf.close();
    throw otherCountry(place, held, country);
  }

  const serving = serve(shelf, country);
  // A generation that cannot be opened must not keep `ingest`, `check` or `rollback` from mending it; `refresh` says it again.
  await serving.refresh().catch(() => {});

  const use = async (manifest: Manifest): Promise<Manifest> => {
    const unreadable = unreadableOf(manifest);
    if (unreadable.length > 0)
      throw new UnreadablePart(
        `Generation ${manifest.id} cannot be gone back to: ${namesOf(unreadable)} in it ${unreadable.length === 1 ? 'is' : 'are'} of a format that this version does not read.`,
      );
    // Opened once before it is served: going to something unreadable would make matters worse.
    await (await openGeneration(shelf, manifest.id, country)).close();
    await shelf.point(manifest.id);
    await serving.refresh();
    return manifest;
  };

  return {
    current: serving.current,
    openById: serving.openById,
    refresh: serving.refresh,
    list: async () => byAge(await shelf.manifests()),

    async build(lead) {
      const bench = await shelf.openBuilder(lead ?? null);
      try {
        await bench.sweep();
        return await startBuild(shelf, bench, country, serving.refresh);
      } catch (error) {
        await bench.release();
        throw error;
      }
    },

    async rollback() {
      const id = await shelf.pointer();
      // One that was published on the way to the first whole one is nothing to go back to.
      const before = byAge(await shelf.manifests()).find(
        (manifest) => id !== null && manifest.id < id && isComplete(manifest),
      );
      if (!before) throw new NoEarlierGeneration();
      return use(before);
    },

    async use(id) {
      const manifest = await shelf.manifest(id);
      if (!manifest) throw new NoSuchGeneration(id);
      return use(manifest);
    },

    async check(id) {
      const manifest = await shelf.manifest(id);
      if (!manifest) return [`There is no generation ${id}.`];
      if (manifest.format > FORMAT) return [`It is in format ${manifest.format}; this version reads format ${FORMAT}.`];
      const unreadable = unreadableOf(manifest);
      return [
        ...(unreadable.length > 0 ? [rebuildNotice(unreadable)] : []),
        ...(manifest.lost ?? []).map(({ name, stale }) => `The part ${name} is lost: ${stale}`),
        ...(isComplete(manifest)
          ? []
          : [`Still to be made, by a start of the service: ${manifest.awaits?.join(', ')}.`]),
        ...(await inspectAll(shelf, manifest.parts, true)),
      ];
    },

    async close() {
      await serving.close();
      await shelf.close();
    },
  };
}

async function inspectAll(shelf: GenerationStore, parts: readonly Part[], deep: boolean): Promise<string[]> {
  const problems: string[] = [];
  for (const part of parts) problems.push(...(await shelf.inspect(part, deep)));
  return problems;
}

async function startBuild(shelf: GenerationStore, bench: Builder, country: Country, refresh: () => Promise<void>): Promise<Build> {
  const served = async (): Promise<Manifest | null> => {
    const id = await shelf.pointer();
    return id === null ? null : shelf.manifest(id);
  };
  const before = await served();
  const carried = before !== null && before.format <= FORMAT ? before : null;
  const unreadable = carried === null ? [] : unreadableOf(carried);
  const unfinished: UnfinishedPart[] = [];
  let open = true;

  return {
    // Parts of another format cannot be read by this version, so nothing of them can be carried over.
    previous: carried && { ...carried, parts: carried.parts.filter((part) => !unreadable.includes(part)) },
    unreadable,

    async part(name, about, reading = []) {
      const id = newPartId(name, about.asOf ?? new Date().toISOString().slice(0, 10));
      const format = formatOf(name);
      const stamped = { name, area: COMPANIES, ...about, ...(format && { format }) };
      const part = await bench.newPart(id, stamped, reading);
      unfinished.push(part);
      return part;
    },

    async publish(parts, lineage, lost = [], awaits = []) {
      assertComposable(parts);
      const problems = await inspectAll(shelf, parts, false);
      if (problems.length > 0) throw new Error(`The generation was not published: ${problems.join(' ')}`);
      const now = new Date();
      const replaced = await served();
      const before = byAge(await shelf.manifests());
      const [latest = null] = before;
      const older = before.filter((each) => unreadableOf(each).length > 0).map(({ id }) => id);
      const manifest: Manifest = {
        format: FORMAT,
        id: newGenerationId(now, latest?.id ?? null),
        country,
        createdAt: now.toISOString(),
        parts: [...parts],
        lineage: [...lineage],
        ...(lost.length > 0 && { lost: [...lost] }),
        ...(awaits.length > 0 && { awaits: [...awaits] }),
      };
      const unread = unreadableOf(manifest);
      if (unread.length > 0) throw new Error(`The generation was not published: ${rebuildNotice(unread)}`);
      await bench.publish(manifest);
      await bench.sweep(replaced ? [manifest.id, replaced.id] : [manifest.id], older);
      await refresh();
      return manifest;
    },

    async close() {
      if (!open) return;
      open = false;
      try {
        for (const part of unfinished) await part.abandon();
        await bench.sweep();
      } finally {
        await bench.release();
      }
    },
  };
}

/** Generations over either store: list, check, roll back, and build the next one. */
import type { Build, Country, Generations, Manifest, Part, PartAbout, ReservedPart } from './dataset.ts';
import { COMPANIES, FORMAT, NoEarlierGeneration, NoSuchGeneration, UnreadablePart } from './dataset.ts';
import { formatOf } from './formats.ts';
import type { Builder, GenerationStore, UnfinishedPart } from './generation-store.ts';
import {
  assertComposable,
  byAge,
  isComplete,
  namesOf,
  newGenerationId,
  newPartId,
  otherCountry,
  rebuildNotice,
  unreadableOf,
} from './manifest.ts';
import { openGeneration, serve } from './serve-generation.ts';

/** Opens the store for one country; throws if it belongs to the other. */
export async function openGenerations(
  store: GenerationStore,
  country: Country,
  location: string,
): Promise<Generations> {
  const claimed = await store.claim(country);
  if (claimed !== country) {
    await store.close();
    throw otherCountry(location, claimed, country);
  }

  const serving = serve(store, country);
  // A generation that cannot be opened must not keep `ingest`, `check` or `rollback` from repairing it; `refresh`
  // reports it again.
  await serving.refresh().catch(() => {});

  const use = async (manifest: Manifest): Promise<Manifest> => {
    const unreadable = unreadableOf(manifest);
    if (unreadable.length > 0)
      throw new UnreadablePart(
        `Generation ${manifest.id} cannot be gone back to: ${namesOf(unreadable)} in it ${unreadable.length === 1 ? 'is' : 'are'} of a format that this version does not read.`,
      );
    // Opened once before the switch: pointing at an unreadable generation would make matters worse.
    await (await openGeneration(store, manifest.id, country)).close();
    await store.point(manifest.id);
    await serving.refresh();
    return manifest;
  };

  return {
    current: serving.current,
    openById: serving.openById,
    refresh: serving.refresh,
    list: async () => byAge(await store.manifests()),

    async build(lead) {
      const builder = await store.openBuilder(lead ?? null);
      try {
        await builder.sweep();
        return await startBuild(store, builder, country, serving.refresh);
      } catch (error) {
        await builder.release();
        throw error;
      }
    },

    async rollback() {
      const id = await store.pointer();
      // Incomplete generations are no target for a rollback.
      const before = byAge(await store.manifests()).find(
        (manifest) => id !== null && manifest.id < id && isComplete(manifest),
      );
      if (!before) throw new NoEarlierGeneration();
      return use(before);
    },

    async use(id) {
      const manifest = await store.manifest(id);
      if (!manifest) throw new NoSuchGeneration(id);
      return use(manifest);
    },

    async check(id) {
      const manifest = await store.manifest(id);
      if (!manifest) return [`There is no generation ${id}.`];
      if (manifest.format > FORMAT) return [`It is in format ${manifest.format}; this version reads format ${FORMAT}.`];
      const unreadable = unreadableOf(manifest);
      return [
        ...(unreadable.length > 0 ? [rebuildNotice(unreadable)] : []),
        ...(manifest.lost ?? []).map(({ name, stale }) => `The part ${name} is lost: ${stale}`),
        ...(isComplete(manifest)
          ? []
          : [`Still to be made, by a start of the service: ${manifest.awaits?.join(', ')}.`]),
        ...(await inspectAll(store, manifest.parts, true)),
      ];
    },

    async close() {
      await serving.close();
      await store.close();
    },
  };
}

async function inspectAll(store: GenerationStore, parts: readonly Part[], deep: boolean): Promise<string[]> {
  const problems: string[] = [];
  for (const part of parts) problems.push(...(await store.inspect(part, deep)));
  return problems;
}

async function startBuild(
  store: GenerationStore,
  builder: Builder,
  country: Country,
  refresh: () => Promise<void>,
): Promise<Build> {
  const served = async (): Promise<Manifest | null> => {
    const id = await store.pointer();
    return id === null ? null : store.manifest(id);
  };
  const before = await served();
  const carried = before !== null && before.format <= FORMAT ? before : null;
  const unreadable = carried === null ? [] : unreadableOf(carried);
  const unfinished: UnfinishedPart[] = [];
  let open = true;
  const reserve = async (name: string, about: PartAbout): Promise<ReservedPart> => {
    const id = newPartId(name, about.asOf ?? new Date().toISOString().slice(0, 10));
    const format = formatOf(name);
    await builder.reserve(id);
    return { id, name, area: COMPANIES, ...about, ...(format && { format }) };
  };

  return {
    reserve,
    // This version cannot read parts of another format, so they are not carried over.
    previous: carried && { ...carried, parts: carried.parts.filter((part) => !unreadable.includes(part)) },
    unreadable,

    async part(name, about, reading = [], onRows) {
      const part = builder.open(await reserve(name, about), reading, onRows);
      unfinished.push(part);
      return part;
    },

    async publish(parts, lineage, lost = [], awaits = []) {
      assertComposable(parts);
      const problems = await inspectAll(store, parts, false);
      if (problems.length > 0) throw new Error(`The generation was not published: ${problems.join(' ')}`);
      const now = new Date();
      const replaced = await served();
      const before = byAge(await store.manifests());
      const [latest = null] = before;
      const older = before.filter((each) => each.format < FORMAT || unreadableOf(each).length > 0).map(({ id }) => id);
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
      await builder.publish(manifest);
      await builder.sweep(replaced ? [manifest.id, replaced.id] : [manifest.id], older);
      await refresh();
      return manifest;
    },

    async close() {
      if (!open) return;
      open = false;
      try {
        for (const part of unfinished) await part.abandon();
        await builder.sweep();
      } finally {
        await builder.release();
      }
    },
  };
}

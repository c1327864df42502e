/** Publications to a new generation: every part built or carried over, checked, and swapped in at once; a first generation in stages. */
import type { Generations, Part } from '#data/store/dataset.ts';
import type { PartName } from '#data/store/formats.ts';
import { isComplete } from '#data/store/manifest.ts';
import { bucharestDay, type Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { VERSION } from '#lib/version.ts';
import { type Acceptance, WHOLE_ONLY } from './completeness.ts';
import type { InputOf } from './fillers.ts';
import { deleteUnusedChanges } from './history.ts';
import { type LaneOptions, openLanes } from './lanes.ts';
import { checkLookUps } from './look-ups.ts';
import { entitiesFingerprint, reportedFingerprint } from './observations.ts';
import { newestOf, publicationOf } from './origins.ts';
import {
  type Assembly,
  assemblyOf,
  buildPart,
  differs,
  partOf,
  previousOf,
  putInOrder,
  queryParts,
  reportOf,
  retainServed,
} from './parts.ts';
import type { Covered } from './procurement/collect.ts';
import { incrementsAmong } from './procurement/increment-files.ts';
import type { PublishedIncrement } from './procurement/increments.ts';
import { buildProcurement, buildRecent, coveredOf } from './procurement/parts.ts';
import type { Progress } from './progress.ts';
import { type LoadedPartName, loadedPart, loadedPartNames, type Publications } from './publications.ts';
import { bytesOf, digestOf, type PublishedFile } from './published-files.ts';
import type { IngestReport } from './report.ts';
import { buildRegistry } from './snapshots.ts';

/** `workbooks`: where parts that are filled in this thread read them. */
export interface IngestOptions extends Omit<LaneOptions, 'build'> {
  generations: Generations;
  publications: Publications;
  /** The HMAC key of person ids. */
  personKey: string;
  strict: boolean;
  /** Incomplete publications to accept. Default: none. */
  accept?: Acceptance;
  progress: Progress;
  /** The day of reading. Default: today in Bucharest. */
  today?: Day;
  /** The operator's day for files whose names state none. */
  asOf?: Day;
  /** Collects the days that the exports do not cover yet. Default: the increments that are there. */
  collect?(covered: Covered): Promise<PublishedIncrement[]>;
  /** Increments of the procurement lists, from the store. Default: those among the publications. */
  increments?: readonly PublishedIncrement[];
  /** Builds only where parts are of an older format when the build begins, and only if they become as complete as before. */
  onlyRebuild?: boolean;
  /** For an installation without a complete generation. */
  inStages?: InStages;
}

/** The registry is of an older format and cannot be rebuilt: without it there is nothing to serve, so nothing is changed. */
export class LostRegistry extends Error {}

export async function ingest(options: IngestOptions): Promise<IngestReport> {
  const started = performance.now();
  const { generations, state, publications, progress, strict } = options;
  const build = await generations.build();
  const lanes = openLanes({ ...options, build });
  try {
    // The leader has rebuilt them meanwhile, perhaps from newer publications.
    const { previous } = build;
    if (options.onlyRebuild && build.unreadable.length === 0)
      return reportOf({ reports: [], warnings: [] }, { published: false, manifest: previous, started });
    const assembly = assemblyOf(build, {
      lanes,
      progress,
      strict,
      accept: options.accept ?? WHOLE_ONLY,
      days: { today: options.today ?? bucharestDay(new Date()), asOf: options.asOf ?? null },
      onlyRebuild: options.onlyRebuild ?? false,
      resumes: options.inStages !== undefined && previous !== null && !isComplete(previous),
    });
    const lineage = await buildParts(assembly, options);
    putInOrder(assembly);
    const published = differs(assembly);
    const manifest = published ? await build.publish(assembly.parts, lineage, assembly.lost) : previous;
    if (published) await deleteUnusedChanges(state, await generations.list());
    options.inStages?.published([]);
    return { ...reportOf(assembly, { published, manifest, started }), unused: publications.unused };
  } finally {
    await lanes.close();
    await build.close();
  }
}

/** Every part as soon as those that it reads are built. Returns the lineage. */
async function buildParts(assembly: Assembly, options: IngestOptions): Promise<string[]> {
  const { publications, personKey, state, inStages } = options;
  const tasks = new Map<string, Promise<void>>();
  const task = (name: string, needs: readonly string[], work: () => Promise<void>): void => {
    tasks.set(name, Promise.all(needs.map((each) => tasks.get(each))).then(work));
  };
  let lineage: string[] = [];
  let compared = async (): Promise<string[]> => lineage;

  task('registry', [], async () => {
    compared = await buildRegistry(assembly, publications.registry, state, personKey);
    const lost = assembly.lost.find(({ name }) => name === 'registry');
    if (lost) throw new LostRegistry(`The trade registry of ${lost.asOf} cannot be kept: ${lost.stale}`);
  });
  const later: readonly string[] = LATER;
  for (const name of loadedPartNames)
    if (!later.includes(name)) task(name, [], () => buildLoaded(assembly, name, publications, personKey));
  task('history', ['registry'], async () => {
    lineage = await compared();
    await buildComputed(assembly, 'history', { lineage }, [], lineage);
  });
  task('entities', ['registry'], () => buildEntities(assembly, options));
  task('look-ups', FACTS, () => checkNewFacts(assembly, lineage));
  task('search', [...FACTS, 'look-ups'], () => buildSearch(assembly, options));

  const stage = stagesOf(assembly, () => lineage, options);
  // Parts that an interrupted build published are carried over and need no files.
  const filesFor = async (name: PublishedLater): Promise<Publications> =>
    inStages && !previousOf(assembly, name) ? inStages.provide(name) : publications;
  let before = [...tasks.keys()];
  const last = (name: (typeof LATER)[number], needs: readonly string[], work: () => Promise<void>): void => {
    task(name, inStages ? before : needs, inStages ? () => stage(name).then(work) : work);
    before = [name];
  };
  last('rates', [], async () => buildLoaded(assembly, 'rates', await filesFor('rates'), personKey));
  last('rankings', ['registry', 'finances'], async () => {
    if (partOf(assembly, 'finances')) await buildComputed(assembly, 'rankings', null, ['registry', 'finances']);
  });
  last('gazette', ['search'], async () => buildLoaded(assembly, 'gazette', await filesFor('gazette'), personKey));
  last('procurement', ['registry', 'entities'], async () => {
    const { procurement, recent } = await filesFor('procurement');
    const increments = options.increments ?? incrementsAmong(recent);
    await buildProcurement(assembly, procurement, increments);
    // Without its newest months procurement would answer that recent deals do not exist: both parts are published together.
    const collected = await options.collect?.(await coveredOf(assembly));
    await buildRecent(assembly, collected ?? increments);
  });

  try {
    await Promise.all(tasks.values());
  } catch (error) {
    await assembly.lanes.close();
    await Promise.allSettled(tasks.values());
    throw error;
  }
  return lineage;
}

/** A part that is read from its files alone. */
async function buildLoaded(
  assembly: Assembly,
  name: LoadedPartName,
  publications: Publications,
  personKey: string,
): Promise<void> {
  const part = loadedPart(name);
  const found: readonly unknown[] = publications[name];
  if (found.length === 0) return retainServed(assembly, name);
  const files = part.files?.(found) ?? (found as readonly PublishedFile[]);
  const beside = loadedOf(assembly, part.reads ?? []);
  const context = { personKey, asOf: assembly.days.asOf };
  const salt = [part.salt?.(found, context) ?? '', ...beside.map(({ id }) => id)].join('');
  const newest = newestOf(files);
  await buildPart(assembly, {
    name,
    about: {
      ...part.about,
      // The rows may state another day.
      asOf: newest?.day ?? null,
      url: await publicationOf(newest),
      fingerprint: await digestOf(files, salt),
    },
    total: bytesOf(files),
    reading: beside,
    input: { found, ...context },
  });
}

/** A computed part is rebuilt when a part that it reads, or `from`, changes. There is none without a registry. */
async function buildComputed<Name extends 'history' | 'entities' | 'search' | 'rankings'>(
  assembly: Assembly,
  name: Name,
  input: InputOf<Name>,
  reads: readonly PartName[],
  from: readonly string[] = [],
): Promise<void> {
  if (!partOf(assembly, 'registry')) return;
  const reading = loadedOf(assembly, reads);
  const fingerprint = sha256([VERSION, name, ...from, ...reading.map(({ id }) => id)].join('\n'));
  await buildPart(assembly, {
    name,
    about: { source: 'computed', licence: null, asOf: null, fingerprint },
    total: null,
    reading,
    input,
  });
}

const loadedOf = (assembly: Assembly, names: readonly PartName[]): Part[] =>
  names.map((name) => partOf(assembly, name)).filter((part) => part !== null);

async function buildEntities(assembly: Assembly, { live }: IngestOptions): Promise<void> {
  const registry = loadedOf(assembly, ['registry']);
  if (registry.length === 0) return;
  const outside = await queryParts(assembly, registry, (db) => entitiesFingerprint(db, live));
  await buildComputed(assembly, 'entities', null, ['registry'], [outside]);
}

async function buildSearch(assembly: Assembly, { live }: IngestOptions): Promise<void> {
  if (!partOf(assembly, 'registry')) return;
  const filers = loadedOf(assembly, ['registry', 'finances']);
  const reported = await queryParts(assembly, filers, (db) => reportedFingerprint(db, live, filers.length > 1));
  const reads = ['registry', 'history', 'finances', 'entities', 'shareholders'] as const;
  await buildComputed(assembly, 'search', null, reads, [reported]);
}

const FACTS = ['registry', 'history', 'finances', 'shareholders', 'debts', 'entities'] as const satisfies PartName[];

/** Parts that were carried over passed in an earlier build. */
async function checkNewFacts(assembly: Assembly, lineage: string[]): Promise<void> {
  if (!partOf(assembly, 'registry')) return;
  const parts = loadedOf(assembly, FACTS);
  if (parts.every(({ id, name }) => previousOf(assembly, name)?.id === id)) return;
  await queryParts(assembly, parts, (db) => checkLookUps({ db, manifest: { parts, lineage } }));
}

/** In build order, after the parts that answers about companies and searches need. Other parts that are read from files come before. */
const LATER = ['rates', 'rankings', 'gazette', 'procurement', 'recent'] as const satisfies readonly PartName[];

type PublishedLater = Extract<(typeof LATER)[number], 'rates' | 'gazette' | 'procurement'>;

/** A build that is interrupted between two such generations resumes after the last one. */
export interface InStages {
  /** Provides the files of a part, when everything before it has been read. */
  provide(part: PublishedLater): Promise<Publications>;
  /** A generation was published; these parts follow. */
  published(awaits: readonly PartName[]): void;
}

/** Publishes the finished parts when there are more of them than served ones. `next`: the part that is built next. */
function stagesOf(assembly: Assembly, lineage: () => string[], { inStages, state, generations }: IngestOptions) {
  let served = assembly.build.previous?.parts.length ?? 0;
  return async (next: (typeof LATER)[number]): Promise<void> => {
    if (!inStages || assembly.parts.length <= served || !partOf(assembly, 'search')) return;
    putInOrder(assembly);
    const awaits = LATER.slice(LATER.indexOf(next));
    await assembly.build.publish(assembly.parts, lineage(), assembly.lost, awaits);
    served = assembly.parts.length;
    await deleteUnusedChanges(state, await generations.list());
    inStages.published(awaits);
  };
}

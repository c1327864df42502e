/** Publications to a new generation: every part built or carried over, checked, and swapped in at once; a first generation in stages. */
import type { Database } from '#data/store/database.ts';
import type { Generations, Manifest, Part } from '#data/store/dataset.ts';
import type { PartName } from '#data/store/formats.ts';
import { isComplete } from '#data/store/manifest.ts';
import type { WorkbookSandbox } from '#lib/readers/workbook/rows.ts';
import { bucharestDay, type Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { VERSION } from '#lib/version.ts';
import { type Acceptance, WHOLE_ONLY } from './completeness.ts';
import { deleteUnusedChanges, loadHistory } from './history.ts';
import { checkLookUps } from './look-ups.ts';
import { loadMarket } from './market.ts';
import { entitiesFingerprint, loadEntities, reportedActivities, reportedFingerprint } from './observations.ts';
import { newestOf, publicationOf } from './origins.ts';
import {
  type Assembly,
  assemblyOf,
  buildPart,
  differs,
  type PartPlan,
  partOf,
  previousOf,
  queryParts,
  retainServed,
} from './parts.ts';
import { loadPeople } from './people.ts';
import type { Covered } from './procurement/collect.ts';
import { incrementsAmong } from './procurement/increment-files.ts';
import type { Increment } from './procurement/increments.ts';
import { buildProcurement, buildRecent, coveredOf } from './procurement/parts.ts';
import type { Progress } from './progress.ts';
import { type LoadedPartName, loadedPart, loadedPartNames, type Publications } from './publications.ts';
import { bytesOf, digestOf, type PublishedFile } from './published-files.ts';
import { loadRankings } from './rankings.ts';
import type { IngestReport } from './report.ts';
import { loadSearch } from './search.ts';
import { buildRegistry } from './snapshots.ts';

export interface IngestOptions {
  generations: Generations;
  state: Database;
  live: Database;
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
  collect?(covered: Covered): Promise<Increment[]>;
  /** Increments of the procurement lists, from the store. Default: those among the publications. */
  increments?: readonly Increment[];
  /** Where workbooks are read. Default: in the sandbox. */
  workbooks?: WorkbookSandbox;
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
  try {
    const assembly = assemblyOf(build, progress, strict, options.accept ?? WHOLE_ONLY, {
      today: options.today ?? bucharestDay(new Date()),
      asOf: options.asOf ?? null,
    });
    assembly.onlyRebuild = options.onlyRebuild ?? false;
    // The leader has rebuilt them meanwhile, perhaps from newer publications.
    if (options.onlyRebuild && build.unreadable.length === 0) return unchangedReport(build.previous, started);
    assembly.resumes = options.inStages !== undefined && build.previous !== null && !isComplete(build.previous);
    const lineage = await buildRegistry(assembly, publications.registry, state, options.personKey);
    const stage = stagesOf(assembly, lineage, options);
    // Parts that an interrupted build published are carried over and need no files.
    const filesFor = async (name: PublishedLater): Promise<Publications> =>
      options.inStages && !previousOf(assembly, name) ? options.inStages.provide(name) : publications;
    const later: readonly string[] = LATER;
    for (const name of loadedPartNames)
      if (!later.includes(name)) await buildLoaded(assembly, name, publications, options.personKey);
    const registry = partOf(assembly, 'registry');
    const lost = assembly.lost.find(({ name }) => name === 'registry');
    if (lost) throw new LostRegistry(`The trade registry of ${lost.asOf} cannot be kept: ${lost.stale}`);
    if (registry) await buildComputed(assembly, registry, lineage, options);
    await stage('rates');
    await buildLoaded(assembly, 'rates', await filesFor('rates'), options.personKey);
    moveRates(assembly);
    await stage('rankings');
    if (registry && partOf(assembly, 'finances')) await buildRankings(assembly);
    await stage('gazette');
    await buildLoaded(assembly, 'gazette', await filesFor('gazette'), options.personKey);
    await stage('procurement');
    const { procurement, recent } = await filesFor('procurement');
    const increments = options.increments ?? incrementsAmong(recent);
    await buildProcurement(assembly, procurement, increments, options.workbooks);
    // Without its newest months procurement would answer that recent deals do not exist: both parts are published together.
    const collected = await options.collect?.(await coveredOf(assembly));
    await buildRecent(assembly, collected ?? increments);

    const published = differs(assembly);
    const manifest = published ? await build.publish(assembly.parts, lineage, assembly.lost) : build.previous;
    if (published) await deleteUnusedChanges(state, await generations.list());
    options.inStages?.published([]);
    return {
      generation: manifest?.id ?? null,
      published,
      seconds: (performance.now() - started) / 1000,
      parts: assembly.reports,
      unused: publications.unused,
      warnings: assembly.warnings,
    };
  } finally {
    await build.close();
  }
}

const unchangedReport = (previous: Manifest | null, started: number): IngestReport => ({
  generation: previous?.id ?? null,
  published: false,
  seconds: (performance.now() - started) / 1000,
  parts: [],
  unused: [],
  warnings: [],
});

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
  const beside = (part.reads ?? []).map((each) => partOf(assembly, each)).filter((each) => each !== null);
  const { asOf } = assembly.days;
  const context = { personKey, asOf, beside, warn: (text: string) => void assembly.warnings.push(text) };
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
    fill: (built, reading) => part.load(built, found, reading, context),
  });
}

/** Lists of parts name the rates, which are built late, after the balance sheets. */
function moveRates(assembly: Assembly): void {
  assembly.parts = withRatesBehind(assembly.parts, ({ name }) => name);
  assembly.reports = withRatesBehind(assembly.reports, ({ part }) => part);
}

function withRatesBehind<Each>(all: readonly Each[], nameOf: (each: Each) => string): Each[] {
  const rates = all.filter((each) => nameOf(each) === 'rates');
  const others = all.filter((each) => nameOf(each) !== 'rates');
  const before = others.findLastIndex((each) => ['registry', 'finances'].includes(nameOf(each)));
  return others.toSpliced(before + 1, 0, ...rates);
}

type BuildComputed = (name: PartName, from: string[], reading: string[], fill: PartPlan['fill']) => Promise<void>;

/** A computed part is rebuilt when a part that it reads, or `from`, changes. */
const computedBuilder =
  (assembly: Assembly): BuildComputed =>
  (name, from, reading, fill) => {
    const read = reading.map((each) => partOf(assembly, each)).filter((part) => part !== null);
    const fingerprint = sha256([VERSION, name, ...from, ...read.map((part) => part.id)].join('\n'));
    return buildPart(assembly, {
      name,
      about: { source: 'computed', licence: null, asOf: null, fingerprint },
      total: null,
      reading: read,
      fill,
    });
  };

const buildRankings = (assembly: Assembly): Promise<void> =>
  computedBuilder(assembly)('rankings', [], ['registry', 'finances'], (part) => loadRankings(part));

/** Parts computed from other parts, the change log and observations, as far as answers about companies and searches need them. */
async function buildComputed(
  assembly: Assembly,
  registry: Part,
  lineage: string[],
  { state, live }: IngestOptions,
): Promise<void> {
  const computed = computedBuilder(assembly);
  await computed('history', lineage, [], async (part, { tally }) => {
    tally.store('firm_event', await loadHistory(part, state, lineage));
  });
  const outside = await queryParts(assembly, [registry], (db) => entitiesFingerprint(db, live));
  await computed('entities', [outside], ['registry'], async (part, { tally }) => {
    tally.store('entity', await loadEntities(part, live));
  });
  await checkNewFacts(assembly, lineage);
  const finances = partOf(assembly, 'finances');
  const reported = await queryParts(assembly, finances ? [registry, finances] : [registry], (db) =>
    reportedFingerprint(db, live, finances !== null),
  );
  await computed(
    'search',
    [reported],
    ['registry', 'history', 'finances', 'entities', 'shareholders'],
    async (part, { tally }) => {
      const { stored, market } = await loadSearch(part, reportedActivities(live), {
        finances: finances !== null,
        entities: true,
      });
      for (const [table, rows] of Object.entries(stored)) tally.store(table, rows);
      await loadMarket(part, live, market);
      tally.store('person', await loadPeople(part, { shareholders: partOf(assembly, 'shareholders') !== null }));
    },
  );
}

const FACTS = ['registry', 'history', 'finances', 'shareholders', 'debts', 'entities'];

/** Parts that were carried over passed in an earlier build. */
async function checkNewFacts(assembly: Assembly, lineage: string[]): Promise<void> {
  const parts = assembly.parts.filter(({ name }) => FACTS.includes(name));
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
function stagesOf(assembly: Assembly, lineage: string[], { inStages, state, generations }: IngestOptions) {
  let served = assembly.build.previous?.parts.length ?? 0;
  return async (next: (typeof LATER)[number]): Promise<void> => {
    if (!inStages || assembly.parts.length <= served || !partOf(assembly, 'search')) return;
    const awaits = LATER.slice(LATER.indexOf(next));
    await assembly.build.publish(assembly.parts, lineage, assembly.lost, awaits);
    served = assembly.parts.length;
    await deleteUnusedChanges(state, await generations.list());
    inStages.published(awaits);
  };
}

/** Publications to a new generation: every part built or carried over, checked, and swapped in at once; a first generation in stages. */
import { sources } from '#data/sources/sources.ts';
import type { Database } from '#data/store/database.ts';
import type { Generations, Manifest, Part } from '#data/store/dataset.ts';
import type { PartName } from '#data/store/formats.ts';
import { isComplete } from '#data/store/manifest.ts';
import type { WorkbookSandbox } from '#lib/readers/workbook/rows.ts';
import { bucharestDay, type Day } from '#lib/values/date.ts';
import { sha256 } from '#lib/values/hash.ts';
import { VERSION } from '#lib/version.ts';
import { type Acceptance, WHOLE_ONLY } from './completeness.ts';
import { resolveDay } from './content-days.ts';
import { checkDocuments, loadDocuments } from './documents.ts';
import { loadFinances } from './finances.ts';
import { loadGazette } from './gazette.ts';
import { deleteUnusedChanges, loadHistory } from './history.ts';
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
import { bytesOf, digestOf, type Publications, type PublishedFile } from './publications.ts';
import { loadRankings } from './rankings.ts';
import { loadDebts, loadRates, loadShareholders } from './rates-and-imports.ts';
import type { IngestReport } from './report.ts';
import { loadSearch } from './search.ts';
import { buildRegistry, keyMark } from './snapshots.ts';

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
    for (const name of publications.unknown)
      assembly.warnings.push(`${name} is no publication that we know; it is not read.`);
    const lineage = await buildRegistry(assembly, publications.registry, state, options.personKey);
    const stage = stagesOf(assembly, lineage, options);
    // Parts that an interrupted build published are carried over and need no files.
    const filesFor = async (name: Parameters<InStages['provide']>[0]): Promise<Publications> =>
      options.inStages && !previousOf(assembly, name) ? options.inStages.provide(name) : publications;
    await buildFromFiles(assembly, publications, options.personKey);
    const registry = partOf(assembly, 'registry');
    const lost = assembly.lost.find(({ name }) => name === 'registry');
    if (lost) throw new LostRegistry(`The trade registry of ${lost.asOf} cannot be kept: ${lost.stale}`);
    if (registry) await buildComputed(assembly, registry, lineage, options);
    await stage('rates');
    await buildRates(assembly, (await filesFor('rates')).rates);
    await stage('rankings');
    if (registry && partOf(assembly, 'finances')) await buildRankings(assembly);
    await stage('gazette');
    await buildGazette(assembly, (await filesFor('gazette')).gazette);
    await stage('procurement');
    const { procurement } = await filesFor('procurement');
    const increments = options.increments ?? incrementsAmong(procurement.increments);
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
  warnings: [],
});

type BuildFiles = (
  name: PartName,
  files: readonly PublishedFile[],
  about: About,
  fill: PartPlan['fill'],
  salt?: string,
) => Promise<void>;

/** A part that is read from files of its own. */
const fileBuilder =
  (assembly: Assembly): BuildFiles =>
  async (name, files, about, fill, salt = '') => {
    if (files.length === 0) return retainServed(assembly, name);
    // The rows may state another day.
    const asOf = newestOf(files)?.day ?? null;
    const fingerprint = await digestOf(files, salt);
    await buildPart(assembly, {
      name,
      about: { ...about, asOf, url: await publicationOf(newestOf(files)), fingerprint },
      total: bytesOf(files),
      fill,
    });
  };

/** Built late, because answers about companies hardly need rates; lists of parts name them after the balance sheets. */
async function buildRates(assembly: Assembly, files: readonly PublishedFile[]): Promise<void> {
  await fileBuilder(assembly)('rates', files, BNR, (part, reading) => loadRates(part, files, reading));
  assembly.parts = withRatesBehind(assembly.parts, ({ name }) => name);
  assembly.reports = withRatesBehind(assembly.reports, ({ part }) => part);
}

function withRatesBehind<Each>(all: readonly Each[], nameOf: (each: Each) => string): Each[] {
  const rates = all.filter((each) => nameOf(each) === 'rates');
  const others = all.filter((each) => nameOf(each) !== 'rates');
  const before = others.findLastIndex((each) => ['registry', 'finances'].includes(nameOf(each)));
  return others.toSpliced(before + 1, 0, ...rates);
}

/** The parts that answers about companies need. */
async function buildFromFiles(assembly: Assembly, publications: Publications, personKey: string): Promise<void> {
  const { balances, shareholders, debts } = publications;
  const build = fileBuilder(assembly);
  const balanceFiles = balances.flatMap(({ data, legend }) => (legend ? [data, legend] : [data]));
  await build('finances', balanceFiles, ANAF, (part, reading) => loadFinances(part, balances, reading));
  if (shareholders === null) retainServed(assembly, 'shareholders');
  else {
    const fill: PartPlan['fill'] = async (part, reading) => {
      const proven = await loadShareholders(part, shareholders, personKey, reading);
      return (
        shareholders.day ??
        resolveDay(shareholders.name, proven, assembly.days.asOf, (text) => assembly.warnings.push(text))
      );
    };
    const salt = `${keyMark(personKey)} ${shareholders.day === null ? (assembly.days.asOf ?? '') : ''}`;
    await build('shareholders', [shareholders], imported('shareholders'), fill, salt);
  }
  if (debts === null) retainServed(assembly, 'debts');
  else await build('debts', [debts], imported('debts'), (part, reading) => loadDebts(part, debts, reading));
}

type About = Pick<Part, 'source' | 'licence'>;
const ANAF: About = { source: 'anaf', licence: sources.balanceFiles.licence };
const BNR: About = { source: 'bnr', licence: sources.bnr.licence };
const COMPUTED: About = { source: 'computed', licence: null };
/** Each file of our own formats is a source of its own: answers name several side by side. */
const imported = (name: string): About => ({ source: `import:${name}`, licence: null });

type BuildComputed = (name: PartName, from: string[], reading: string[], fill: PartPlan['fill']) => Promise<void>;

/** A computed part is rebuilt when a part that it reads, or `from`, changes. */
const computedBuilder =
  (assembly: Assembly): BuildComputed =>
  (name, from, reading, fill) => {
    const read = reading.map((each) => partOf(assembly, each)).filter((part) => part !== null);
    const fingerprint = sha256([VERSION, name, ...from, ...read.map((part) => part.id)].join('\n'));
    const total = name === 'companies' ? (partOf(assembly, 'registry')?.rows.firm ?? null) : null;
    return buildPart(assembly, { name, about: { ...COMPUTED, asOf: null, fingerprint }, total, reading: read, fill });
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
  const facts = ['registry', 'history', 'finances', 'shareholders', 'debts', 'entities'];
  await computed('companies', [], facts, async (part, { tally, step }) => {
    const read = facts.map((each) => partOf(assembly, each)).filter((each) => each !== null);
    tally.store('document', await loadDocuments(part, read, step));
    await checkDocuments(part.db, read);
  });
  const finances = partOf(assembly, 'finances');
  const reported = await queryParts(assembly, finances ? [registry, finances] : [registry], (db) =>
    reportedFingerprint(db, live, finances !== null),
  );
  await computed(
    'search',
    [reported],
    ['registry', 'history', 'finances', 'entities', 'shareholders'],
    async (part, { tally }) => {
      const stored = await loadSearch(part, reportedActivities(live), { finances: finances !== null, entities: true });
      for (const [table, rows] of Object.entries(stored)) tally.store(table, rows);
      await loadMarket(part, live);
      tally.store('person', await loadPeople(part, { shareholders: partOf(assembly, 'shareholders') !== null }));
    },
  );
}

/** Linked by the names of the registry that is served with it, and rebuilt when these change. */
async function buildGazette(assembly: Assembly, files: readonly PublishedFile[]): Promise<void> {
  const latest = files.at(-1);
  if (latest === undefined) {
    retainServed(assembly, 'gazette');
    return;
  }
  const names = partOf(assembly, 'search');
  const fingerprint = await digestOf(files, names?.id ?? '');
  await buildPart(assembly, {
    name: 'gazette',
    about: {
      source: 'gazette',
      licence: null,
      area: 'gazette',
      asOf: latest.day,
      url: await publicationOf(latest),
      fingerprint,
    },
    total: bytesOf(files),
    reading: names ? [names] : [],
    fill: (part, reading) => loadGazette(part, files, reading, names !== null),
  });
}

/** In build order, after the parts that answers about companies and searches need. */
const LATER = ['rates', 'rankings', 'gazette', 'procurement', 'recent'] as const satisfies readonly PartName[];

/** A build that is interrupted between two such generations resumes after the last one. */
export interface InStages {
  /** Provides the files of a part, when everything before it has been read. */
  provide(part: 'rates' | 'gazette' | 'procurement'): Promise<Publications>;
  /** A generation was published; these parts follow. */
  published(awaits: readonly PartName[]): void;
}

/** Publishes the finished parts when there are more of them than served ones. `next`: the part that is built next. */
function stagesOf(assembly: Assembly, lineage: string[], { inStages, state, generations }: IngestOptions) {
  let served = assembly.build.previous?.parts.length ?? 0;
  return async (next: (typeof LATER)[number]): Promise<void> => {
    if (!inStages || assembly.parts.length <= served || !partOf(assembly, 'companies')) return;
    const awaits = LATER.slice(LATER.indexOf(next));
    await assembly.build.publish(assembly.parts, lineage, assembly.lost, awaits);
    served = assembly.parts.length;
    await deleteUnusedChanges(state, await generations.list());
    inStages.published(awaits);
  };
}

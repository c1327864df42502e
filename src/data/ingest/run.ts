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
import { stated } from './content-days.ts';
import { checkDocuments, loadDocuments } from './documents.ts';
import { loadFinances } from './finances.ts';
import { loadGazette } from './gazette.ts';
import { forgetUnused, loadHistory } from './history.ts';
import { loadDebts, loadShareholders } from './import-formats.ts';
import { loadMarket } from './market.ts';
import { entitiesFingerprint, loadEntities, toldActivities, toldFingerprint } from './observations.ts';
import { newestOf, publicationOf } from './origins.ts';
import { type Assembly, askOver, assemblyOf, differs, keep, make, type PartPlan, partOf, previousOf } from './parts.ts';
import { loadPeople } from './people.ts';
import type { Covered } from './procurement/collect.ts';
import { incrementsAmong } from './procurement/increment-files.ts';
import type { Increment } from './procurement/increments.ts';
import { coveredOf, makeProcurement, makeRecent } from './procurement/parts.ts';
import type { Progress } from './progress.ts';
import { bytesOf, digestOf, type Publications, type PublishedFile } from './publications.ts';
import { loadRankings } from './rankings.ts';
import { loadRates } from './rates.ts';
import type { IngestReport } from './report.ts';
import { loadSearch } from './search.ts';
import { keyMark, makeRegistry } from './snapshots.ts';

export interface IngestNeeds {
  generations: Generations;
  state: Database;
  live: Database;
  publications: Publications;
  /** Keys the person ids. */
  personKey: string;
  strict: boolean;
  /** What is taken though it is not whole; left out, nothing. */
  accept?: Acceptance;
  progress: Progress;
  /** The day of reading; left out, that of the machine. */
  today?: Day;
  /** What the operator says of files whose names tell no day. */
  asOf?: Day;
  /** Asks for what the exports do not speak of yet, before it is read; otherwise what lies there is. */
  collect?(covered: Covered): Promise<Increment[]>;
  /** What the lists said, from the store; left out, those that lie among the publications. */
  increments?: readonly Increment[];
  /** Where workbooks are read; left out, in the sandbox. */
  workbooks?: WorkbookSandbox;
  /** Only where parts are still of an older format when the build begins, and only if they become as whole as they were. */
  onlyRebuild?: boolean;
  /** For an installation that serves nothing whole yet. */
  inStages?: InStages;
}

/** The registry is of an older format and cannot be made again: without it there is nothing to serve, so nothing was changed. */
export class LostRegistry extends Error {}

export async function ingest(needs: IngestNeeds): Promise<IngestReport> {
  const started = performance.now();
  const { generations, state, publications, progress, strict } = needs;
  const build = await generations.build();
  try {
    const assembly = assemblyOf(build, progress, strict, needs.accept ?? WHOLE_ONLY, {
      today: needs.today ?? bucharestDay(new Date()),
      asOf: needs.asOf ?? null,
    });
    assembly.onlyRebuild = needs.onlyRebuild ?? false;
    // Whoever leads was quicker: its publications may be newer than those of this host.
    if (needs.onlyRebuild && build.unreadable.length === 0) return nothingMade(build.previous, started);
    assembly.goesOn = needs.inStages !== undefined && build.previous !== null && !isComplete(build.previous);
    for (const name of publications.unknown)
      assembly.warnings.push(`${name} is no publication that we know; it is not read.`);
    const lineage = await makeRegistry(assembly, publications.registry, state, needs.personKey);
    const stage = stagesOf(assembly, lineage, needs);
    // What a build that was broken off has published is carried over, and needs no files.
    const brought = async (name: Parameters<InStages['bring']>[0]): Promise<Publications> =>
      needs.inStages && !previousOf(assembly, name) ? needs.inStages.bring(name) : publications;
    await makePublished(assembly, publications, needs.personKey);
    const registry = partOf(assembly, 'registry');
    const lost = assembly.lost.find(({ name }) => name === 'registry');
    if (lost) throw new LostRegistry(`The trade registry of ${lost.asOf} cannot be kept: ${lost.stale}`);
    if (registry) await makeComputed(assembly, registry, lineage, needs);
    await stage('rates');
    await makeRates(assembly, (await brought('rates')).rates);
    await stage('rankings');
    if (registry && partOf(assembly, 'finances')) await makeRankings(assembly);
    await stage('gazette');
    await makeGazette(assembly, (await brought('gazette')).gazette);
    await stage('procurement');
    const { procurement } = await brought('procurement');
    const listed = needs.increments ?? incrementsAmong(procurement.increments);
    await makeProcurement(assembly, procurement, listed, needs.workbooks);
    // Without its newest months procurement would say of much that there is none: they are published together.
    const collected = await needs.collect?.(await coveredOf(assembly));
    await makeRecent(assembly, collected ?? listed);

    const published = differs(assembly);
    const manifest = published ? await build.publish(assembly.parts, lineage, assembly.lost) : build.previous;
    if (published) await forgetUnused(state, await generations.list());
    needs.inStages?.published([]);
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

const nothingMade = (previous: Manifest | null, started: number): IngestReport => ({
  generation: previous?.id ?? null,
  published: false,
  seconds: (performance.now() - started) / 1000,
  parts: [],
  warnings: [],
});

type Made = (
  name: PartName,
  files: readonly PublishedFile[],
  about: About,
  fill: PartPlan['fill'],
  salt?: string,
) => Promise<void>;

/** A part that is read from files of its own. */
const making =
  (assembly: Assembly): Made =>
  async (name, files, about, fill, salt = '') => {
    if (files.length === 0) return keep(assembly, name);
    // Until its rows have told it.
    const asOf = newestOf(files)?.day ?? null;
    const fingerprint = await digestOf(files, salt);
    await make(assembly, {
      name,
      about: { ...about, asOf, url: await publicationOf(newestOf(files)), fingerprint },
      total: bytesOf(files),
      fill,
    });
  };

/** Made late, because answers about companies hardly need them; lists of parts have them behind the balance sheets, as ever. */
async function makeRates(assembly: Assembly, files: readonly PublishedFile[]): Promise<void> {
  await making(assembly)('rates', files, BNR, (part, reading) => loadRates(part, files, reading));
  assembly.parts = withRatesBehind(assembly.parts, ({ name }) => name);
  assembly.reports = withRatesBehind(assembly.reports, ({ part }) => part);
}

function withRatesBehind<Each>(all: readonly Each[], nameOf: (each: Each) => string): Each[] {
  const rates = all.filter((each) => nameOf(each) === 'rates');
  const others = all.filter((each) => nameOf(each) !== 'rates');
  const before = others.findLastIndex((each) => ['registry', 'finances'].includes(nameOf(each)));
  return others.toSpliced(before + 1, 0, ...rates);
}

/** Those that answers about companies need. */
async function makePublished(assembly: Assembly, publications: Publications, personKey: string): Promise<void> {
  const { balances, shareholders, debts } = publications;
  const made = making(assembly);
  const balanceFiles = balances.flatMap(({ data, legend }) => (legend ? [data, legend] : [data]));
  await made('finances', balanceFiles, ANAF, (part, reading) => loadFinances(part, balances, reading));
  if (shareholders === null) keep(assembly, 'shareholders');
  else {
    const fill: PartPlan['fill'] = async (part, reading) => {
      const proven = await loadShareholders(part, shareholders, personKey, reading);
      return (
        shareholders.day ??
        stated(shareholders.name, proven, assembly.days.asOf, (text) => assembly.warnings.push(text))
      );
    };
    const salt = `${keyMark(personKey)} ${shareholders.day === null ? (assembly.days.asOf ?? '') : ''}`;
    await made('shareholders', [shareholders], imported('shareholders'), fill, salt);
  }
  if (debts === null) keep(assembly, 'debts');
  else await made('debts', [debts], imported('debts'), (part, reading) => loadDebts(part, debts, reading));
}

type About = Pick<Part, 'source' | 'licence'>;
const ANAF: About = { source: 'anaf', licence: sources.balanceFiles.licence };
const BNR: About = { source: 'bnr', licence: sources.bnr.licence };
const COMPUTED: About = { source: 'computed', licence: null };
/** Each file of our own formats is a source of its own: answers name several side by side. */
const imported = (name: string): About => ({ source: `import:${name}`, licence: null });

type Compute = (name: PartName, from: string[], reading: string[], fill: PartPlan['fill']) => Promise<void>;

/** Made anew when one of the parts that it reads is another, or what `from` says. */
const computing =
  (assembly: Assembly): Compute =>
  (name, from, reading, fill) => {
    const read = reading.map((each) => partOf(assembly, each)).filter((part) => part !== null);
    const fingerprint = sha256([VERSION, name, ...from, ...read.map((part) => part.id)].join('\n'));
    const total = name === 'companies' ? (partOf(assembly, 'registry')?.rows.firm ?? null) : null;
    return make(assembly, { name, about: { ...COMPUTED, asOf: null, fingerprint }, total, reading: read, fill });
  };

const makeRankings = (assembly: Assembly): Promise<void> =>
  computing(assembly)('rankings', [], ['registry', 'finances'], (part) => loadRankings(part));

/** Parts that are made of other parts and of what we noted ourselves, as far as answers about companies and searches need them. */
async function makeComputed(
  assembly: Assembly,
  registry: Part,
  lineage: string[],
  { state, live }: IngestNeeds,
): Promise<void> {
  const computed = computing(assembly);
  await computed('history', lineage, [], async (part, { tally }) => {
    tally.store('firm_event', await loadHistory(part, state, lineage));
  });
  const outside = await askOver(assembly, [registry], (db) => entitiesFingerprint(db, live));
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
  const told = await askOver(assembly, finances ? [registry, finances] : [registry], (db) =>
    toldFingerprint(db, live, finances !== null),
  );
  await computed(
    'search',
    [told],
    ['registry', 'history', 'finances', 'entities', 'shareholders'],
    async (part, { tally }) => {
      const stored = await loadSearch(part, toldActivities(live), { finances: finances !== null, entities: true });
      for (const [table, rows] of Object.entries(stored)) tally.store(table, rows);
      await loadMarket(part, live);
      tally.store('person', await loadPeople(part, { shareholders: partOf(assembly, 'shareholders') !== null }));
    },
  );
}

/** Linked by the names of the registry that is served with it, and made anew when those change. */
async function makeGazette(assembly: Assembly, files: readonly PublishedFile[]): Promise<void> {
  const latest = files.at(-1);
  if (latest === undefined) {
    keep(assembly, 'gazette');
    return;
  }
  const names = partOf(assembly, 'search');
  const fingerprint = await digestOf(files, names?.id ?? '');
  await make(assembly, {
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

/** In the order in which they are made, after what answers about companies and searches need. */
const LATER = ['rates', 'rankings', 'gazette', 'procurement', 'recent'] as const satisfies readonly PartName[];

/** A build that was broken off between two such generations goes on after the last one. */
export interface InStages {
  /** Brings the files of one of them, when everything before it has been read. */
  bring(part: 'rates' | 'gazette' | 'procurement'): Promise<Publications>;
  /** Something was published; it awaits these parts. */
  published(awaits: readonly PartName[]): void;
}

interface StageNeeds {
  inStages?: InStages | undefined;
  state: Database;
  generations: Generations;
}

/** Publishes what there is, when it is more than what is served. Named is the part that is made next. */
export function stagesOf(assembly: Assembly, lineage: string[], { inStages, state, generations }: StageNeeds) {
  let served = assembly.build.previous?.parts.length ?? 0;
  return async (next: (typeof LATER)[number]): Promise<void> => {
    if (!inStages || assembly.parts.length <= served || !partOf(assembly, 'companies')) return;
    const awaits = LATER.slice(LATER.indexOf(next));
    await assembly.build.publish(assembly.parts, lineage, assembly.lost, awaits);
    served = assembly.parts.length;
    await forgetUnused(state, await generations.list());
    inStages.published(awaits);
  };
}

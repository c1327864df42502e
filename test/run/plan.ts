/** Plans a run: the files, their order and processes, and the expected duration. */
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ALONE, LONG, OWN_PROCESS, SMOKE, SPLIT } from './tiers.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Seconds of each file in its last run on this machine. */
const MEASURED_HERE = join(ROOT, 'node_modules/.cache/firmoteca/test-seconds.json');
/** Seconds of every file on two idle cores; `npm test -- --record` writes them. */
const SHIPPED = join(import.meta.dirname, 'seconds.json');
/** Slower files are not in the fast tier. */
const FAST_SECONDS_MAX = 1;
/** Slower files have their own process, for which the import of the application is a small cost. */
const SHARED_SECONDS_MAX = 60;
/**
 * A process takes this share of the remaining work, so that few processes import the application and the last ones are small enough
 * for all workers to end at about the same time.
 */
const BATCH_SHARE = 1 / 3;
const BATCH_SECONDS_MIN = 60;
/** Modules and memory of every file are held until its process ends. */
const BATCH_FILES_MAX = 200;

export type Tier = 'fast' | 'standard' | 'long';
type Engines = 'sqlite' | 'postgres' | 'both';

/** A file in a tier. */
interface Entry {
  file: string;
  engines: Engines;
  seconds: number;
}

export interface Batch {
  files: string[];
  seconds: number;
  isAlone: boolean;
}

export interface Plan {
  tier: Tier;
  batches: Batch[];
  files: string[];
  /** The engine of each file that does not run on both. */
  engines: Record<string, Engines>;
  /** Files that this tier does not run. */
  leftOut: string[];
  /** Files without a recorded time, for which the median of their folder counts. */
  unmeasured: string[];
  expected(file: string): number;
}

export interface Choice {
  tier: Tier;
  /** Names of files, folders or patterns; empty: the whole tier. */
  names: readonly string[];
  shard?: { index: number; count: number };
}

/** Unit tests are beside their sources. */
export const TEST_FILES = '{src,demo-country,test}/**/*.test.ts';

const shipped = secondsIn(SHIPPED);

export function planned({ tier, names, shard }: Choice): Plan {
  const all = globSync(TEST_FILES, { cwd: ROOT }).toSorted();
  const chosen = names.length > 0 ? chosenBy(names) : all;
  const entries = chosen.flatMap((file) => entryOf(file, tier, names.length > 0));
  const inShard = shard ? shardOf(entries, shard.index, shard.count) : entries;
  const here = secondsIn(MEASURED_HERE);
  const files = inShard.map(({ file }) => file);
  const isRun = new Set(files);
  return {
    tier,
    batches: batchesOf(inShard),
    files,
    engines: Object.fromEntries(
      inShard.filter(({ engines }) => engines !== 'both').map(({ file, engines }) => [file, engines]),
    ),
    leftOut: all.filter((file) => !isRun.has(file)),
    unmeasured: files.filter((file) => shipped[figureOf(file, tier)] === undefined),
    expected: (file) => here[figureOf(file, tier)] ?? secondsOf(file, tier),
  };
}

/** Seconds of a whole tier by the recorded times, one file after the other. */
export const tierSeconds = (tier: Tier): number =>
  planned({ tier, names: [] }).batches.reduce((sum, { seconds }) => sum + seconds, 0);

const chosenBy = (names: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => {
      const path = join(ROOT, name);
      if (existsSync(path) && statSync(path).isDirectory())
        return globSync('**/*.test.ts', { cwd: path }).map((file) => join(name, file));
      if (existsSync(path) || existsSync(name)) return [name];
      return globSync([name, `{src,demo-country,test}/**/${name}.test.ts`], { cwd: ROOT });
    }),
  ),
];

/** Empty if the tier does not run the file; a file named on the command line always runs. */
function entryOf(file: string, tier: Tier, isNamed: boolean): Entry[] {
  if (!isNamed && !runsIn(file, tier)) return [];
  return [{ file, engines: enginesOf(file, tier, isNamed), seconds: secondsOf(file, tier) }];
}

function runsIn(file: string, tier: Tier): boolean {
  if (tier === 'long') return LONG.includes(file) || SMOKE.includes(file) || SPLIT.includes(file);
  if (LONG.includes(file)) return false;
  return tier === 'standard' || isQuick(file);
}

function enginesOf(file: string, tier: Tier, isNamed: boolean): Engines {
  if (tier === 'fast') return 'sqlite';
  if (isNamed || !SPLIT.includes(file)) return 'both';
  if (tier === 'long') return SMOKE.includes(file) ? 'both' : 'postgres';
  return 'sqlite';
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Calls that start PostgreSQL, build a demo country or launch a browser. */
const SLOW_START =
  /\b(testDatabase|startPostgres|demoService|liveDemo|countedDemo|keptInstallation|collectDemoDocuments|launchBrowser)\(/;

/** By the recorded times, so that the choice is the same on every machine. */
const isQuick = (file: string): boolean => secondsOf(file, 'fast') <= FAST_SECONDS_MAX && !SLOW_START.test(read(file));

/** A file has two figures if the long tier runs other cases or another engine of it. */
const figureOf = (file: string, tier: Tier): string =>
  tier === 'long' && !LONG.includes(file) ? `${file} long` : file;
export const secondsOf = (file: string, tier: Tier): number =>
  shipped[figureOf(file, tier)] ?? shipped[file] ?? medianIn(dirname(file));

/** The median of the recorded files in a folder, or in the nearest parent with records. */
function medianIn(folder: string): number {
  const figures = Object.keys(shipped).filter((figure) => folder === '.' || figure.startsWith(`${folder}/`));
  const sorted = figures.map((figure) => shipped[figure] ?? 0).toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? (folder === dirname(folder) ? 1 : medianIn(dirname(folder)));
}

/** Longest files first, each to the shard with the least work. */
function shardOf(entries: readonly Entry[], index: number, count: number): Entry[] {
  const shards = Array.from({ length: count }, () => ({ seconds: 0, entries: [] as Entry[] }));
  for (const entry of longestFirst(entries)) {
    const [least] = shards.toSorted((a, b) => a.seconds - b.seconds);
    least?.entries.push(entry);
    if (least) least.seconds += entry.seconds;
  }
  return shards[index - 1]?.entries ?? [];
}

const longestFirst = <T extends { seconds: number }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => b.seconds - a.seconds);

/** Depends on the recorded times only: the same files share a process on every machine. Files that run alone come first. */
function batchesOf(entries: readonly Entry[]): Batch[] {
  const isApart = ({ file, seconds }: Entry): boolean =>
    ALONE.includes(file) || seconds > SHARED_SECONDS_MAX || file in OWN_PROCESS;
  const apart = longestFirst(entries.filter(isApart)).map(({ file, seconds }) => ({
    files: [file],
    seconds,
    isAlone: ALONE.includes(file),
  }));
  // Unit tests do not import the application, so they share processes with other unit tests.
  const shared = entries.filter((entry) => !isApart(entry));
  const isUnit = ({ file }: Entry): boolean => !file.startsWith('test/');
  const units = sharedBy(shared.filter(isUnit));
  const others = sharedBy(shared.filter((entry) => !isUnit(entry)));
  // The first process builds the demo country, for which most files of `test/` would wait; unit tests run in parallel with it.
  const [first, ...later] = apart.some(({ isAlone }) => !isAlone) ? apart : [...others.splice(0, 1), ...apart];
  return [...(first ? [first] : []), ...units, ...longestFirst([...later, ...others])].toSorted(
    (a, b) => Number(b.isAlone) - Number(a.isAlone),
  );
}

function sharedBy(entries: readonly Entry[]): Batch[] {
  const batches: Batch[] = [];
  let left = entries.reduce((sum, { seconds }) => sum + seconds, 0);
  let secondsMax = 0;
  for (const { file, seconds } of longestFirst(entries)) {
    let batch = batches.at(-1);
    if (!batch || batch.files.length === BATCH_FILES_MAX || batch.seconds + seconds > secondsMax) {
      secondsMax = Math.max(BATCH_SECONDS_MIN, left * BATCH_SHARE);
      batch = { files: [], seconds: 0, isAlone: false };
      batches.push(batch);
    }
    batch.files.push(file);
    batch.seconds += seconds;
    left -= seconds;
  }
  return batches;
}

/** For the next run on this machine; with `isRecord` for all machines. */
export function keepSeconds(tier: Tier, took: ReadonlyMap<string, number>, isRecord: boolean): void {
  const figures = Object.fromEntries([...took].map(([file, seconds]) => [figureOf(file, tier), rounded(seconds)]));
  mkdirSync(dirname(MEASURED_HERE), { recursive: true });
  write(MEASURED_HERE, { ...secondsIn(MEASURED_HERE), ...figures });
  if (isRecord)
    write(SHIPPED, { ...shipped, ...figures }, ([figure]) => existsSync(join(ROOT, figure.split(' ')[0] ?? '')));
}

const rounded = (seconds: number): number => Math.max(0.1, Math.round(seconds * 10) / 10);

function write(path: string, figures: Record<string, number>, isKept = (_: [string, number]): boolean => true): void {
  const sorted = Object.entries(figures)
    .filter(isKept)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

function secondsIn(path: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

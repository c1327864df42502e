/** Which files are run, in which order, and how long that will take: from what they took here last, else from what we measured. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Seconds that each file took when it was run last on this machine. */
const KEPT = join(ROOT, 'node_modules/.cache/firmoteca/test-seconds.json');
/** The same for files of more than a second, estimated for two cores from the CPU time that we measured. */
const SHIPPED = join(import.meta.dirname, 'seconds.json');
/** Most files are small. */
const USUAL_SECONDS = 0.4;
/** What takes longer on our machine is not for a quick look. */
const FAST_SECONDS_MAX = 3;

/** What holds a whole installation to windows of seconds has the machine to itself: beside others it would measure them. */
const ALONE = new Set(['test/hosts.test.ts']);

export interface Plan {
  files: string[];
  /** Those of them that are run first, one after the other and beside nobody. */
  alone: string[];
  /** Files that a quick look leaves out. */
  leftOut: string[];
  expected(file: string): number;
}

const shipped = secondsIn(SHIPPED);

/** Longest first, so that no core is idle at the end. `chosen` by hand, else all; `isFast`: those that are quick, on SQLite. */
export function planned(chosen: readonly string[], isFast: boolean): Plan {
  const kept = secondsIn(KEPT);
  const expected = (file: string): number => kept[file] ?? shipped[file] ?? USUAL_SECONDS;
  const all =
    chosen.length > 0
      ? globSync(chosen, { cwd: ROOT })
      : globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: ROOT });
  const [files = [], leftOut = []] = isFast ? [all.filter(isQuick), all.filter((file) => !isQuick(file))] : [all];
  const longestFirst = files.toSorted((a, b) => expected(b) - expected(a));
  const alone = longestFirst.filter((file) => ALONE.has(file));
  return { files: longestFirst, alone, leftOut: leftOut.toSorted(), expected };
}

/** Files that start PostgreSQL by themselves, and those that would have to wait for a demo country. */
const SLOW_START = /\b(testDatabase|demoService|liveDemo|countedDemo|keptInstallation)\(/;

/** By our own figures, so that the choice is the same everywhere. */
const isQuick = (file: string): boolean =>
  (shipped[file] ?? USUAL_SECONDS) <= FAST_SECONDS_MAX && !SLOW_START.test(readFileSync(join(ROOT, file), 'utf8'));

/** For the next time; files that were not run keep what is known of them. */
export function keepSeconds(took: Record<string, number>): void {
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, `${JSON.stringify({ ...secondsIn(KEPT), ...took }, null, 1)}\n`);
}

function secondsIn(path: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

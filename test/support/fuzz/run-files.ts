/** Runs mutated files through every reader, and watches time, memory, handles and what is left behind. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pick, random, seedNumber, weighted } from '#demo-country/random.ts';
import { mutated } from './mutations.ts';
import { openReaders, type ReadersOptions } from './readers.ts';
import type { Finding, FuzzResult } from './run-requests.ts';

export interface FilesOptions extends ReadersOptions {
  seed: string;
  first: number;
  count: number;
  /** Where files of findings are kept; null: nowhere. */
  keptIn: string | null;
  say(line: string): void;
}

/** Files have at most two megabytes: the dearest valid ones take two seconds, with their process. */
const CPU_SECONDS_MAX = 30;
/** A reading whose sandbox does not end it. */
const HANG_MS = 600_000;
const WARM_SHARE = 0.3;
const GROWTH_BYTES_MAX = 120_000_000;
const HANDLES_MAX = 20;
const FINDINGS_MAX = 50;
const TOLD_EACH = 500;

export async function runFiles(options: FilesOptions): Promise<FuzzResult> {
  const { seed, first, count, folder, keptIn, say } = options;
  const { readers, gaps, close } = await openReaders(options);
  const readerOf = weighted(readers, ({ weight }) => weight);
  const findings: Finding[] = [];
  const done = new Map<string, { files: number; cpuSeconds: number }>();
  const run = async (number: number): Promise<void> => {
    const roll = random(seedNumber(seed), number, 'file');
    const reader = readerOf(roll());
    const sample = pick(reader.samples, roll());
    const path = join(folder, `file-${number}`);
    writeFileSync(path, mutated(sample, reader.samples, roll));
    const before = cpuSeconds();
    const what = await inTime(reader.read(path, sample)).then(() => null, messageOf);
    const took = cpuSeconds() - before;
    const slow = took > CPU_SECONDS_MAX ? `it took ${took.toFixed(1)} s of processor time` : null;
    for (const each of [what, slow]) {
      if (each === null) continue;
      if (keptIn !== null) {
        mkdirSync(keptIn, { recursive: true });
        copyFileSync(path, join(keptIn, `${number}-${basename(sample.name).replaceAll(' ', '-')}`));
      }
      findings.push({
        repeat: `--requests 0 --first ${number} --files 1 (${reader.name}: ${sample.name})`,
        what: each,
      });
    }
    const sum = done.getOrInsertComputed(reader.name, () => ({ files: 0, cpuSeconds: 0 }));
    sum.files++;
    sum.cpuSeconds += took;
    rmSync(path);
  };
  try {
    const middle = first + Math.ceil(count * WARM_SHARE);
    let before = figures();
    for (let number = first; number < first + count && findings.length < FINDINGS_MAX; number++) {
      if (number === middle) before = figures();
      await run(number);
      if ((number - first) % TOLD_EACH === TOLD_EACH - 1)
        say(`${number + 1 - first} files, ${findings.length} findings`);
    }
    const after = figures();
    if (after.memoryBytes - before.memoryBytes > GROWTH_BYTES_MAX)
      findings.push({
        repeat: 'all files',
        what: `memory grew from ${megabytes(before.memoryBytes)} to ${megabytes(after.memoryBytes)}`,
      });
    if (after.handles - before.handles > HANDLES_MAX)
      findings.push({ repeat: 'all files', what: `handles grew from ${before.handles} to ${after.handles}` });
    const left = ['documents', 'opening', 'ingest', 'store'].flatMap((name) => namesIn(join(folder, name)));
    if (left.length > 0) findings.push({ repeat: 'all files', what: `left behind: ${left.slice(0, 5).join(', ')}` });
    const each = [...done].map(
      ([name, { files, cpuSeconds: seconds }]) => `${files} by ${name} (${(seconds / files).toFixed(2)} s)`,
    );
    return {
      done: [...done.values()].reduce((sum, { files }) => sum + files, 0),
      findings,
      figures: [
        `memory ${megabytes(before.memoryBytes)}, ${megabytes(after.memoryBytes)}; handles ${before.handles}, ${after.handles}`,
        each.join(', '),
        ...gaps,
      ].join('; '),
    };
  } finally {
    close();
  }
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function inTime(reading: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`it hangs for ${HANG_MS / 1_000} s`)), HANG_MS);
  await Promise.race([reading, promise]).finally(() => clearTimeout(timer));
}

/** Of this process and of the ended ones that it started. */
function cpuSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return fields.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

const figures = () => ({
  memoryBytes: Number(/^RssAnon:\s+([0-9]+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1_024,
  handles: readdirSync('/proc/self/fd').length,
});

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/**
 * `npm run faults [-- names] [-- --companies N] [--moments N] [--seed TEXT] [--folder FOLDER]`: faults of a machine at the size of a country:
 * `disk` (full while building and writing), `kills` (of a build), `interruptions` (a service that is suspended or killed, a clock that steps,
 * a slow disk). What this machine does not allow is listed as not run.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { DiskOrder } from '#test/support/faults/disk-full.ts';
import { openInterruptions } from '#test/support/faults/interruptions.ts';
import { killedBuilds } from '#test/support/faults/kills.ts';
import { onSmallDisk, preloadGap, smallDiskGap } from '#test/support/faults/machine.ts';
import { allProblems, type FaultReport } from '#test/support/faults/report.ts';
import { publicationsIn } from './country-publications.ts';
import { countsOf, needOf } from './country-sizes.ts';
import { kept } from './demo-installation.ts';
import { type Findings, print, save } from './table.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    companies: { type: 'string', default: '20000' },
    moments: { type: 'string', default: '10' },
    seed: { type: 'string', default: 'faults' },
    folder: { type: 'string', default: `${kept}/country` },
  },
});
const companies = Number(values.companies);
const { seed } = values;
const SUSPEND_MS = 30_000;
const KILLS = 5;
const STEP_MS = 10_000;
/** Shares of an update at which the disk is full. */
const SHARES = [0.02, 0.25, 0.5, 0.75, 0.95];

const counts = countsOf({ companies });
const base = resolve(values.folder);
mkdirSync(base, { recursive: true });
const { first, both } = await publicationsIn(base, counts);
const publications = { first, both };
const say = (line: string): void => console.error(`  ${line}`);

const folder = mkdtempSync(join(base, 'faults-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const own = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
};

const gaps: string[] = [];
const trials: Record<string, () => Promise<FaultReport[]>> = {
  async disk() {
    const gap = smallDiskGap('a full disk');
    if (gap) return notRun(gap);
    // In memory: an installation, a copy that shares its parts, and their updates.
    const order: DiskOrder = { publications, folder: own('disk'), bytes: needOf(counts), shares: SHARES };
    return onSmallDisk(DISK_SCRIPT, order);
  },
  kills: () => killedBuilds({ publications, folder: own('kills'), moments: Number(values.moments), seed, say }),
  async interruptions() {
    const gap = preloadGap('a clock that steps, and a slow disk');
    if (gap) notRun(gap);
    const options = {
      publications,
      folder: own('interruptions'),
      seed,
      suspendMs: SUSPEND_MS,
      kills: KILLS,
      stepMs: STEP_MS,
    };
    const run = await openInterruptions({ ...options, say });
    const reports: FaultReport[] = [];
    for (const name of gap ? (['suspended', 'killed'] as const) : (['suspended', 'killed', 'clock', 'slow'] as const))
      reports.push(await run(name));
    return reports;
  },
};
const DISK_SCRIPT = new URL('../test/support/faults/disk-full.ts', import.meta.url).pathname;

function notRun({ what, install }: { what: string; install: string }): FaultReport[] {
  gaps.push(`Not run here: ${what}. Install it with: ${install}`);
  return [];
}

const unknown = positionals.filter((name) => !(name in trials));
if (unknown.length > 0 || !Number.isSafeInteger(companies) || companies < 1) {
  console.error(`There are: ${Object.keys(trials).join(', ')}, and --companies N.`);
  process.exit(2);
}
let problems = 0;
for (const [name, trial] of Object.entries(trials)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const before = gaps.length;
  const reports = await trial();
  problems += reports.reduce((sum, report) => sum + report.problems.length, 0);
  const findings: Findings = {
    name: `faults-${companies}-${name}`,
    title: `Faults at ${companies.toLocaleString('en-GB')} companies: ${name}`,
    columns: ['fault', 'figures', 'problems'],
    rows: reports.map((report) => [report.fault, report.figures, report.problems.length]),
    remarks: [...gaps.slice(before), ...allProblems(reports)],
  };
  print(findings);
  save(findings);
}
process.exitCode = problems === 0 ? 0 : 1;

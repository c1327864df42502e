/** A build is killed at seeded moments of its processor time, beside a service that answers: what is served stays whole, and the next build succeeds. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { random } from '#demo-country/random.ts';
import { familyOf } from '#test/run/processes.ts';
import type { Started } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';
import {
  build,
  copyInstallation,
  cpuSecondsOf,
  environmentOf,
  type Publications,
  serve,
  servedIn,
  startBuild,
  strayParts,
} from './installation.ts';
import { questionsOf, startProber, truthOf } from './probes.ts';
import { type FaultReport, figuresOf, problemsOf } from './report.ts';

export interface KillOptions {
  publications: Publications;
  /** For the installation; empty. */
  folder: string;
  moments: number;
  seed: string;
  say(line: string): void;
}

const LOOK_MS = 20;
/** A kill later than this share of an earlier run might find the build at its end. */
const LATEST = 0.97;
/** A sandboxed reader ends when it finds its parent gone. */
const ORPHANS_MS = 60_000;

export async function killedBuilds({ publications, folder, moments, seed, say }: KillOptions): Promise<FaultReport[]> {
  const data = join(folder, 'data');
  const environment = environmentOf(data);
  const reports: FaultReport[] = [await killedFirstBuild(publications.first, data, seed)];
  say(reports[0]?.figures ?? '');
  await build(publications.first, environment);
  const before = await servedIn(data);
  const expected = await undisturbed(publications.both, data, join(folder, 'whole'));
  say(`an undisturbed update takes ${expected.cpuSeconds.toFixed(1)} s of processor time`);

  const service = await serve(environment);
  try {
    const truth = await truthOf(service, await questionsOf(data));
    const prober = startProber(service, truth);
    const roll = random(1, 0, seed);
    for (let moment = 0; moment < moments; moment++) {
      // One in each part of the build.
      const share = (LATEST * (moment + roll())) / moments;
      const killed = await killAt(startBuild(publications.both, environment), share * expected.cpuSeconds);
      const problems = [...killed.problems];
      const { id, problems: unserved } = await servedIn(data);
      problems.push(...unserved);
      if (id !== before.id) problems.push(`after the kill ${id} is served instead of ${before.id}`);
      const probed = prober.seen();
      problems.push(...problemsOf('beside the build', probed));
      const stray = strayParts(data).length;
      reports.push({
        fault: `update killed at ${Math.round(share * 100)} %`,
        figures: `${killed.figures}, ${stray} stray files; ${figuresOf(probed)}`,
        problems,
      });
      say(`${reports.at(-1)?.fault}: ${reports.at(-1)?.figures}`);
    }
    prober.expect(truth, expected.truth);
    await build(publications.both, environment);
    const last = await servedIn(data, { whole: true });
    const problems = [...last.problems];
    const differing = last.rows.filter((row) => !expected.rows.includes(row));
    if (differing.length > 0) problems.push(`other rows than an undisturbed build: ${differing.join('; ')}`);
    const stray = strayParts(data);
    if (stray.length > 0) problems.push(`the build after the kills left ${stray.join(', ')}`);
    // The service looks for a new generation once a second.
    await until('the new generation is served', async () =>
      sameAs(expected.truth, await truthOf(service, [...truth.keys()])),
    );
    problems.push(...problemsOf('at the swap', prober.seen()));
    prober.expect(expected.truth);
    await sleep(LOOK_MS);
    const end = await prober.end();
    problems.push(...problemsOf('after the swap', end));
    reports.push({
      fault: 'the build after all kills',
      figures: `${last.rows.length} parts as of an undisturbed build, ${readdirSync(join(data, 'parts')).length} files`,
      problems,
    });
    const { code } = await service.stop();
    if (code !== 0) problems.push(`the service ended with ${code}: ${service.output()}`);
    return reports;
  } finally {
    await service.kill();
  }
}

const sameAs = (truth: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
  [...truth].every(([path, told]) => other.get(path) === told);

/** The same update in a copy of the installation, which is removed: its cost, its rows and its answers. */
async function undisturbed(from: string, data: string, copy: string) {
  copyInstallation(data, copy);
  try {
    const environment = environmentOf(copy);
    const started = startBuild(from, environment);
    let cpuSeconds = 0;
    const watch = setInterval(() => {
      cpuSeconds = Math.max(cpuSeconds, cpuSecondsOf(started.pid));
    }, LOOK_MS);
    const { code } = await started.ended.finally(() => clearInterval(watch));
    if (code !== 0) throw new Error(`The update ended with ${code}: ${started.output()}`);
    const { rows } = await servedIn(copy);
    const service = await serve(environment);
    try {
      // The questions of the old generation: its companies are asked for before and after the swap.
      return { cpuSeconds, rows, truth: await truthOf(service, await questionsOf(data)) };
    } finally {
      await service.kill();
    }
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Kills a build that has used so much processor time, and looks for processes that outlive it. */
async function killAt(started: Started, cpuSeconds: number): Promise<{ figures: string; problems: string[] }> {
  let isOver = false;
  const ended = started.ended.then((end) => {
    isOver = true;
    return end;
  });
  let used = 0;
  for (; used < cpuSeconds && !isOver; await sleep(LOOK_MS)) used = cpuSecondsOf(started.pid);
  const family = familyOf(started.pid).filter((pid) => pid !== started.pid);
  await started.kill();
  const { code } = await ended;
  if (code !== null)
    return { figures: '', problems: [`the build was not killed: it ended with ${code}: ${started.output()}`] };
  const left = (): number[] => family.filter((pid) => familyOf(pid).length > 0);
  const isAlone = await until('the processes of the build end', () => left().length === 0, ORPHANS_MS).then(
    () => true,
    () => false,
  );
  return {
    figures: `${used.toFixed(1)} s of processor time, ${family.length} other processes`,
    problems: isAlone ? [] : [`processes outlive the build: ${left()}`],
  };
}

/** Nothing is served, and the next build needs no help. */
async function killedFirstBuild(from: string, data: string, seed: string): Promise<FaultReport> {
  const environment = environmentOf(data);
  const started = startBuild(from, environment);
  // Its cost is not known yet: a moment within its first seconds.
  const { figures, problems } = await killAt(started, 1 + random(1, 0, `${seed} first`)() * FIRST_SECONDS);
  const { id } = await servedIn(data);
  if (id !== '') problems.push(`after the kill of the first build ${id} is served`);
  return { fault: 'first build killed', figures, problems };
}

const FIRST_SECONDS = 3;

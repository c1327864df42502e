/** A service and a build that are suspended, killed, told a wrong time or slowed by their disk: nothing acknowledged is lost, nothing wrong is served. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#data/store/open.ts';
import { random } from '#demo-country/random.ts';
import { loadSecrets } from '#server/secrets.ts';
import { familyOf, freeze, thaw } from '#test/run/processes.ts';
import { accountBrowser } from '#test/support/account-browser.ts';
import { freePort } from '#test/support/free-port.ts';
import { asked } from '#test/support/hosts/request.ts';
import { listens } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';
import {
  build,
  copyInstallation,
  cpuSecondsOf,
  type Environment,
  environmentOf,
  type Publications,
  type Serving,
  serve,
  servedIn,
  startBuild,
} from './installation.ts';
import { type Faults, openFaults } from './machine.ts';
import { type Prober, questionsOf, startProber, type Truth, truthOf } from './probes.ts';
import { lostRegistrations, type Registrar, startRegistrar } from './registrations.ts';
import { type FaultReport, figuresOf, problemsOf } from './report.ts';

export interface InterruptionOptions {
  publications: Publications;
  /** For installations; empty. */
  folder: string;
  seed: string;
  suspendMs: number;
  /** Kills of the service. */
  kills: number;
  /** The minimum duration of each step. */
  stepMs: number;
  say(line: string): void;
}

/** The service answers as usual this long after a suspension. */
const NORMAL_MS = 5_000;
const HOUR_MS = 3_600_000;
/** A disk at its end: most of a spinning disk's syncs take less, and most writes go to a cache. */
const SLOW = { syncMs: 250, writeMs: 1 };
/** Processor time of a build before it is suspended. */
const BEGUN_SECONDS = 1;

interface Scene extends Pick<InterruptionOptions, 'publications' | 'stepMs'> {
  undisturbed: Undisturbed;
  data: string;
  environment: Environment;
  faults: Faults | null;
  service: Serving;
  prober: Prober;
  registrar: Registrar;
  problems: string[];
  /** What the service printed since the last call. */
  logged(): string;
  /** Starts the service again at the same address. */
  restart(): Promise<void>;
}

interface Undisturbed {
  data: string;
  truth: Truth;
  /** Of its update. */
  rows: string[];
  updatedTruth: Truth;
}

/** The installation from which each interruption has a copy, and its update. */
async function prepared({ publications, folder }: InterruptionOptions): Promise<Undisturbed> {
  const [data, updated] = [join(folder, 'data'), join(folder, 'updated')];
  await build(publications.first, environmentOf(data));
  copyInstallation(data, updated);
  await build(publications.both, environmentOf(updated));
  const questions = await questionsOf(data);
  const told = async (from: string): Promise<Truth> => {
    const service = await serve(environmentOf(from));
    return truthOf(service, questions).finally(service.kill);
  };
  return { data, truth: await told(data), rows: (await servedIn(updated)).rows, updatedTruth: await told(updated) };
}

export type Interruption = 'suspended' | 'killed' | 'clock' | 'slow';

/** `folder` has the library that `clock` and `slow` need. */
export async function openInterruptions(
  options: InterruptionOptions,
): Promise<(name: Interruption) => Promise<FaultReport>> {
  const { folder, say, suspendMs, kills, seed } = options;
  const undisturbed = await prepared(options);
  const acts: Record<Interruption, [fault: string, act: (scene: Scene) => Promise<string>]> = {
    suspended: [`suspended for ${suspendMs / 1_000} s`, (scene) => suspended(scene, suspendMs)],
    killed: [`service killed ${kills} times`, (scene) => killedService(scene, kills, seed)],
    clock: ['clock steps by an hour', steppedClock],
    slow: [`disk with ${SLOW.syncMs} ms a sync, ${SLOW.writeMs} ms a write`, slowDisk],
  };
  return async (name) => {
    const [fault, act] = acts[name];
    const faults = name === 'clock' || name === 'slow' ? openFaults(folder) : null;
    const report = await inScene({ options, undisturbed, faults, data: join(folder, name), act });
    say(`${fault}: ${report.figures}`);
    return { fault, ...report };
  };
}

interface SceneOrder {
  options: InterruptionOptions;
  undisturbed: Undisturbed;
  faults: Faults | null;
  data: string;
  /** Ends with an update built; returns figures. */
  act(scene: Scene): Promise<string>;
}

async function inScene(order: SceneOrder): Promise<Omit<FaultReport, 'fault'>> {
  const { options, undisturbed, faults, data, act } = order;
  copyInstallation(undisturbed.data, data);
  faults?.set({});
  const environment = { ...environmentOf(data), ...faults?.environment, PORT: String(await freePort()) };
  const service = await serve(environment);
  let logRead = 0;
  const scene: Scene = {
    ...options,
    undisturbed,
    data,
    environment,
    faults,
    service,
    prober: startProber(service, undisturbed.truth),
    registrar: startRegistrar(() => service.origin),
    problems: [],
    logged() {
      const text = scene.service.output().slice(logRead);
      logRead = scene.service.output().length;
      return text;
    },
    async restart() {
      logRead = 0;
      scene.service = { ...(await listens(environment)), key: service.key };
    },
  };
  const { problems, prober, registrar } = scene;
  try {
    const own = await act(scene);
    faults?.set({});
    await scene.registrar.end();
    problems.push(...problemsOf('at the end', await prober.end()));
    const { rows, problems: unserved } = await servedIn(data, { whole: true });
    problems.push(...unserved, ...registrar.problems);
    const differing = rows.filter((row) => !undisturbed.rows.includes(row));
    if (differing.length > 0) problems.push(`other rows than an undisturbed build: ${differing.join('; ')}`);
    problems.push(...(await lostRegistrations(data, registrar.ids)));
    const { code } = await scene.service.stop();
    if (code !== 0) problems.push(`the service ended with ${code}: ${scene.service.output().slice(-500)}`);
    const kept = `${registrar.ids.length} registrations acknowledged and kept, ${registrar.refused} refused, ${registrar.unanswered} unanswered`;
    return { figures: `${own}; ${kept}`, problems };
  } finally {
    faults?.set({});
    await registrar.end();
    await scene.service.kill();
  }
}

/** Runs the update, or awaits it, until the service serves it. */
async function updated(scene: Scene, started = startBuild(scene.publications.both, scene.environment)): Promise<void> {
  const { prober, problems, undisturbed } = scene;
  const { truth, updatedTruth } = undisturbed;
  problems.push(...problemsOf('before the update', prober.seen()));
  prober.expect(truth, updatedTruth);
  const { code } = await started.ended;
  if (code !== 0) problems.push(`the update ended with ${code}: ${started.output().slice(-500)}`);
  await until('the update is served', async () => {
    const now = await truthOf(scene.service, [...truth.keys()]);
    return [...updatedTruth].every(([path, told]) => now.get(path) === told);
  });
  problems.push(...problemsOf('at the update', prober.seen()));
  prober.expect(updatedTruth);
}

async function suspended(scene: Scene, ms: number): Promise<string> {
  const { prober, problems, service, environment, publications } = scene;
  const started = startBuild(publications.both, environment);
  await until('the build has begun', () => cpuSecondsOf(started.pid) >= BEGUN_SECONDS);
  problems.push(...problemsOf('before', prober.seen()));
  const stopped = [...familyOf(started.pid), ...familyOf(service.pid)];
  for (const pid of stopped) freeze(pid);
  await sleep(ms);
  for (const pid of stopped) thaw(pid);
  await sleep(NORMAL_MS);
  const during = prober.seen();
  // Callers may have hung up meanwhile.
  problems.push(...problemsOf('suspended', during, { mayFail: true }));
  await updated(scene, started);
  return `${stopped.length} processes, ${figuresOf(during)}`;
}

async function killedService(scene: Scene, kills: number, seed: string): Promise<string> {
  const { prober, problems, stepMs } = scene;
  const roll = random(1, 0, `${seed} service`);
  let failed = 0;
  for (let i = 0; i < kills; i++) {
    await sleep(stepMs / 2 + roll() * stepMs);
    problems.push(...problemsOf('before a kill', prober.seen()));
    await scene.service.kill();
    await scene.restart();
    const during = prober.seen();
    failed += during.failed.length;
    problems.push(...problemsOf('killed', during, { mayFail: true }));
  }
  await updated(scene);
  return `${failed} answers missing during the restarts`;
}

async function steppedClock(scene: Scene): Promise<string> {
  const { prober, problems, service, data, stepMs } = scene;
  const cookie = await signedIn(data);
  scene.logged();
  const figures: string[] = [];
  const step = async (name: string, clockMs: number): Promise<void> => {
    scene.faults?.set({ clockMs });
    await sleep(stepMs);
    const page = await asked(service.origin, '/en/account/keys', { cookie, accept: 'text/html' });
    if (page.status !== 200) problems.push(`${name}: the owner’s page gets ${page.status}`);
    const seen = prober.seen();
    problems.push(...problemsOf(name, seen));
    figures.push(`${name}: ${figuresOf(seen)}`);
  };
  await step('an hour ahead', HOUR_MS);
  await step('corrected', 0);
  await step('an hour behind', -HOUR_MS);
  // Its name and its times lie before those of the served generation.
  await updated(scene);
  await step('corrected again', 0).catch(() => {});
  const errors = scene
    .logged()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  problems.push(...errors.slice(0, 3).map((line) => `logged: ${line.slice(0, 500)}`));
  return figures.slice(0, 3).join('; ');
}

/** The cookie of an owner who has just signed in. */
async function signedIn(data: string): Promise<string> {
  const store = await openStore({ databaseUrl: null, folder: data, country: 'romania' });
  try {
    return (await accountBrowser({ store, secrets: loadSecrets(join(data, 'secrets.json')) })).cookie;
  } finally {
    await store.close();
  }
}

async function slowDisk(scene: Scene): Promise<string> {
  const { prober, problems, stepMs } = scene;
  scene.faults?.set(SLOW);
  await sleep(stepMs);
  const seen = prober.seen();
  problems.push(...problemsOf('slow', seen));
  await updated(scene);
  return figuresOf(seen);
}

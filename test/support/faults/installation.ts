/** An installation on real data as its operator runs it, without any source that answers: commands and a service in processes of their own. */
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openStore } from '#data/store/open.ts';
import { familyOf } from '#test/run/processes.ts';
import { firmoteca, listens, run, type Started } from '#test/support/process.ts';

/** Folders of publications: those of a first build, and those with an update among them. */
export interface Publications {
  first: string;
  both: string;
}

export type Environment = Record<string, string>;

/** Nothing listens there: answers come from the dataset alone. */
const NOWHERE = 'http://127.0.0.1:9/';
const SOURCES = ['ANAF_COMPANY', 'ANAF_BALANCE', 'BNR', 'CKAN', 'PROCUREMENT', 'PRESS', 'PRESS_FILES', 'TREASURY'];

export const environmentOf = (data: string): Environment => ({
  FIRMOTECA_DATA: data,
  FIRMOTECA_COUNTRY: 'romania',
  FIRMOTECA_KEEP_PUBLICATIONS: 'yes',
  FIRMOTECA_LIMITS: 'off',
  FIRMOTECA_WORKERS: '1',
  ...Object.fromEntries(SOURCES.map((source) => [`FIRMOTECA_${source}_URL`, NOWHERE])),
});

export const startBuild = (from: string, environment: Environment): Started =>
  firmoteca(['ingest', '--from', from, '--strict', '--json'], environment);

/** Builds a generation; throws where the command fails. */
export async function build(from: string, environment: Environment): Promise<void> {
  const started = startBuild(from, environment);
  const { code } = await started.ended;
  if (code !== 0) throw new Error(`The build of ${from} ended with ${code}: ${started.output()}`);
}

export interface Serving extends Started {
  origin: string;
  key: string;
}

/** The service with a key of Pro, which the operator's command creates. */
export async function serve(environment: Environment): Promise<Serving> {
  const { output } = await run(['keys', 'create', '--plan', 'pro', '--json'], environment);
  const [key] = /fmt_live_[0-9A-Za-z]{36}/.exec(output) ?? [];
  if (key === undefined) throw new Error(`No key was created: ${output}`);
  return { ...(await listens(environment)), key };
}

/** Another folder with the same dataset and state; the parts, which are never written again, are not copied. */
export function copyInstallation(data: string, to: string): void {
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const path = join(to, from.slice(data.length));
    mkdirSync(dirname(path), { recursive: true });
    (dirname(from) === join(data, 'parts') ? linkSync : copyFileSync)(from, path);
  }
}

export interface ServedGeneration {
  id: string;
  /** Rows of every table of every part. */
  rows: string[];
}

/** The generation that a reader opens, and its problems: with `whole`, every page of it is read. */
export async function servedIn(
  data: string,
  { whole = false } = {},
): Promise<ServedGeneration & { problems: string[] }> {
  const store = await openStore({ databaseUrl: null, folder: data, country: 'romania' });
  try {
    const manifest = store.generations.current()?.manifest;
    if (!manifest) return { id: '', rows: [], problems: ['no generation is served'] };
    return {
      id: manifest.id,
      rows: manifest.parts.map(({ name, rows }) => `${name} ${JSON.stringify(rows)}`),
      problems: whole ? await store.generations.check(manifest.id) : [],
    };
  } finally {
    await store.close();
  }
}

/** Files of parts that no generation names: the remains of a killed build. */
export function strayParts(data: string): string[] {
  const generations = join(data, 'generations');
  const named = readdirSync(generations).map((name) => readFileSync(join(generations, name), 'utf8'));
  return readdirSync(join(data, 'parts')).filter(
    (name) => !named.some((text) => text.includes(`"${name.split('.')[0]}"`)),
  );
}

/** Processor time of a process and everything that it started. */
export const cpuSecondsOf = (pid: number): number => familyOf(pid).reduce((sum, each) => sum + ownCpuSeconds(each), 0);

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

function ownCpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of a program may hold blanks and brackets; behind it, user and system time are the 12th and 13th field.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (Number(user) + Number(system)) / TICKS;
  } catch {
    return 0;
  }
}

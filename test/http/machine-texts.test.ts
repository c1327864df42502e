/** Texts for language models: the compact OpenAPI document and /llms.txt are complete, small, valid and correct. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'typebox';
import { openapi } from '#api/openapi/document.ts';
import { firstSentence } from '#api/openapi/overview.ts';
import { policies } from '#platform/limits/policies.ts';
import { readConfig } from '#server/config/config.ts';
import { ask } from '#test/support/raw-request.ts';
import { sampleOperation } from '#test/support/sample-operation.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';
import { llmsText } from '#transports/web/docs/llms.ts';

/** About 32,000 tokens, read once by a model that writes a client. */
const BYTES_MAX = 128_000;

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; description: string; schema: object };
interface OperationObject {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}
interface Document {
  info: { description: string };
  paths: Record<string, Record<string, OperationObject>>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> };
}

let service: SmallService;
let whole: Document;
let brief: Document;
let text: string;
let llms: string;
before(async () => {
  service = await smallService({ config: { seller: readConfig({}).seller } });
  whole = (await (await fetch(`${service.origin}/openapi.json`)).json()) as Document;
  text = await (await fetch(`${service.origin}/openapi.json?compact`)).text();
  brief = JSON.parse(text) as Document;
  llms = await (await fetch(`${service.origin}/llms.txt`)).text();
});
after(() => service.close());

test(`the compact document has at most ${BYTES_MAX / 1000} KB`, () => {
  assert.ok(Buffer.byteLength(text) <= BYTES_MAX, `${Buffer.byteLength(text)} bytes`);
});

test('an independent validator accepts the compact document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(brief) as object as Record<string, unknown>);
  assert.deepEqual(errors ?? [], []);
  assert.equal(valid, true);
});

const operationsIn = ({ paths }: Document): [where: string, operation: OperationObject][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): [string, OperationObject] => [`${method} ${path}`, one]),
  );

const parametersOf = ({ components }: Document, { parameters }: OperationObject): string[] =>
  parameters
    .map((one) => (one.$ref ? components.parameters[one.$ref.split('/').at(-1) ?? ''] : one) ?? assert.fail(one.$ref))
    .map(({ name, in: location, required = false }) => `${location} ${name} ${required}`);

test('the compact document has every operation and every parameter, each with a description', () => {
  const short = new Map(operationsIn(brief));
  assert.equal(short.size, service.operations.length);
  for (const [where, operation] of operationsIn(whole)) {
    const one = short.get(where);
    assert.equal(one?.operationId, operation.operationId);
    assert.deepEqual(parametersOf(brief, one), parametersOf(whole, operation), where);
    assert.equal(one.requestBody === undefined, operation.requestBody === undefined, where);
  }
  const inline = operationsIn(brief).flatMap(([, { parameters }]) => parameters.filter(({ $ref }) => !$ref));
  for (const { name, description } of [...inline, ...Object.values(brief.components.parameters)])
    assert.ok(description.length > 3, name);
});

test('the compact document has every field of every answer, by the same name', () => {
  for (const [where, operation] of operationsIn(whole)) {
    const answerIn = (document: Document): Set<string> => {
      const [method = '', path = ''] = where.split(' ');
      const content = document.paths[path]?.[method]?.responses[200]?.content['application/json'];
      return fieldsIn(document, content?.schema.properties?.data ?? {});
    };
    assert.deepEqual(answerIn(brief), answerIn(whole), operation.operationId);
  }
});

/** Paths of fields, with references resolved. */
function fieldsIn(document: Document, schema: Schema, at = '', seen: readonly string[] = []): Set<string> {
  const { $ref, properties = {}, patternProperties = {}, items, anyOf = [], allOf = [] } = schema;
  if ($ref && seen.includes($ref)) return new Set();
  const inner = (one: Schema, path: string) => fieldsIn(document, one, path, $ref ? [...seen, $ref] : seen);
  const found = new Set<string>();
  const add = (more: Iterable<string>): void => {
    for (const one of more) found.add(one);
  };
  if ($ref) add(inner(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? assert.fail($ref), at));
  for (const [name, value] of [...Object.entries(properties), ...Object.entries(patternProperties)])
    add([`${at}.${name}`, ...inner(value, `${at}.${name}`)]);
  if (items) add(inner(items, `${at}[]`));
  for (const part of [...anyOf, ...allOf]) add(inner(part, at));
  return found;
}

test('answers of the service match the schemas of the compact document', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const path of ['/api/rates', '/api/search?q=firma', '/api/company/90000014/health']) {
    const answer = await (await fetch(`${service.origin}${path}`, { headers: { 'x-api-key': DEMO_KEY } })).json();
    const declared = path.split('?', 1)[0]?.replace('90000014', '{cui}') ?? '';
    const schema = brief.paths[declared]?.get?.responses[200]?.content['application/json']?.schema;
    const check = ajv.compile({ ...schema, components: brief.components });
    assert.ok(check(answer), `${path}: ${ajv.errorsText(check.errors)}`);
  }
});

test('the documents have different ETags, are compressed, and are readable by any page', async () => {
  const tags = new Set<unknown>();
  for (const path of ['/openapi.json', '/openapi.json?compact', '/llms.txt']) {
    const { status, headers } = await ask(service.port, { path, headers: { 'accept-encoding': 'gzip' } });
    assert.equal(status, 200, path);
    assert.equal(headers['content-encoding'], 'gzip', path);
    assert.equal(headers['access-control-allow-origin'], '*', path);
    tags.add(headers.etag);
    const again = await ask(service.port, { path, headers: { 'if-none-match': headers.etag ?? '' } });
    assert.equal(again.status, 304, path);
  }
  assert.equal(tags.size, 3);
});

test('/llms.txt describes the demo, its key and payments, and lists every operation on a line of its own', () => {
  const lines = llms.split('\n');
  assert.equal(lines[0], '# Firmoteca');
  assert.match(llms, /^> .*demo: every company and person in it is invented\.$/m);
  assert.ok(llms.includes(DEMO_KEY) && llms.includes('X-API-Key') && llms.includes('x402'));
  for (const { id, declaration } of service.operations) {
    const { method = 'GET', path, title } = declaration;
    const own = lines.filter((line) => line.startsWith(`- [${method} ${path}](/en/docs/${id}): ${title.en}. `));
    assert.equal(own.length, 1, id);
  }
  assert.match(llms, /^- \[Connector for agents\]\(\/en\/assistants\): MCP at `\/mcp` \(sign-in by OAuth, no key\)/m);
});

test('every link of /llms.txt works', async () => {
  for (const [, path = ''] of llms.matchAll(/\]\(([^)]+)\)/g))
    assert.equal((await fetch(`${service.origin}${path}`)).status, 200, path);
});

test('fragment links from before operations had pages of their own still work', async () => {
  const page = await (await fetch(`${service.origin}/docs`)).text();
  for (const { id } of service.operations) assert.ok(page.includes(`<li id="${id}">`), id);
});

test('with real data and a public address, /llms.txt mentions no demo and has absolute links', () => {
  const none = { formats: [], free: [], hasReceipts: false };
  const about = { demoKey: null, isSold: false, limits: null, ...none, publicUrl: 'https://api.example/' };
  const real = llmsText([sampleOperation(() => ({ data: null }))], { ...about, paymentInfo: () => null });
  assert.doesNotMatch(real, /demo|invented|402/i);
  assert.ok(
    real.includes('- [GET /api/caen/{code}](https://api.example/en/docs/getThing): One thing. Gives one `thing`.'),
  );
});

test('the introduction has a chapter on each common topic, with the real limits', () => {
  const { description } = whole.info;
  for (const title of [
    'Keys',
    'Payments',
    'Envelope',
    'What `meta` says',
    'Sources and citations',
    'A day of the past',
    'Paging',
    'Formats',
    'Languages',
    'Limits',
    'Errors',
    'Freshness',
    'Versioning',
  ])
    assert.ok(description.includes(`## ${title}\n\n`), title);
  for (const policy of ['pro', 'address', 'browser'] as const)
    assert.ok(description.includes(String(policies[policy][0]?.limit)), policy);
  for (const name of Object.keys(brief.components.schemas.Meta?.properties ?? {}))
    assert.ok(description.includes(`- \`${name}\`: `), name);
  assert.ok(description.includes('21 August 2026'));
});

/** Inline code in a chapter of the introduction. */
const codeIn = (chapter: string): string[] => {
  const text = whole.info.description.split(`## ${chapter}\n\n`)[1]?.split('\n\n## ')[0] ?? assert.fail(chapter);
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
};

test('every parameter, field, path and header that the introduction names exists', async () => {
  const named = new Set<string>();
  for (const [, operation] of operationsIn(whole)) {
    for (const parameter of parametersOf(whole, operation)) named.add(parameter.split(' ')[1] ?? '');
    const content = Object.values(operation.responses[200]?.content ?? {});
    for (const { schema } of content)
      for (const path of fieldsIn(whole, schema)) for (const name of path.split('.')) named.add(name.replace('[]', ''));
  }
  const meta = Object.keys(whole.components.schemas.Meta?.properties ?? {});
  for (const chapter of ['Sources and citations', 'A day of the past', 'Paging', 'Freshness', 'Formats'])
    for (const code of codeIn(chapter)) {
      const [path = ''] = code.match(/\/[a-z./-]+$/) ?? [];
      if (/^(GET|POST) /.test(code))
        assert.ok(
          operationsIn(whole).some(([at]) => at === code.replace(/^\S+/, (m) => m.toLowerCase())),
          code,
        );
      else if (path) assert.equal((await fetch(`${service.origin}${path}`)).status, 200, code);
      else if (code.startsWith('meta.')) assert.ok(meta.includes(code.slice(5)), code);
      else if (!/^[A-Z]/.test(code) && !['csv', 'xlsx'].includes(code))
        assert.ok(named.has(code.split('=', 1)[0] ?? ''), code);
    }
});

test('paths that the introduction calls open have open CORS, and the bounds it names are declared', async () => {
  const below: Record<string, string> = { '/api': '/api/rates', '/.well-known': '/.well-known/receipt-keys.json' };
  const open = codeIn('Envelope').filter((code) => code.startsWith('/'));
  assert.ok(open.length > 5);
  for (const path of open) {
    const { headers } = await ask(service.port, { path: below[path] ?? path });
    assert.equal(headers['access-control-allow-origin'], '*', path);
  }
  const offsets = service.operations.flatMap(({ declaration }) => declaration.query?.properties.offset ?? []);
  assert.ok(offsets.length > 5 && whole.info.description.includes('`offset` skips rows, up to 100,000'));
  for (const { maximum } of offsets as { maximum: number }[]) assert.equal(maximum, 100_000);
});

test('an operation without a key is marked as such in the introduction, /llms.txt and both documents', () => {
  const free = service.operations.filter(({ declaration }) => declaration.access === 'free');
  assert.ok(free.length > 0);
  for (const { id, declaration } of free) {
    const { method = 'GET', path } = declaration;
    const result = `${method} ${path}`;
    assert.ok(codeIn('Keys').includes(result), id);
    assert.match(llms, new RegExp(`^- \\[${result}\\].* No key is needed\\.$`, 'm'));
    assert.ok(llms.includes(`No key is needed for ${result}`));
    for (const document of [whole, brief]) {
      const one = document.paths[path]?.[method.toLowerCase()] as unknown as { security?: object[] };
      assert.deepEqual(one.security?.[0], {}, id);
    }
  }
});

test('the introduction names table formats once an operation accepts them', () => {
  const query = Type.Object({ format: Type.Optional(Type.Enum(['json', 'csv', 'xlsx'], { description: 'Format.' })) });
  const about = { publicUrl: null, version: '1', demoKey: null };
  const result = (more: object): string =>
    JSON.stringify(openapi([sampleOperation(() => ({ data: null }), more)], about).info);
  assert.ok(result({ query }).includes('also give `csv` and `xlsx`'));
  assert.ok(!result({}).includes('csv'));
});

test('a first sentence ends at the end of the sentence', () => {
  assert.equal(firstSentence('CAEN Rev.3 or 1.5 of it, e.g. this. More.'), 'CAEN Rev.3 or 1.5 of it, e.g. this.');
  assert.equal(firstSentence('No stop'), 'No stop');
  assert.equal(firstSentence('Is it? `x` is.'), 'Is it?');
});

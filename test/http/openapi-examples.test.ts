/** The recorded answers in the OpenAPI document: one for every operation, each valid by its schema. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { exampleFolder } from '#api/operation-examples.ts';
import { type SmallService, smallService } from '#test/support/small-service.ts';

interface Content {
  schema: object;
  examples?: Record<string, { value: { data: unknown } }>;
}

/** The hint for a changed answer. */
const TAKE = '`npm run generate` writes the answers anew';

let service: SmallService;
let document: {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, Content> }> }>>;
  components: object;
};
before(async () => {
  service = await smallService();
  document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as typeof document;
});
after(() => service.close());

test('every operation and every preview has a recorded answer that matches its schema', () => {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
  const stored = new Set(readdirSync(exampleFolder));
  for (const { id, declaration } of service.operations) {
    if (declaration.file) continue;
    const content =
      document.paths[declaration.path]?.[(declaration.method ?? 'GET').toLowerCase()]?.responses[200]?.content;
    const { schema, examples = {} } = content?.['application/json'] ?? {};
    assert.deepEqual(Object.keys(examples), declaration.preview ? ['demo', 'preview'] : ['demo'], `${id}: ${TAKE}`);
    const check = ajv.compile({ ...schema, components: document.components });
    for (const [name, { value }] of Object.entries(examples))
      assert.ok(check(value), `${id} ${name}: ${ajv.errorsText(check.errors)}. ${TAKE}`);
    // The strict schema also finds fields that no longer exist.
    const exact = ajv.compile(declaration.data);
    assert.ok(exact(examples.demo?.value.data), `${id}: ${ajv.errorsText(exact.errors)}. ${TAKE}`);
    if (declaration.preview) {
      const visible = ajv.compile(declaration.preview.data);
      assert.ok(visible(examples.preview?.value.data), `${id}: ${ajv.errorsText(visible.errors)}. ${TAKE}`);
    }
    for (const name of [`${id}.json`, `${id}.preview.json`]) stored.delete(name);
  }
  assert.deepEqual([...stored], [], 'examples of removed operations');
});

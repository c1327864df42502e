import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileOperation } from '#test/support/sample-file.ts';
import { sampleOperation } from '#test/support/sample-operation.ts';
import { inChapters } from './chapters.ts';
import { openapi } from './document.ts';

const about = { publicUrl: 'https://api.example', version: '1.2.3', demoKey: null };
const thing = sampleOperation(() => ({ data: null }));

test('a file is described as bytes with range responses, without an envelope', () => {
  const { paths, components } = openapi([fileOperation(() => assert.fail('not asked'))], about) as {
    paths: Record<string, { get: { responses: Record<string, { content?: object }> } }>;
    components: { responses: object };
  };
  const { responses } = paths['/api/caen/{code}']?.get ?? { responses: {} };
  const content = {
    'application/pdf': { schema: { type: 'string', format: 'binary' } },
    'text/*': { schema: { type: 'string', format: 'binary' } },
  };
  assert.deepEqual([responses['200']?.content, responses['206']?.content], [content, content]);
  assert.ok(responses['304'] && responses['416'] && 'RangeNotSatisfiable' in components.responses);
  assert.equal(responses['402'], undefined);
});

test('an operation id is unique', () => {
  const other = sampleOperation(() => ({ data: null }), { path: '/api/caen' });
  assert.throws(() => openapi([thing, other], about), /Two operations are called getThing/);
});

test('an operation outside every chapter of the documentation is an error', () => {
  const lost = sampleOperation(() => ({ data: null }), { path: '/api/lost' });
  assert.throws(() => openapi([lost], about), /belongs to no chapter/);
});

test('an operation is in the chapter of its module, and below a shared path in the chapter of the path', () => {
  const at = (path: string) => sampleOperation(() => ({ data: null }), { path });
  const [own, shared] = [at('/api/elsewhere'), at('/api/company/{code}/elsewhere')];
  inChapters({ rates: { own: own.declaration, shared: shared.declaration } });
  const tags = [own, shared].map((operation) => (openapi([operation], about).tags as { name: string }[])[0]?.name);
  assert.deepEqual(tags, ['Exchange rates', 'Companies']);
});

test('with real data, the document does not mention the demo', () => {
  const document = JSON.stringify(openapi([thing], about));
  assert.ok(!document.includes('invented.**'));
  assert.ok(document.includes('"url":"https://api.example"'));
});

test('the document lists the deliberate differences from the specification', () => {
  const { description } = openapi([thing], about).info as { description: string };
  for (const word of ['`cui`', 'Notice numbers', 'section V', '`offset`', 'optional parameters', 'preview'])
    assert.ok(description.includes(word), word);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleOperation } from '#test/sample-operation.ts';
import { openapi } from './document.ts';

const about = { publicUrl: 'https://api.example', version: '1.2.3', demoKey: null };
const thing = sampleOperation(() => ({ data: null }));

test('an id belongs to one operation', () => {
  const other = sampleOperation(() => ({ data: null }), { path: '/api/caen' });
  assert.throws(() => openapi([thing, other], about), /Two operations are called getThing/);
});

test('an operation outside every area of the documentation is noticed', () => {
  const lost = sampleOperation(() => ({ data: null }), { path: '/api/lost' });
  assert.throws(() => openapi([lost], about), /belongs to no area/);
});

test('where real data is served, no demo is spoken of', () => {
  const document = JSON.stringify(openapi([thing], about));
  assert.ok(!document.includes('invented.**'));
  assert.ok(document.includes('"url":"https://api.example"'));
});

test('the deliberate differences from the specification are told', () => {
  const { description } = openapi([thing], about).info as { description: string };
  for (const word of ['`cui`', 'Notice numbers', 'section V', '`offset`', 'optional parameters', 'preview'])
    assert.ok(description.includes(word), word);
});

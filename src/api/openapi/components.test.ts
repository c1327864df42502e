import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { components } from './components.ts';

const Place = Type.Object({ name: Type.String() }, { title: 'Place', additionalProperties: false });

test('a titled schema becomes a component at any depth', () => {
  const shapes = components();
  const schema = shapes.refer(Type.Array(Type.Object({ at: Type.Union([Place, Type.Null()]) }, { title: 'Row' })));
  assert.deepEqual(schema, { type: 'array', items: { $ref: '#/components/schemas/Row' } });
  assert.deepEqual(shapes.schemas.Row?.properties, {
    at: { anyOf: [{ $ref: '#/components/schemas/Place' }, { type: 'null' }] },
  });
  assert.deepEqual(Object.keys(shapes.schemas), ['Place', 'Row']);
});

test('two different schemas cannot share a title, and one schema can be used twice', () => {
  const shapes = components();
  shapes.refer(Place);
  shapes.refer(Type.Object({ name: Type.String() }, { title: 'Place', additionalProperties: false }));
  assert.throws(() => shapes.refer(Type.Object({ name: Type.Integer() }, { title: 'Place' })), /titled Place/);
});

test('a local description stands beside the reference', () => {
  const shapes = components();
  const $ref = '#/components/schemas/Place';
  assert.deepEqual(shapes.refer({ ...Place, description: 'A place.' }), { $ref });
  assert.deepEqual(shapes.refer({ ...Place, description: 'Where it was made.' }), {
    $ref,
    description: 'Where it was made.',
  });
  assert.equal(shapes.schemas.Place?.description, 'A place.');
});

test('a union of literals becomes an enumeration, and "or null" becomes a type', () => {
  const { refer } = components();
  const choice = Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()], { description: 'One of two.' });
  assert.deepEqual(refer(choice), { type: ['string', 'null'], enum: ['a', 'b', null], description: 'One of two.' });
  assert.deepEqual(refer(Type.Union([Type.String({ pattern: '^x$' }), Type.Null()])), {
    type: ['string', 'null'],
    pattern: '^x$',
  });
  assert.deepEqual(refer(Type.Union([Type.Enum(['p']), Type.Null()])), {
    anyOf: [{ enum: ['p'] }, { type: 'null' }],
  });
});

test('an answer schema allows further fields', () => {
  const shapes = components();
  shapes.refer(Place);
  assert.equal('additionalProperties' in (shapes.schemas.Place ?? {}), false);
});

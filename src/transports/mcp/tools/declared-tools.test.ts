/** What every tool over the data says of itself: to the model, to the host, and to whoever reads its answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { wireSchema } from '#transports/mcp/format/wire-schema.ts';
import { annotationsOf } from '#transports/mcp/tool.ts';
import { companyTools, dataTools, referenceTools } from './tools.ts';

/** What a model keeps of a tool while it chooses one. */
const ABOUT_MAX = 600;

test('a tool is named by a verb, once, and says in a few sentences when to use it', () => {
  const names = dataTools.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, title, about } of dataTools) {
    assert.match(name, /^(search|fetch|(get|list|find|look_up|assess|convert|analyze|read|compare|search)_[a-z_]+)$/);
    assert.ok(title.length > 3 && title.length < 60, name);
    assert.ok(about.length > 80 && about.length <= ABOUT_MAX, `${name} is described by ${about.length} letters`);
  }
});

test('a description names no tool that is not there', () => {
  const names = new Set(dataTools.map(({ name }) => name));
  for (const { name, about } of dataTools)
    for (const [, other = ''] of about.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g))
      assert.ok(names.has(other), `${name} speaks of ${other}`);
});

test('none is called by a switch of what it does', () => {
  for (const { name, input } of dataTools)
    for (const switched of ['action', 'operation', 'mode', 'command'])
      assert.ok(!Object.hasOwn(input.properties, switched), name);
});

test('no tool over the data ends anything, and all four hints are said', () => {
  for (const tool of dataTools) {
    const hints = annotationsOf(tool);
    assert.deepEqual(
      Object.values(hints).map((hint) => typeof hint),
      ['string', 'boolean', 'boolean', 'boolean', 'boolean'],
    );
    assert.equal(hints.destructiveHint, false, tool.name);
  }
});

test('every field of an answer is typed, and there is no other', () => {
  for (const { name, output } of dataTools) checkTyped(wireSchema(output), name);
});

test('every field of an answer about companies, people and reference is described', () => {
  for (const { name, output } of [...companyTools, ...referenceTools]) checkDescribed(wireSchema(output), name, true);
});

test('every argument is described and bounded', () => {
  for (const { name, input } of dataTools)
    for (const [argument, schema] of Object.entries<TSchema>(input.properties)) {
      const {
        type,
        description,
        maxLength,
        pattern,
        enum: words,
        maximum,
        maxItems,
      } = schema as Record<string, unknown>;
      assert.ok(description, `${name}.${argument}`);
      if (type === 'string') assert.ok(maxLength ?? pattern ?? words, `${name}.${argument} may be of any length`);
      if (type === 'integer' || type === 'number') assert.notEqual(maximum, undefined, `${name}.${argument}`);
      if (type === 'array') assert.ok(maxItems, `${name}.${argument}`);
    }
});

interface Shape {
  type?: string;
  description?: string;
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  additionalProperties?: boolean;
  items?: Shape;
  anyOf?: Shape[];
}

function checkTyped(shape: Shape, path: string): void {
  const { properties = {}, items, anyOf = [], type, patternProperties } = shape;
  assert.ok(type ?? anyOf.length > 0, `${path} has no type`);
  if (type === 'object' && !patternProperties) {
    assert.ok(Object.keys(properties).length > 0, `${path} has no fields`);
    assert.equal(shape.additionalProperties, false, `${path} may have other fields`);
  }
  for (const each of anyOf) checkTyped(each, path);
  for (const [name, inside] of Object.entries(properties)) checkTyped(inside, `${path}/${name}`);
  if (items) checkTyped(items, `${path}/*`);
}

/** Of a row, an alternative or the whole, what holds it is described. */
function checkDescribed(shape: Shape, path: string, isHeld = false): void {
  assert.ok(isHeld || shape.description, `${path} is not described`);
  for (const each of shape.anyOf ?? []) checkDescribed(each, path, true);
  for (const [name, inside] of Object.entries(shape.properties ?? {})) checkDescribed(inside, `${path}/${name}`);
  if (shape.items) checkDescribed(shape.items, `${path}/*`, true);
}

/** The declarations of the data tools, as models, hosts and readers of answers see them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { wireSchema } from '#transports/mcp/format/wire-schema.ts';
import { annotationsOf } from '#transports/mcp/tool.ts';
import { companyTools, dataTools, referenceTools } from './tools.ts';

/** The length of a description that a model can use while it chooses a tool. */
const ABOUT_MAX = 600;

test('a tool has a unique verb name and a description of a few sentences', () => {
  const names = dataTools.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, title, about } of dataTools) {
    assert.match(name, /^(search|fetch|(get|list|find|look_up|assess|convert|analyze|read|compare|search)_[a-z_]+)$/);
    assert.ok(title.length > 3 && title.length < 60, name);
    assert.ok(about.length > 80 && about.length <= ABOUT_MAX, `${name} is described by ${about.length} characters`);
  }
});

test('a description mentions only existing tools', () => {
  const names = new Set(dataTools.map(({ name }) => name));
  for (const { name, about } of dataTools)
    for (const [, other = ''] of about.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g))
      assert.ok(names.has(other), `${name} mentions ${other}`);
});

test('no tool has a parameter that switches its operation', () => {
  for (const { name, input } of dataTools)
    for (const switched of ['action', 'operation', 'mode', 'command'])
      assert.ok(!Object.hasOwn(input.properties, switched), name);
});

test('no data tool is destructive, and all four hints are declared', () => {
  for (const tool of dataTools) {
    const hints = annotationsOf(tool);
    assert.deepEqual(
      Object.values(hints).map((hint) => typeof hint),
      ['string', 'boolean', 'boolean', 'boolean', 'boolean'],
    );
    assert.equal(hints.destructiveHint, false, tool.name);
  }
});

test('every field of an answer is typed, and no other fields are allowed', () => {
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

/** Rows, alternatives and the root may lack a description; their fields may not. */
function checkDescribed(shape: Shape, path: string, isHeld = false): void {
  assert.ok(isHeld || shape.description, `${path} is not described`);
  for (const each of shape.anyOf ?? []) checkDescribed(each, path, true);
  for (const [name, inside] of Object.entries(shape.properties ?? {})) checkDescribed(inside, `${path}/${name}`);
  if (shape.items) checkDescribed(shape.items, `${path}/*`, true);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { messages } from '#locales/messages.ts';
import { sampleEndpoint } from '#test/support/sample-operation.ts';
import { ApiError } from './api-error.ts';
import { inputReader } from './input.ts';
import { Cui, parsedAs, Year } from './parameters.ts';

const reader = (query: Parameters<typeof Type.Object>[0]) => {
  const { read } = inputReader(sampleEndpoint(() => ({ data: null }), { query: Type.Object(query) }));
  return (text: string) => read({ params: { code: '6201' }, query: text, body: undefined }).values;
};

const refusalOf = (act: () => unknown): ApiError => {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error;
  }
  assert.fail('It was accepted.');
};

test('a text is decoded once, with + for a space', () => {
  const read = reader({ q: Type.String() });
  assert.equal(read('q=a+b%2Bc%2520').q, 'a b+c%20');
  assert.equal(read('q').q, '');
});

test('a number has one accepted notation', () => {
  const read = reader({ n: Type.Integer() });
  assert.equal(read('n=-12').n, -12);
  for (const text of ['1e1', '0x10', '+5', '%205', '007', '-0', '5.0', ''])
    assert.match(refusalOf(() => read(`n=${text}`)).message, /n must be a whole number/, text);
});

test('an error lists the valid values', () => {
  const read = reader({
    metric: Type.Optional(Type.Union([Type.Literal('cifra'), Type.Literal('profit')])),
    role: Type.Optional(Type.Enum(['authority', 'supplier'])),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }),
  });
  assert.equal(refusalOf(() => read('metric=x')).message, 'The parameter metric must be one of cifra, profit.');
  assert.equal(refusalOf(() => read('role=x')).message, 'The parameter role must be one of authority, supplier.');
  for (const beyond of ['51', '0', '1234567890123', '9'.repeat(400)])
    assert.equal(refusalOf(() => read(`limit=${beyond}`)).message, 'The parameter limit must be from 1 to 50.');
  assert.match(refusalOf(() => read('LIM=1')).message, /did you mean limit\?/);
  assert.match(refusalOf(() => read('x=1')).message, /accepts metric, role, limit, fields, lang/);
  assert.deepEqual(refusalOf(() => read('metric=x')).details, [
    { in: 'query', name: 'metric', problem: 'must be one of cifra, profit' },
  ]);
});

test('a fiscal code arrives without RO and leading zeros', () => {
  const read = reader({ cui: Cui });
  assert.equal(read('cui=rO0090000014').cui, '90000014');
});

test('a year is at most the next calendar year', () => {
  const read = reader({ year: Year });
  const next = new Date().getUTCFullYear() + 1;
  assert.equal(read(`year=${next}`).year, next);
  assert.equal(refusalOf(() => read(`year=${next + 1}`)).message, `The parameter year must be from 1990 to ${next}.`);
});

test('a parser can refuse a value that the schema accepts, and does not run for an absent one', () => {
  const seen: string[] = [];
  const even = parsedAs(Type.String(), (text, refuse) => {
    seen.push(text);
    if (text.length % 2) throw refuse(messages.wrong.other({ rule: 'must be even' }));
    return text;
  });
  const read = reader({ word: Type.Optional(even) });
  read('');
  assert.deepEqual(seen, []);
  assert.equal(refusalOf(() => read('word=odd')).message, 'The parameter word must be even.');
});

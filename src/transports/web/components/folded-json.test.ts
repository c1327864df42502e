import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldedJson } from './folded-json.ts';

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const textOf = (markup: string): string =>
  markup.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '');

const hostile = { '</summary><script>': '"><img src=x onerror=alert(1)>', "it's": '& <b>' };
const deep = { a: { b: { c: { d: { e: { f: [1, 2, { g: null }] } } } } } };
const long = { rows: Array.from({ length: 30 }, (_, n) => ({ n, name: `Țară ${n}`.repeat(9), ok: n % 2 === 0 })) };

test('the text content of a tree is its JSON', () => {
  for (const value of [null, 1, 'x', [], {}, [1, 'a', null], hostile, deep, long, { '': [[], {}, [[1]]] }])
    assert.deepEqual(JSON.parse(textOf(foldedJson(value).markup)), value);
});

test('names and texts of an answer never become markup', () => {
  const { markup } = foldedJson([hostile, { more: hostile }]);
  assert.deepEqual([...new Set([...markup.matchAll(/<\/?([a-z]+)/g)].map(([, tag]) => tag))].toSorted(), [
    'b',
    'details',
    'div',
    'span',
    'summary',
  ]);
});

test('the first row of a list is open; the others display their first value', () => {
  const { markup } = foldedJson({
    data: [
      { id: 'first', a: 1, b: [1, 2], c: 'x'.repeat(80) },
      { id: 'second', a: 1, b: [1, 2], c: 'x'.repeat(80) },
    ],
  });
  assert.deepEqual(
    [...markup.matchAll(/<details( open)?><summary data-more="([^"]*)"/g)].map(([, open, more]) => [
      open !== undefined,
      more,
    ]),
    [
      [true, '… 1 }'],
      [true, '… 2 ]'],
      [true, 'first … 4 }'],
      [false, 'second … 4 }'],
    ],
  );
});

test('groups below the deepest handle are plain lines', () => {
  assert.equal([...foldedJson(deep).markup.matchAll(/<details/g)].length, 4);
});

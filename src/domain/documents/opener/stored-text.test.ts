import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reading } from '#domain/documents/readers/reading.ts';
import { pagedText } from '#domain/documents/readers/reading-builder.ts';
import { storedText } from './stored-text.ts';

const reading = (...texts: string[]): Reading => ({
  kind: 'text',
  mediaType: 'text/plain',
  state: 'read',
  text: pagedText(texts.map((text, i) => ({ number: i + 1, text, source: 'text' as const }))),
  pagesCount: texts.length,
  missing: [],
  entries: null,
  reason: null,
});

test('a text with more distinct words than the index limit is cut there and marked as partial', () => {
  const codes = (from: number, count: number) => Array.from({ length: count }, (_, i) => `x${from + i}`).join(' ');
  const long = storedText(reading(codes(0, 60), codes(60, 60), codes(120, 10)), undefined, 100);
  assert.equal(long.state, 'partly');
  assert.deepEqual(long.missing, [{ what: 'rest', fromPage: 2, why: 'tooLarge' }]);
  assert.deepEqual(
    long.pages.map(({ text }) => text.trim()),
    [codes(0, 60), codes(60, 40)],
  );
  const same = storedText(reading(...Array.from({ length: 50 }, () => codes(0, 60))), undefined, 100);
  assert.deepEqual([same.state, same.pages.length], ['read', 50]);
});

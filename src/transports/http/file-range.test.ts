import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRangeCurrent, isUnchangedSince, partOf } from './file-reply.ts';

test('a single byte range is parsed, and any other Range header means the whole file', () => {
  const cases: [range: string, part: ReturnType<typeof partOf>][] = [
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['Bytes=10-', { start: 10, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=99-', { start: 99, end: 99 }],
    ['bytes=100-', 'beyond'],
    ['bytes=100-200', 'beyond'],
    ['bytes=-0', 'beyond'],
    ['bytes=9999999999999999-', 'beyond'],
    ['bytes=19-10', null],
    ['bytes=-', null],
    ['bytes=0-1,4-5', null],
    ['bytes=0x1-2', null],
    ['bytes = 0-1', null],
    ['bytes=1-2 ', null],
    ['items=0-1', null],
    ['bytes=99999999999999999-', null],
    ['', null],
  ];
  for (const [range, part] of cases) assert.deepEqual(partOf(range, 100), part, range);
  assert.equal(partOf(undefined, 100), null);
  assert.equal(partOf('bytes=0-', 0), 'beyond');
  assert.equal(partOf('bytes=-5', 0), 'beyond');
});

test('If-Range matches only the same strong ETag or the exact date', () => {
  const now = { etag: '"x"', lastModified: 'Sun, 15 Nov 2026 04:00:00 GMT' };
  for (const same of [undefined, '"x"', now.lastModified]) assert.ok(isRangeCurrent(same, now), String(same));
  for (const other of ['"y"', 'W/"x"', '', 'Sun, 15 Nov 2026 04:00:01 GMT', 'x', 'null'])
    assert.ok(!isRangeCurrent(other, now), other);
  assert.ok(!isRangeCurrent('W/"x"', { etag: 'W/"x"', lastModified: null }));
  assert.ok(!isRangeCurrent('null', { etag: 'W/"x"', lastModified: null }));
});

test('If-Modified-Since applies when the modification date is known', () => {
  const modified = 'Sun, 15 Nov 2026 04:00:00 GMT';
  for (const [since, unchanged] of [
    [modified, true],
    ['Mon, 16 Nov 2026 04:00:00 GMT', true],
    ['Sat, 14 Nov 2026 04:00:00 GMT', false],
    ['yesterday', false],
    ['x'.repeat(modified.length), false],
    [undefined, false],
  ] as const)
    assert.equal(isUnchangedSince(since, modified), unchanged, String(since));
  assert.equal(isUnchangedSince(modified, null), false);
});

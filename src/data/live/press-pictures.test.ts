/** Pictures of press files: the leader prefetches them, and every host reads those that a caller waits for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PressFile } from '#data/sources/press/press-file.ts';
import { fastClock } from '#test/support/fast-clock.ts';
import { liveStore } from '#test/support/live-store.ts';
import { until } from '#test/support/until.ts';
import { startPicturesReader } from './press-pictures.ts';
import { storeFile } from './press-table.ts';

const LONG_MS = 3_000_000;
const PAGES = { sizeBytes: 1, pages: 1, text: null, ocrPages: [], problem: null };

test('a host reads requested pictures only, and prefetches the others once it leads', async (t) => {
  const store = await liveStore('sqlite');
  t.after(() => store.drop());
  const db = await store.open();
  const file = (waiting: boolean): PressFile => ({ ...PAGES, waiting });
  const urls = ['first', 'second', 'third'];
  for (const url of urls)
    await db.write(
      storeFile(url, url, { outcome: 'found', record: file(true), fetchedAt: '2026-11-15T10:00:00.000Z' }),
    );
  const read: string[] = [];
  let isLed = false;
  let looks = 0;
  const reader = startPicturesReader({
    db,
    office: {
      async pressPictures(url) {
        read.push(url);
        return { answers: new Map([[url, { outcome: 'found' as const, record: file(false) }]]), trouble: null };
      },
    },
    paceMs: 1,
    clock: fastClock(),
    mayPrefetch() {
      looks++;
      return isLed;
    },
    onError: (error) => assert.fail(String(error)),
  });
  t.after(() => reader.close(LONG_MS));
  await until('the reader has polled some times', async () => looks > 3);
  assert.equal(await reader.read('second', LONG_MS, 'a caller'), 'found');
  const before = looks;
  await until('the reader has polled again', async () => looks > before + 3);
  assert.deepEqual(read, ['second']);
  isLed = true;
  await until('the reader prefetches the others', async () => read.length === urls.length);
  assert.deepEqual(read.toSorted(), urls);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releasesOn } from './press.ts';

const DAYS = ['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16'];

test('the page has a hundred releases, the newest first and none in the future', () => {
  for (const today of DAYS) {
    const days = releasesOn(today).map(({ path }) => /\/([0-9]{8})[0-9]{6}_/.exec(path)?.[1] ?? '');
    assert.equal(days.length, 100);
    assert.deepEqual(days, days.toSorted().toReversed());
    assert.ok((days[0] ?? '') < today.replaceAll('-', ''), `${days[0]} on ${today}`);
  }
});

test('some releases are scans, one is unreadable, one is locked and one is broken', () => {
  const kinds = Map.groupBy(releasesOn('2026-11-15'), ({ kind }) => kind);
  assert.ok((kinds.get('scan')?.length ?? 0) > 1);
  for (const kind of ['slipped', 'locked', 'broken'] as const) assert.equal(kinds.get(kind)?.length, 1, kind);
});

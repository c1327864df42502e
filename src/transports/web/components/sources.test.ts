import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sources } from './sources.ts';

const now = Date.parse('2026-11-19T12:00:00Z');
const part = (cover: string, asOf: string | null, name = 'seap') =>
  ({ name, covers: [cover], asOf, fetchedAt: '2026-11-19T08:00:00Z', state: null }) as unknown as Parameters<
    typeof sources
  >[0][number];
const lines = (...parts: ReturnType<typeof part>[]): string =>
  sources(parts, now, 'ro').markup.replace(/<svg.*?<\/svg>|<[^>]*>/g, '');

test('a section with notices since the last export names both days', () => {
  assert.match(lines(part('procurement', '2026-06-30'), part('recentProcurement', '2026-11-18')), /30\.06\.2026 – .+$/);
  assert.match(
    lines(part('recentProcurement', '2026-11-10'), part('procurement', '2026-06-30')),
    / · 30\.06\.2026 – 10\.11\.2026$/,
  );
});

test('a section is as old as its oldest part, without a later day of other parts', () => {
  assert.match(lines(part('procurement', '2026-06-30')), / · 30\.06\.2026$/);
  assert.match(lines(part('recentProcurement', '2026-11-10')), / · 10\.11\.2026$/);
  assert.match(lines(part('procurement', '2026-06-30'), part('documents', '2026-11-10')), / · 30\.06\.2026$/);
});

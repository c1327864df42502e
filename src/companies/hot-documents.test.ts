import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocateRenderings, hotDocuments } from './hot-documents.ts';

const NOW = Date.UTC(2026, 10, 15);

const row = (etag: string, size = 100) => ({
  generation: 'g1+',
  fetched_at: '2026-11-15T10:00:00.000Z',
  etag,
  body: new Uint8Array(size),
});

test('a row is at hand until any thread renders the company anew', () => {
  const shared = allocateRenderings();
  const [one, other] = [hotDocuments(shared), hotDocuments(shared)];
  one.keep('14399840', row('a'), one.mark('14399840'), NOW);
  assert.equal(one.get('14399840', NOW)?.etag, 'a');
  assert.equal(other.get('14399840', NOW), null);
  other.renderedAnew('14399840');
  assert.equal(one.get('14399840', NOW), null);
});

test('a row that was read before another was written is not kept for good', () => {
  const hot = hotDocuments(allocateRenderings());
  const mark = hot.mark('1');
  hot.renderedAnew('1');
  hot.keep('1', row('older'), mark, NOW);
  assert.equal(hot.get('1', NOW), null);
});

test('memory is bounded: the oldest rows make room', () => {
  const hot = hotDocuments(allocateRenderings(), 10_000);
  for (let cui = 0; cui < 100; cui++) hot.keep(String(cui), row('a', 1_000), hot.mark(String(cui)), NOW);
  const kept = Array.from({ length: 100 }, (_, cui) => hot.get(String(cui), NOW)).filter((one) => one !== null);
  assert.equal(kept.length, 6);
  assert.notEqual(hot.get('99', NOW), null);
  hot.keep('7', row('a', 20_000), hot.mark('7'), NOW);
  assert.equal(hot.get('7', NOW), null);
});

test('what another process rendered is seen within a second', () => {
  const hot = hotDocuments(allocateRenderings());
  hot.keep('1', row('a'), hot.mark('1'), NOW);
  assert.equal(hot.get('1', NOW + 999)?.etag, 'a');
  assert.equal(hot.get('1', NOW + 1_000), null);
});

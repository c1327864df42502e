import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { foreignWriteCount, openSqlite } from '#data/store/sqlite/database.ts';
import { allocateRenderings, hotDocuments } from './hot-documents.ts';

const NOW = Date.UTC(2026, 10, 15);

const row = (etag: string, size = 100) => ({
  generation: 'g1+',
  fetched_at: '2026-11-15T10:00:00.000Z',
  etag,
  bytes: new Uint8Array(size),
});

/** A cache over a store without other writers. */
async function hotAt(now: number, renderings = allocateRenderings(), bytesMax?: number) {
  const hot = hotDocuments(renderings, async () => 1, bytesMax);
  await hot.revalidate(now);
  return hot;
}

test('a cached row is valid until any thread renders the company again', async () => {
  const shared = allocateRenderings();
  const [one, other] = [await hotAt(NOW, shared), await hotAt(NOW, shared)];
  one.store('14399840', row('a'), one.mark('14399840'));
  assert.equal(one.get('14399840', NOW)?.etag, 'a');
  assert.equal(other.get('14399840', NOW), null);
  other.invalidate('14399840');
  assert.equal(one.get('14399840', NOW), null);
});

test('a row that was read before a later write is not cached', async () => {
  const hot = await hotAt(NOW);
  const mark = hot.mark('1');
  hot.invalidate('1');
  hot.store('1', row('older'), mark);
  assert.equal(hot.get('1', NOW), null);
});

test('memory is bounded: the oldest rows are evicted', async () => {
  const hot = await hotAt(NOW, allocateRenderings(), 10_000);
  for (let cui = 0; cui < 100; cui++) hot.store(String(cui), row('a', 1_000), hot.mark(String(cui)));
  const stored = Array.from({ length: 100 }, (_, cui) => hot.get(String(cui), NOW)).filter((one) => one !== null);
  assert.equal(stored.length, 6);
  assert.notEqual(hot.get('99', NOW), null);
  hot.store('7', row('a', 20_000), hot.mark('7'));
  assert.equal(hot.get('7', NOW), null);
});

test('a rendering of another process takes effect within a second; without writes rows stay cached', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-hot-'));
  const other = openSqlite(join(folder, 'live.db'));
  await other.write([{ sql: 'create table answer (cui integer primary key)' }]);
  const ours = openSqlite(join(folder, 'live.db'), { readOnly: true });
  try {
    const hot = hotDocuments(allocateRenderings(), () => foreignWriteCount(ours));
    await hot.revalidate(NOW);
    hot.store('1', row('a'), hot.mark('1'));
    assert.equal(hot.get('1', NOW + 999)?.etag, 'a');
    assert.equal(hot.get('1', NOW + 1_000), null, 'the cache was not revalidated for a second');
    await hot.revalidate(NOW + 1_000);
    assert.equal(hot.get('1', NOW + 1_000)?.etag, 'a', 'there was no write');

    const before = hot.mark('2');
    await other.write([{ sql: 'insert into answer (cui) values ($1)', params: [1] }]);
    await hot.revalidate(NOW + 2_000);
    assert.equal(hot.get('1', NOW + 2_000), null);
    hot.store('2', row('read before the look'), before);
    assert.equal(hot.get('2', NOW + 2_000), null);
  } finally {
    await ours.close();
    await other.close();
    rmSync(folder, { recursive: true });
  }
});

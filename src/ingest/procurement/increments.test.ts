import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { purchaseRecord } from '#test/procurement-records.ts';
import { nameOf, readDay, readIncrement, writeIncrement } from './increments.ts';

test('a day that was cut says so to whoever reads it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-increments-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const name = { kind: 'purchases', day: '2026-04-04' } as const;
  const cut = 'cut: more rows than the list shows';
  assert.equal(await writeIncrement(folder, name, [purchaseRecord()], [cut]), 1);
  const [batch] = await Array.fromAsync(readIncrement(join(folder, nameOf(name)), 'purchases'));
  assert.deepEqual(batch?.records, [purchaseRecord()]);
  assert.deepEqual(batch?.skips, [{ line: 2, reason: 'the list was cut', found: cut, isMeant: true }]);
  assert.deepEqual(await readDay(folder, name), [purchaseRecord()]);
});

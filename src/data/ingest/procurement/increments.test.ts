import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purchaseRecord } from '#test/support/procurement-records.ts';
import { linesOf, readIncrement } from './increments.ts';

test('a day that was cut says so to whoever reads it', async () => {
  const cut = 'cut: more rows than the list shows';
  const text = Buffer.from(linesOf([purchaseRecord()], [cut]));
  const read = async function* () {
    // Wherever the pieces of a line meet.
    for (const byte of text) yield Buffer.from([byte]);
  };
  const [batch] = await Array.fromAsync(readIncrement({ read }, 'purchases'));
  assert.deepEqual(batch?.records, [purchaseRecord()]);
  assert.deepEqual(batch?.skips, [{ line: 2, reason: 'the list was cut', found: cut, isIntended: true }]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purchaseRecord } from '#test/support/procurement-records.ts';
import { linesOf, readIncrement } from './increments.ts';

test('a truncated day is reported to its readers', async () => {
  const cut = 'cut: more rows than the list shows';
  const text = Buffer.from(linesOf([purchaseRecord()], [cut]));
  const read = async function* () {
    // Chunks of one byte: every boundary within a line occurs.
    for (const byte of text) yield Buffer.from([byte]);
  };
  const [batch] = await Array.fromAsync(readIncrement({ read }, 'purchases'));
  assert.deepEqual(batch?.records, [purchaseRecord()]);
  assert.deepEqual(batch?.skips, [{ line: 2, reason: 'the list was cut', found: cut, isIntended: true }]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticeRecord, purchaseRecord } from '#test/support/procurement-records.ts';
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

const skipsOf = async (kind: 'purchases' | 'notices', lines: readonly unknown[]) => {
  const read = async function* () {
    yield Buffer.from(linesOf(lines));
  };
  const [batch] = await Array.fromAsync(readIncrement({ read }, kind));
  return { records: batch?.records, skips: batch?.skips.map(({ line, reason }) => [line, reason]) };
};

test('a line of another shape is skipped with the field, and the others are read', async () => {
  const right = purchaseRecord();
  const { authority, ...without } = right;
  const wrong = [
    without,
    { ...right, authority: { ...authority, name: 7 } },
    { ...right, value: 1.5 },
    { ...right, value: '12' },
    { ...right, finalizedOn: '2025-02-30' },
    { ...right, state: 'lost' },
    { ...right, cpv: { code: '4521', title: null } },
    { ...right, items: [{}, 'x'] },
    [right],
    7,
    null,
  ];
  const { records, skips } = await skipsOf('purchases', [right, ...wrong, right]);
  assert.deepEqual(records, [right, right]);
  const fields = ['authority', 'authority', 'value', 'value', 'finalizedOn', 'state', 'cpv', 'items', 'id', 'id', 'id'];
  assert.deepEqual(
    skips,
    fields.map((field, i) => [i + 2, `no record of the list: ${field}`]),
  );
});

test('a record of an older increment is read without the fields that were added since', async () => {
  const { systemId, general, lots, hasDocuments, procedureId, ...older } = noticeRecord();
  assert.deepEqual(await skipsOf('notices', [older]), { records: [older], skips: [] });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunksOf } from '#test/support/source-input.ts';
import { type BiffRecord, biffRecords, TextReader } from './biff.ts';

const record = (type: number, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
};
const bytes = (...parts: (number[] | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const wide = (text: string): number[] => [...Buffer.from(text, 'utf16le')];

/** Three strings: one across a record boundary that changes its width, one with formatting after it, one that starts after a boundary. */
const STREAM = Buffer.concat([
  record(0x0809, bytes([0, 6])),
  record(0x00fc, bytes([9, 0, 0], 'Stra')),
  record(0x003c, bytes([1], wide('da Ș'))),
  record(0x003c, bytes([0], 'x', [2, 0, 8, 1, 0], 'ab', [0, 0, 0, 0])),
  record(0x003c, bytes([3, 0, 1], wide('țăr'))),
  record(0x000a, bytes()),
]);

const recordsOf = async (chunkBytes: number): Promise<BiffRecord[]> =>
  (await Array.fromAsync(biffRecords(chunksOf(STREAM, chunkBytes) as AsyncIterable<Buffer>))).flat();

test('strings across continued records are joined, whatever the chunk size', async () => {
  for (const chunkBytes of [1, 7, 1000]) {
    const records = await recordsOf(chunkBytes);
    assert.deepEqual(
      records.map(({ type }) => type),
      [0x0809, 0x00fc, 0x000a],
    );
    const texts = new TextReader(records[1] as BiffRecord, 0);
    assert.deepEqual([texts.next(), texts.next(), texts.next()], ['Strada Șx', 'ab', 'țăr']);
  }
});

import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { sendChunks } from './chunks.ts';

const PIECES = 200;
const PIECE = Buffer.alloc(80_000, 'x');

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < PIECES; i++) yield PIECE;
}

/** A reader who takes every piece at once, as a fast socket does. */
function fastReader(leavesAfter = Number.POSITIVE_INFINITY) {
  let bytes = 0;
  const response = new Writable({
    write(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > leavesAfter) response.destroy();
      done();
    },
  });
  return { response: response as ServerResponse, bytes: () => bytes };
}

test('every piece is sent and counted, and others get their turns meanwhile', async () => {
  const { response, bytes } = fastReader();
  let turns = 0;
  let isOver = false;
  setImmediate(function turn() {
    turns++;
    if (!isOver) setImmediate(turn);
  });
  assert.equal(await sendChunks(response, pieces(), null), PIECES * PIECE.length);
  isOver = true;
  assert.equal(bytes(), PIECES * PIECE.length);
  assert.ok(turns >= PIECES, `${turns} turns`);
});

test('what is more or less than was promised is a failure, and never more is sent', async () => {
  const whole = PIECES * PIECE.length;
  assert.equal(await sendChunks(fastReader().response, pieces(), whole), whole);
  for (const [promised, reason] of [
    [whole + 1, /Only 16000000 of 16000001 bytes/],
    [whole - 1, /More came than the 15999999/],
  ] as const) {
    const { response, bytes } = fastReader();
    await assert.rejects(sendChunks(response, pieces(), promised), reason);
    assert.ok(bytes() <= promised);
  }
});

test('a reader who leaves is no failure, and nothing more is made for him; a piece that cannot be made is one', async () => {
  const { response } = fastReader(PIECE.length * 3);
  assert.ok((await sendChunks(response, pieces(), null)) < PIECE.length * 20);
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield PIECE;
    throw new Error('no more');
  }
  await assert.rejects(sendChunks(fastReader().response, broken(), null), /no more/);
});

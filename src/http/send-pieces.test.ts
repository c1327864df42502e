import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { sendPieces } from './send-pieces.ts';

const PIECES = 200;
const PIECE = Buffer.alloc(80_000, 'x');

function* pieces(): Generator<Uint8Array> {
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
  assert.equal(await sendPieces(response, pieces(), false), PIECES * PIECE.length);
  isOver = true;
  assert.equal(bytes(), PIECES * PIECE.length);
  assert.ok(turns >= PIECES, `${turns} turns`);
});

test('compressed, what was sent is counted', async () => {
  const { response, bytes } = fastReader();
  assert.equal(await sendPieces(response, pieces(), true), bytes());
  assert.ok(bytes() < PIECE.length * 3);
});

test('a reader who leaves is no failure, and nothing more is made for him; a piece that cannot be made is one', async () => {
  const { response } = fastReader(PIECE.length * 3);
  assert.ok((await sendPieces(response, pieces(), false)) < PIECE.length * 20);
  function* broken(): Generator<Uint8Array> {
    yield PIECE;
    throw new Error('no more');
  }
  for (const zipped of [false, true])
    await assert.rejects(sendPieces(fastReader().response, broken(), zipped), /no more/);
});

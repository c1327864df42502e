/** A long answer sent piece by piece, as fast as its reader takes it: only a few pieces are in memory at a time. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createGzip, constants as zlib } from 'node:zlib';

/** After the head was written. Returns how many bytes went out. */
export async function sendPieces(
  response: ServerResponse,
  pieces: Iterable<Uint8Array>,
  zipped: boolean,
): Promise<number> {
  let bytes = 0;
  async function* counted(made: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of made) {
      bytes += piece.length;
      yield piece;
      // A reader who is fast enough would leave nobody else a turn: a socket that takes all at once never waits.
      await nextTurn();
    }
  }
  const source = Readable.from(pieces, { objectMode: false });
  const sent = zipped
    ? pipeline(source, createGzip({ level: zlib.Z_BEST_SPEED }), counted, response)
    : pipeline(source, counted, response);
  await sent.catch((error: NodeJS.ErrnoException) => {
    // A reader who has had enough is no failure.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
  return bytes;
}

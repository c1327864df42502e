/** A long answer sent piece by piece, as fast as its reader takes it: only a few pieces are in memory at a time. */
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { resetConnection } from '#lib/values/reset-connection.ts';
import { ReaderGone } from './body-chunks.ts';

/**
 * After the head was written. `length`: what the head promised; null where it promised nothing. Returns how many bytes went out.
 * Whatever ends it early breaks the connection, so that no reader takes a part for the whole.
 */
export async function sendChunks(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array>,
  length: number | null,
): Promise<number> {
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      if (response.destroyed) break;
      if (length !== null && bytes + piece.length > length)
        throw new Error(`More came than the ${length} bytes that were promised.`);
      bytes += piece.length;
      if (!response.write(piece)) await taken(response, 'drain');
      // A reader who is fast enough would leave nobody else a turn: a socket that takes all at once never waits.
      await nextTurn();
    }
    if (length !== null && bytes < length && !response.destroyed)
      throw new Error(`Only ${bytes} of ${length} bytes came.`);
    response.end();
    await taken(response, 'finish');
  } catch (error) {
    // A reader who has had enough is no failure, whatever the source makes of it.
    if (!response.destroyed && !(error instanceof ReaderGone)) throw error;
    breakOff(response);
  }
  return bytes;
}

/**
 * Ends an answer that is not whole. Its reader must not take it for one: HTTP/1.0 knows no other end than that of the connection,
 * which is therefore reset.
 */
export function breakOff(response: ServerResponse): void {
  const { socket } = response;
  // What is written through to something else than a socket has no such end.
  if (socket instanceof Socket) resetConnection(socket);
  response.destroy();
}

/** Also when the connection ends instead. */
const taken = (response: ServerResponse, event: 'drain' | 'finish'): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      response.off(event, go).off('close', go);
      resolve();
    };
    if (response.destroyed || response.writableFinished) return resolve();
    response.on(event, go).on('close', go);
  });

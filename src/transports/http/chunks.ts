/** Long bodies in chunks: opening the source, reading it within time limits, sending it as fast as its reader takes it. */

import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { resetConnection } from '#lib/values/reset-connection.ts';
import type { Chunks } from './reply.ts';

export interface ChunkLimits {
  /** The longest wait for one chunk: a source may hang. */
  chunkMs: number;
  /** The longest time from the first chunk to the last: readers may be slow. */
  totalMs: number;
}

/** Two gigabytes in an hour are 600 KB a second. A source that is silent for a minute stays silent. */
export const CHUNK_LIMITS: ChunkLimits = { chunkMs: 60_000, totalMs: 3_600_000 };

/** The reader disconnected or exceeded its time: no error of the service. */
export class ReaderGone extends Error {}

interface ChunkOptions {
  limits: ChunkLimits;
  /** Aborted when the reader disconnects. */
  signal: AbortSignal;
  /** Receives errors of closing a source. */
  report(error: unknown): void;
}

export class ChunkStream {
  readonly #controller = new AbortController();
  readonly #opening: ChunkOptions;
  readonly #iterator: Iterator<Uint8Array> | AsyncIterator<Uint8Array>;
  readonly #timer: NodeJS.Timeout;
  readonly #leave = (): void => this.#close();
  #first: IteratorResult<Uint8Array> | null = null;
  /** Rejects the wait for the current chunk. */
  #interrupt: (error: Error) => void = () => {};
  #isOver = false;

  /** Opens the source and waits for its first chunk: errors until then can still become an error answer. */
  static async begin(make: Chunks, opening: ChunkOptions): Promise<ChunkStream> {
    const pieces = new ChunkStream(make, opening);
    try {
      if (opening.signal.aborted) throw new ReaderGone('The reader left.');
      pieces.#first = await pieces.#next();
      return pieces;
    } catch (error) {
      pieces.#close();
      throw error;
    }
  }

  private constructor(make: Chunks, opening: ChunkOptions) {
    this.#opening = opening;
    const made = make(this.#controller.signal);
    this.#iterator = Symbol.asyncIterator in made ? made[Symbol.asyncIterator]() : made[Symbol.iterator]();
    this.#timer = setTimeout(this.#leave, opening.limits.totalMs).unref();
    opening.signal.addEventListener('abort', this.#leave, { once: true });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      let step = this.#first ?? (await this.#next());
      this.#first = null;
      for (; !step.done; step = await this.#next()) yield step.value;
      this.#isOver = true;
    } finally {
      this.#close();
    }
  }

  /** Closes the source: aborts its signal and ends its iterator, without waiting, because it may hang. */
  #close(): void {
    clearTimeout(this.#timer);
    this.#opening.signal.removeEventListener('abort', this.#leave);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#interrupt(new ReaderGone('The reader left, or took too long.'));
    this.#controller.abort();
    void this.#closed().catch((error) => {
      // An AbortError follows from our abort and is no failure.
      if (!(error instanceof Error && error.name === 'AbortError')) this.#opening.report(error);
    });
  }

  async #closed(): Promise<void> {
    await this.#iterator.return?.();
  }

  #next(): IteratorResult<Uint8Array> | Promise<IteratorResult<Uint8Array>> {
    if (this.#isOver) throw new ReaderGone('The reader left, or took too long.');
    const step = this.#iterator.next();
    if (!(step instanceof Promise)) return step;
    return new Promise((resolve, reject) => {
      const { chunkMs } = this.#opening.limits;
      const timer = setTimeout(() => reject(new Error(`No piece came in ${chunkMs / 1000} seconds.`)), chunkMs);
      this.#interrupt = reject;
      step.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

/**
 * Sends the body after the head and returns its bytes; only a few chunks are in memory at a time. `length`: the announced
 * length, or null. An early end resets the connection, so that no reader takes a part for the whole.
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
      if (!response.write(piece)) await waitFor(response, 'drain');
      // A fast reader's socket never waits: yield to other connections.
      await nextTurn();
    }
    if (length !== null && bytes < length && !response.destroyed)
      throw new Error(`Only ${bytes} of ${length} bytes came.`);
    response.end();
    await waitFor(response, 'finish');
  } catch (error) {
    // A reader who disconnects is no failure, whatever the source throws.
    if (!response.destroyed && !(error instanceof ReaderGone)) throw error;
    breakOff(response);
  }
  return bytes;
}

/** Aborts an incomplete answer by resetting the connection: for HTTP/1.0, only that distinguishes it from a complete one. */
export function breakOff(response: ServerResponse): void {
  const { socket } = response;
  // A response that is not written to a socket cannot be reset.
  if (socket instanceof Socket) resetConnection(socket);
  response.destroy();
}

/** Resolves also when the connection closes. */
const waitFor = (response: ServerResponse, event: 'drain' | 'finish'): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off(event, done).off('close', done);
      resolve();
    };
    if (response.destroyed || response.writableFinished) return resolve();
    response.on(event, done).on('close', done);
  });

/** The pieces of a long body, taken one at a time from whoever makes them, who is let go whatever becomes of the reader. */
import type { Chunks } from './reply.ts';

export interface ChunkLimits {
  /** The longest wait for one piece: who makes them may hang. */
  chunkMs: number;
  /** From the first piece to the last: a reader may be slow, but not for ever. */
  totalMs: number;
}

/** Two gigabytes in an hour are 600 KB a second. A source that says nothing for a minute will not say anything. */
export const CHUNK_LIMITS: ChunkLimits = { chunkMs: 60_000, totalMs: 3_600_000 };

/** The reader is gone or out of time: no fault of ours, and nobody is there to be told. */
export class ReaderGone extends Error {}

export interface ChunkOptions {
  limits: ChunkLimits;
  /** Aborted when the reader leaves. */
  signal: AbortSignal;
  /** Hears what goes wrong while a source is let go. */
  report(error: unknown): void;
}

export class ChunkStream {
  readonly #controller = new AbortController();
  readonly #opening: ChunkOptions;
  readonly #iterator: Iterator<Uint8Array> | AsyncIterator<Uint8Array>;
  readonly #timer: NodeJS.Timeout;
  readonly #leave = (): void => this.#close();
  #first: IteratorResult<Uint8Array> | null = null;
  /** Ends the wait for a piece. */
  #interrupt: (error: Error) => void = () => {};
  #isOver = false;

  /** Opens the source and waits for its first piece: until then nothing was sent, and what goes wrong can still be told. */
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

  /** Lets the source go: it hears of it by its signal, and is closed. Nobody waits for that, because it may hang. */
  #close(): void {
    clearTimeout(this.#timer);
    this.#opening.signal.removeEventListener('abort', this.#leave);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#interrupt(new ReaderGone('The reader left, or took too long.'));
    this.#controller.abort();
    void this.#closed().catch((error) => {
      // A source that stops because it was told to is no fault.
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

/** The pieces of a long body, taken one at a time from whoever makes them, who is let go whatever becomes of the reader. */
import type { Pieces } from './reply.ts';

export interface PieceLimits {
  /** The longest wait for one piece: who makes them may hang. */
  pieceMs: number;
  /** From the first piece to the last: a reader may be slow, but not for ever. */
  wholeMs: number;
}

/** Two gigabytes in an hour are 600 KB a second. A source that says nothing for a minute will not say anything. */
export const PIECE_LIMITS: PieceLimits = { pieceMs: 60_000, wholeMs: 3_600_000 };

/** The reader is gone or out of time: no fault of ours, and nobody is there to be told. */
export class Left extends Error {}

export interface Opening {
  limits: PieceLimits;
  /** Aborted when the reader leaves. */
  signal: AbortSignal;
  /** Hears what goes wrong while a source is let go. */
  report(error: unknown): void;
}

export class OpenPieces {
  readonly #controller = new AbortController();
  readonly #opening: Opening;
  readonly #iterator: Iterator<Uint8Array> | AsyncIterator<Uint8Array>;
  readonly #timer: NodeJS.Timeout;
  readonly #leave = (): void => this.#close();
  #first: IteratorResult<Uint8Array> | null = null;
  /** Ends the wait for a piece. */
  #interrupt: (error: Error) => void = () => {};
  #isOver = false;

  /** Opens the source and waits for its first piece: until then nothing was sent, and what goes wrong can still be told. */
  static async begin(make: Pieces, opening: Opening): Promise<OpenPieces> {
    const pieces = new OpenPieces(make, opening);
    try {
      if (opening.signal.aborted) throw new Left('The reader left.');
      pieces.#first = await pieces.#next();
      return pieces;
    } catch (error) {
      pieces.#close();
      throw error;
    }
  }

  private constructor(make: Pieces, opening: Opening) {
    this.#opening = opening;
    const made = make(this.#controller.signal);
    this.#iterator = Symbol.asyncIterator in made ? made[Symbol.asyncIterator]() : made[Symbol.iterator]();
    this.#timer = setTimeout(this.#leave, opening.limits.wholeMs).unref();
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
    this.#interrupt(new Left('The reader left, or took too long.'));
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
    if (this.#isOver) throw new Left('The reader left, or took too long.');
    const step = this.#iterator.next();
    if (!(step instanceof Promise)) return step;
    return new Promise((resolve, reject) => {
      const { pieceMs } = this.#opening.limits;
      const timer = setTimeout(() => reject(new Error(`No piece came in ${pieceMs / 1000} seconds.`)), pieceMs);
      this.#interrupt = reject;
      step.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

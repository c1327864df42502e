/** How many requests a thread works on at once. One that waits for its own body is not at work: it costs a place for bodies. */
export class ConcurrentRequests {
  readonly #max: number;
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  begin(): void {
    this.#running++;
  }

  end(): void {
    this.#running--;
  }

  /** True for the request that is one too many. */
  get isTooMuch(): boolean {
    return this.#running > this.#max;
  }
}

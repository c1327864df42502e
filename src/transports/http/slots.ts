/** Slots that are taken and given back: a number of them, of which one holder can take only some. */
export class Slots {
  readonly #total: number;
  readonly #each: number;
  readonly #byHolder = new Map<string, number>();
  #taken = 0;

  constructor({ total, each }: { total: number; each: number }) {
    this.#total = total;
    this.#each = each;
  }

  /** False when there is none left, or none for this holder. */
  take(holder: string): boolean {
    const own = this.#byHolder.get(holder) ?? 0;
    if (this.#taken >= this.#total || own >= this.#each) return false;
    this.#taken++;
    this.#byHolder.set(holder, own + 1);
    return true;
  }

  free(holder: string): void {
    const own = this.#byHolder.get(holder) ?? 0;
    this.#taken--;
    if (own > 1) this.#byHolder.set(holder, own - 1);
    else this.#byHolder.delete(holder);
  }
}

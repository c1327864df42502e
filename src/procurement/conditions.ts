/** Conditions of a query that callers put together from filters, with their values. */
import type { Value } from '#store/database.ts';

export class Conditions {
  readonly #texts: string[] = [];
  readonly params: Value[] = [];

  /** `?` stands for the next value: `add('day >= ?', from)`. */
  add(text: string, ...values: Value[]): this {
    let next = 0;
    this.#texts.push(
      text.replaceAll('?', () => {
        this.params.push(values[next++] as Value);
        return `$${this.params.length}`;
      }),
    );
    return this;
  }

  /** `where …`, or nothing. */
  get where(): string {
    return this.#texts.length === 0 ? '' : `where ${this.#texts.join(' and ')}`;
  }

  copy(): Conditions {
    const copy = new Conditions();
    copy.#texts.push(...this.#texts);
    copy.params.push(...this.params);
    return copy;
  }
}

/** Conditions of a query, built from a caller's filters, with their values. */
import type { Value } from '#data/store/database.ts';

interface Condition {
  text: string;
  values: readonly Value[];
}

export class Conditions {
  readonly #all: Condition[] = [];
  #end: Condition | null = null;

  /** `?` stands for the next value: `add('day >= ?', from)`. */
  add(text: string, ...values: Value[]): this {
    this.#all.push({ text, values });
    return this;
  }

  /** The upper bound in list order. A later call replaces an earlier, looser bound: SQLite would use whichever comes first. */
  upTo(text: string, ...values: Value[]): this {
    this.#end = { text, values };
    return this;
  }

  get params(): Value[] {
    return this.#list().flatMap(({ values }) => values);
  }

  /** `where …`, or nothing. */
  get where(): string {
    return this.whereBehind(0);
  }

  /** The same, for a text with so many values before these. */
  whereBehind(values: number): string {
    let count = values;
    const texts = this.#list().map(({ text }) => text.replaceAll('?', () => `$${++count}`));
    return texts.length === 0 ? '' : `where ${texts.join(' and ')}`;
  }

  copy(): Conditions {
    const copy = new Conditions();
    copy.#all.push(...this.#all);
    copy.#end = this.#end;
    return copy;
  }

  #list(): Condition[] {
    return this.#end ? [...this.#all, this.#end] : this.#all;
  }
}

/** A name for every party: the one published last. Some hundred thousand of them are held while a part is read. */
import type { Value } from '#data/store/database.ts';

interface Named {
  day: string;
  cui: number | null;
  code: string | null;
  name: string;
}

export class PartyNames {
  readonly #named = new Map<number, Named>();
  /** The last one: rows of a day come by the thousand. */
  #day = '';

  /** `at`: where the columns of a party begin in a row: code, cui, name, id. */
  note(row: readonly Value[], at: number, day: string): void {
    const id = row[at + 3] as number | null;
    if (id === null) return;
    const before = this.#named.get(id);
    if (before !== undefined && before.day >= day) return;
    const [code, cui, name] = [row[at] as string | null, row[at + 1] as number | null, row[at + 2] as string];
    if (day !== this.#day) this.#day = owned(day);
    // Most are called as before: only what changed is copied.
    if (before?.name === name && before.code === code) before.day = this.#day;
    else this.#named.set(id, { day: this.#day, cui, code: code === null ? null : owned(code), name: owned(name) });
  }

  *rows(): Generator<Value[]> {
    for (const [id, { cui, code, name }] of this.#named) yield [id, cui, code, name];
  }
}

/** A piece of a file's text keeps all of it in memory; a copy keeps itself. */
const owned = (text: string): string => Buffer.from(text).toString();

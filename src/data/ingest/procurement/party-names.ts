/** A name for every party: the one published last. Some hundred thousand of them are held while a part is read. */
import type { Row } from '#data/store/table.ts';
import type { party } from '#domain/procurement/rollup-tables.ts';

interface Named {
  day: string;
  cui: number | null;
  code: string | null;
  name: string;
}

type Party<Role extends string> = Record<`${Role}_id` | `${Role}_cui`, number | null> &
  Record<`${Role}_code` | `${Role}_name`, string | null>;

/** Columns of a row that names an authority, and perhaps a supplier. */
export type NamedParties = Party<'authority'> & Partial<Party<'supplier'>> & { day: string };

export class PartyNames {
  readonly #named = new Map<number, Named>();
  /** The last one: rows of a day come by the thousand. */
  #day = '';

  note(row: NamedParties): void {
    const { day, supplier_name: supplier = null } = row;
    this.#note(row.authority_id, row.authority_cui, row.authority_code, row.authority_name, day);
    if (supplier !== null) this.noteSupplier(row as Party<'supplier'> & { day: string });
  }

  noteSupplier(row: Party<'supplier'> & { day: string }): void {
    this.#note(row.supplier_id, row.supplier_cui, row.supplier_code, row.supplier_name, row.day);
  }

  #note(id: number | null, cui: number | null, code: string | null, name: string | null, day: string): void {
    if (id === null || name === null) return;
    const before = this.#named.get(id);
    if (before !== undefined && before.day >= day) return;
    if (day !== this.#day) this.#day = owned(day);
    // Most parties keep their name: only a changed one is copied.
    if (before?.name === name && before.code === code) before.day = this.#day;
    else this.#named.set(id, { day: this.#day, cui, code: code === null ? null : owned(code), name: owned(name) });
  }

  *rows(): Generator<Row<typeof party>> {
    for (const [key, { cui, code, name }] of this.#named) yield { key, cui, code, name };
  }
}

/** A piece of a file's text keeps all of it in memory; a copy keeps itself. */
const owned = (text: string): string => Buffer.from(text).toString();

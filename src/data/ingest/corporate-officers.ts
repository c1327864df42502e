/**
 * Identifies companies that act as officers. The registry gives only the name: the officer is the one registered firm with this name and
 * legal form, however they are spelled. Where several firms have it, or none, the officer stays unidentified: a name alone is no proof.
 */

import type { PartBuild } from '#data/store/dataset.ts';
import { type NameAndForm, nameAndForm } from '#lib/values/company-name.ts';

export interface CorporateOfficers {
  /** `id` of its row in `officer`. */
  note(id: number, name: string): void;
  /** Writes the fiscal codes, after the firms were loaded. */
  fill(part: PartBuild): Promise<void>;
}

/** What is known of the bearers of a name. */
interface Sought {
  form: string | null;
  officers: number[];
  /** Fiscal codes of those who bear it; null for one without a fiscal code. */
  bearers: Set<number | null>;
}

interface FirmLine {
  cui: number | null;
  name: string;
  legal_form: string | null;
}

/** Rows in one statement. */
const UPDATE_AT_ONCE = 500;

export function corporateOfficers(): CorporateOfficers {
  const byName = new Map<string, Sought[]>();

  return {
    note(id, name) {
      const { bare, form } = nameAndForm(name);
      if (bare === '') return;
      const sought = byName.getOrInsertComputed(bare, () => []);
      const same = sought.find((one) => one.form === form);
      if (same) same.officers.push(id);
      else sought.push({ form, officers: [id], bearers: new Set() });
    },

    async fill(part) {
      if (byName.size === 0) return;
      for await (const firm of part.db.stream<FirmLine>('select cui, name, legal_form from firm')) {
        const named = nameAndForm(firm.name);
        for (const sought of byName.get(named.bare) ?? []) if (isOf(sought, named, firm)) sought.bearers.add(firm.cui);
      }
      const found: [officer: number, cui: number][] = [];
      for (const { officers, bearers } of [...byName.values()].flat()) {
        const [cui = null] = bearers;
        if (bearers.size === 1 && cui !== null) for (const officer of officers) found.push([officer, cui]);
      }
      for (let at = 0; at < found.length; at += UPDATE_AT_ONCE) {
        const some = found.slice(at, at + UPDATE_AT_ONCE);
        await part.execute(
          `update officer set cui = case id ${some.map(([id, cui]) => `when ${id} then ${cui}`).join(' ')} end
           where id in (${some.map(([id]) => id).join(', ')});`,
        );
      }
    },
  };
}

/** A firm whose name states no form is of the one that the registry notes beside it. */
const isOf = ({ form }: Sought, named: NameAndForm, { legal_form }: FirmLine): boolean =>
  form === named.form ||
  (form !== null && named.form === null && legal_form !== null && form === nameAndForm(`x ${legal_form}`).form);

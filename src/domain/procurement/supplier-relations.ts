/** The number of authorities that some suppliers deal with, and their first and last day. */
import { dayText } from './day-number.ts';
import { NONE } from './deal-block.ts';
import type { DealIndex } from './deal-index.ts';
import type { Deals } from './deals.ts';

export interface Relations {
  id: number;
  authorities: number;
  firstDay: string | null;
  lastDay: string | null;
}

/** Occurrences of each value: a replaced deal may have been the only one. */
type Met = Map<number, number>;

export class SupplierRelations {
  readonly #met: { id: number; authorities: Met; days: Met }[];
  /** By the number of a party: its index among the suppliers, counted from one. */
  readonly #places: Uint32Array;

  constructor({ ids }: DealIndex, suppliers: readonly number[]) {
    this.#met = suppliers.map((id) => ({ id, authorities: new Map(), days: new Map() }));
    const indexOf = new Map(suppliers.map((id, i) => [id, i + 1]));
    this.#places = Uint32Array.from(ids, (id) => indexOf.get(id) ?? 0);
  }

  add({ suppliers, authorities, days, sign, from, to }: Deals): void {
    for (let i = from; i < to; i++) {
      const index = this.#places[suppliers[i] as number];
      if (!index) continue;
      const met = this.#met[index - 1];
      if (met === undefined) continue;
      meet(met.authorities, authorities[i] as number, sign);
      meet(met.days, days[i] as number, sign);
    }
  }

  relations(): Relations[] {
    return this.#met.map(({ id, authorities, days }) => {
      const dated = present(days).filter((day) => day !== 0);
      const day = (number: number): string | null => (dated.length === 0 ? null : dayText(number));
      return {
        id,
        authorities: present(authorities).filter((authority) => authority !== NONE).length,
        firstDay: day(Math.min(...dated)),
        lastDay: day(Math.max(...dated)),
      };
    });
  }
}

const meet = (met: Met, what: number, sign: number): void => {
  met.set(what, (met.get(what) ?? 0) + sign);
};

const present = (met: Met): number[] => [...met].filter(([, times]) => times !== 0).map(([what]) => what);

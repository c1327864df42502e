/** Where suppliers have their seats: by the registry, or else by what the tax authority says of them. Asked for by the hundred, each once. */

import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import { townSlug } from '#domain/procurement/town.ts';

export interface Seats {
  /** Has to be called before `of`. */
  look(cuis: Iterable<number>): Promise<void>;
  /** The town's slug; null when nobody tells. */
  of(cui: number | null): string | null;
}

const ASKED_AT_ONCE = 500;

export function seatsOf(db: Database, parts: { registry: boolean; entities: boolean }): Seats {
  const towns = new Map<number, string | null>();
  const note = (cui: number, locality: string | null): void => {
    const town = locality === null ? null : townSlug(locality);
    if (town !== null) towns.set(cui, town);
  };
  return {
    async look(cuis) {
      const unknown = [...new Set(cuis)].filter((cui) => !towns.has(cui));
      for (const cui of unknown) towns.set(cui, null);
      for (let i = 0; i < unknown.length; i += ASKED_AT_ONCE) {
        const some = unknown.slice(i, i + ASKED_AT_ONCE);
        const among = (left: readonly number[]): string => `where cui in (${left.join(', ')})`;
        if (parts.registry)
          for (const { cui, locality } of await db.all<{ cui: number; locality: string | null }>(
            `select cui, locality from firm ${among(some)}`,
          ))
            note(cui, locality);
        const left = some.filter((cui) => towns.get(cui) === null);
        if (parts.entities && left.length > 0)
          for (const { cui, record } of await db.all<{ cui: number; record: string }>(
            `select cui, record from entity ${among(left)}`,
          )) {
            const { headquartersAddress, fiscalAddress } = JSON.parse(record) as FiscalRecord;
            note(cui, headquartersAddress?.locality ?? fiscalAddress?.locality ?? null);
          }
      }
    },
    of: (cui) => (cui === null ? null : (towns.get(cui) ?? null)),
  };
}

/** The loaded days of each list, as answers state them. */

import { Type } from 'typebox';
import type { Database } from '#data/store/database.ts';
import { about, closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { coverageOfLists } from './coverage-table.ts';

export const Coverage = Type.Array(
  Type.Object(
    {
      list: oneOf(['contract', 'purchase', 'award', 'notice'], { en: 'What it speaks of.', ro: 'Despre ce vorbește.' }),
      firstDate: orNull(Type.String(), { en: 'First day loaded.', ro: 'Prima zi încărcată.' }),
      lastDate: orNull(Type.String(), { en: 'Last day loaded.', ro: 'Ultima zi încărcată.' }),
    },
    { ...closed, title: 'Coverage' },
  ),
  {
    ...about({
      en: 'The days that this installation has loaded: nothing outside of them is counted.',
      ro: 'Ce a încărcat această instalare: nimic din afara ei nu este numărat.',
    }),
  },
);

const coverages = new WeakMap<Database, Promise<Static<typeof Coverage>>>();

/** Read once for each generation. */
export const coverageOf = (db: Database): Promise<Static<typeof Coverage>> =>
  coverages.getOrInsertComputed(db, () =>
    readCoverage(db).catch((error) => {
      coverages.delete(db);
      throw error;
    }),
  );

const readCoverage = async (db: Database) =>
  (await coverageOfLists(db)).map(({ list, first, last }) => ({ list, firstDate: first, lastDate: last }));

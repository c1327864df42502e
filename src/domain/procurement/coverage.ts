/** Which days of each list are loaded, as answers tell it. */
import { Type } from 'typebox';
import type { Database } from '#data/store/database.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import { coverageOfLists } from './coverage-table.ts';

export const Coverage = Type.Array(
  Type.Object(
    {
      list: oneOf(['contract', 'purchase', 'award', 'notice'], 'What it speaks of.'),
      firstDate: orNull(Type.String(), 'First day loaded.'),
      lastDate: orNull(Type.String(), 'Last day loaded.'),
    },
    { ...closed, title: 'Coverage' },
  ),
  { description: 'What this installation has loaded: nothing outside of it is counted.' },
);

export const coverageOf = async (db: Database) =>
  (await coverageOfLists(db)).map(({ list, first, last }) => ({ list, firstDate: first, lastDate: last }));

/** What the operations on people need from elsewhere; app.ts hands it over. */
import type { ListedActivity } from '#base/company-row.ts';
import type { HiddenPersons } from '#base/hidden-persons.ts';
import type { Cursors } from '#operations/cursor.ts';
import type { Call } from '#operations/endpoint.ts';
import type { LiveMeta } from '#operations/stamps.ts';
import type { Dataset } from '#store/dataset.ts';
import type { Tied } from './ties.ts';

interface ExamplePerson {
  id: string;
  name: string;
}

export interface PeopleNeeds {
  /** The company, or a 404. */
  company(cui: string, call: Call): Promise<Tied & { name: string; active: boolean | null }>;
  /** What there is to say of main activities that only the tax authority tells. */
  activitiesToldLater(firms: readonly ListedActivity[], dataset: Dataset): Promise<LiveMeta>;
  hidden(): HiddenPersons;
  /** Notes for audit that an operation showed persons. */
  read(operation: string, now: number): void;
  cursors: Cursors;
  /** A company and persons to show in examples: the first who is not hidden. */
  example: { cui: string; people: readonly ExamplePerson[] };
}

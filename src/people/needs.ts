/** What the operations on people need from elsewhere; app.ts hands it over. */
import type { ListedActivity } from '#base/company-row.ts';
import type { HiddenPersons } from '#base/hidden-persons.ts';
import type { Cursors } from '#operations/cursor.ts';
import type { Call } from '#operations/endpoint.ts';
import type { Completed } from '#operations/stamps.ts';
import type { Dataset } from '#store/dataset.ts';
import type { Tied } from './ties.ts';

interface ExamplePerson {
  id: string;
  name: string;
}

export interface PeopleNeeds {
  /** The company, or a 404. */
  company(cui: string, call: Call): Promise<Tied & { name: string; active: boolean | null }>;
  /** The firms with what the tax authority alone tells of their main activities. */
  activities<Firm extends ListedActivity>(firms: readonly Firm[], dataset: Dataset): Promise<Completed<Firm>>;
  hidden(): HiddenPersons;
  /** Notes for audit that an operation showed persons. */
  read(operation: string, now: number): void;
  cursors: Cursors;
  /** A company and persons to show in examples: the first who is not hidden. */
  example: { cui: string; people: readonly ExamplePerson[] };
}

/** What the operations on people need from elsewhere; app.ts hands it over. */

import type { Cursors } from '#api/cursor.ts';
import type { Call } from '#api/endpoint.ts';
import type { LiveMeta } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import type { ListedActivity } from '#lib/schema/company-row.ts';
import type { CompanyState, ListedState } from '#lib/schema/company-state.ts';
import type { Tied } from './ties.ts';

/** How many, and their value in lei: null when it is known of none. */
interface CountAndValue {
  count: number;
  value: number | null;
}

export interface Sold {
  contracts: CountAndValue;
  directPurchases: CountAndValue;
}

interface ExamplePerson {
  id: string;
  name: string;
}

export interface PeopleNeeds {
  /** The company, or a 404. */
  company(cui: string, call: Call): Promise<Tied & { name: string; active: boolean | null }>;
  /** What there is to say of main activities that only the tax authority tells. */
  activitiesToldLater(firms: readonly ListedActivity[], dataset: Dataset): Promise<LiveMeta>;
  /** How companies stand by registry and tax authority, and what `meta` says of the latter. */
  states(
    firms: readonly ListedState[],
    call: Call,
  ): Promise<{ stateOf(firm: ListedState): CompanyState; live: LiveMeta }>;
  /** What companies sold to the state, by fiscal code; who sold nothing is missing. Null when procurement is not loaded. */
  sold(dataset: Dataset, cuis: readonly number[]): Promise<Map<number, Sold> | null>;
  hidden(): HiddenPersons;
  /** Notes for audit that an operation showed persons. */
  read(operation: string, now: number): void;
  cursors: Cursors;
  /** A company and persons to show in examples: the first who is not hidden. */
  example: { cui: string; people: readonly ExamplePerson[] };
}

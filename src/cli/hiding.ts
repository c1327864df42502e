/** Hides a person: in the register, and out of everything that is kept to be served again. */

import type { Dataset } from '#data/store/dataset.ts';
import type { Store } from '#data/store/open.ts';
import { forgetMerged } from '#domain/companies/documents-table.ts';
import { companiesNaming } from '#domain/companies/person-mentions-table.ts';
import { personById } from '#domain/people/persons-table.ts';
import { PERSON_ID } from '#lib/values/person-id.ts';
import { forgetAnswers } from '#platform/payments/ledger-table.ts';
import { hidePerson } from '#platform/privacy/hidden-persons-table.ts';
import { UsageError } from './command.ts';

/** False when the person was hidden before. The generations of the store are to be read before. */
export async function hideNow({ generations, state, live }: Store, id: string, reason: string): Promise<boolean> {
  assertPersonId(id);
  // A mistyped id would hide nobody, and somebody would believe to be hidden.
  const dataset = served(generations.current());
  const person = await personById(dataset.db, id);
  if (person === null) throw new UsageError(`The data has no person ${id}; people find NAME shows the ids.`);
  const done = await hidePerson(state, {
    person_id: id,
    name: person.name,
    reason,
    hidden_at: new Date().toISOString(),
  });
  // Nothing of this would be served again; it is not kept either.
  await forgetAnswers(state);
  await forgetMerged(live, await companiesNaming([id], dataset));
  return done;
}

export function assertPersonId(id: string): void {
  if (!new RegExp(PERSON_ID).test(id)) throw new UsageError(`"${id}" is no identifier of a person.`);
}

export function served(dataset: Dataset | null): Dataset {
  if (dataset === null) throw new UsageError('This installation has no data yet. Run: npx firmoteca setup');
  return dataset;
}

/** The version of the hidden persons that a company's answer depends on: only companies that name one of them have answers that differ from what the generation rendered. */

import type { Dataset } from '#data/store/dataset.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import { companiesNaming } from './person-mentions-table.ts';

const known = new WeakMap<Dataset, { version: string; cuis: Promise<ReadonlySet<number>> }>();

/** Empty for companies that name nobody hidden: their answers stay what they are when others are hidden. */
export function hiddenVersion(cui: string, dataset: Dataset, hidden: HiddenPersons): string | Promise<string> {
  return hidden.version === '' ? '' : versionAmong(cui, dataset, hidden);
}

async function versionAmong(cui: string, dataset: Dataset, hidden: HiddenPersons): Promise<string> {
  let kept = known.get(dataset);
  if (kept?.version !== hidden.version) {
    const cuis = companiesNaming([...hidden.ids], dataset);
    kept = { version: hidden.version, cuis };
    known.set(dataset, kept);
    // A failed read is not kept.
    cuis.catch(() => known.delete(dataset));
  }
  return (await kept.cuis).has(Number(cui)) ? hidden.version : '';
}

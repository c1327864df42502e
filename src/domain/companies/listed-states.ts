/** How the companies of a page stand, read for all of them at once: two queries and one look at what was observed, however many there are. */

import type { Call } from '#api/endpoint.ts';
import type { LiveMeta } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { translator } from '#lib/i18n/message.ts';
import type { CompanyState, ListedState } from '#lib/schema/company-state.ts';
import { messages } from '#locales/messages.ts';
import { type AuthorityPages, observedStamps } from './authority-provenance.ts';
import { readEntities } from './entities-table.ts';
import { namesOf, statusesOfFirms } from './facts-table.ts';
import { joinedStatus } from './joined-status.ts';
import { activitiesToldLater } from './late-activities.ts';
import type { FiscalObservation, Live } from './needs.ts';
import { statusFacts } from './registry-status.ts';
import { vatStatus } from './render.ts';

export interface ListedStates {
  stateOf(firm: ListedState): CompanyState;
  /** What the tax authority adds to the list's `meta`: also of main activities that only it tells. */
  live: LiveMeta;
}

/** Nobody is asked anew for a list: what was last heard counts, and its day stands in `meta.sources`. */
export const listedStates =
  (live: Pick<Live, 'fiscal'>, pages: AuthorityPages) =>
  async (
    firms: readonly ListedState[],
    { dataset, language }: Pick<Call, 'dataset' | 'language'>,
  ): Promise<ListedStates> => {
    const [names, statuses, { heardLive, observed }] = await Promise.all([
      namesOf(dataset),
      statusesOfFirms(
        dataset.db,
        firms.flatMap(({ firm_id }) => firm_id ?? []),
      ),
      observedOf(firms, dataset, live),
    ]);
    const t = translator(language);
    const later = await activitiesToldLater({ fiscal: async () => heardLive }, pages)(firms, dataset);
    const heard = [...observed.values()].filter(({ record }) => record !== null);
    return {
      stateOf({ firm_id, cui, caen, caen_revision }) {
        const record = observed.get(String(cui))?.record ?? null;
        const registry = firm_id === null ? null : statusFacts(statuses.get(firm_id) ?? [], names.status);
        const code = joinedStatus(registry, record);
        return {
          status: code === null ? null : { code, label: t(messages.companyStatus[code]()) },
          inactive: record?.inactive ?? null,
          vatStatus: record === null ? null : vatStatus(record),
          caenTitle: caen === null || caen_revision === null ? null : names.caen(caen_revision, caen),
        };
      },
      live: {
        warnings: later.warnings,
        sources: observedStamps('fiscal', heard, { pages }),
      },
    };
  };

/** What was heard live, else what the generation learned of those outside the registry. */
async function observedOf(
  firms: readonly ListedState[],
  dataset: Dataset,
  live: Pick<Live, 'fiscal'>,
): Promise<Record<'heardLive' | 'observed', Map<string, FiscalObservation>>> {
  const cuis = [...new Set(firms.flatMap(({ cui }) => (cui === null ? [] : String(cui))))];
  const heardLive = await live.fiscal(cuis);
  const observed = new Map(heardLive);
  const missing = cuis.filter((cui) => !observed.get(cui)?.found);
  for (const [cui, entity] of await readEntities(dataset, missing)) observed.set(cui, { found: true, ...entity });
  return { heardLive, observed };
}

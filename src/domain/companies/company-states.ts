/** The states of all companies on a page: two queries and one read of the live store, whatever the page's length. */

import type { Call } from '#api/endpoint.ts';
import type { LiveMeta } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { translator } from '#lib/i18n/message.ts';
import type { ActivityColumns } from '#lib/schema/company-row.ts';
import type { CompanyState, CompanyStateColumns } from '#lib/schema/company-state.ts';
import { messages } from '#locales/messages.ts';
import { joinedStatus, statusFacts } from './company-status.ts';
import type { FiscalObservation, LivePort } from './context.ts';
import { authorisedActivities, namesOf, readEntities, statusesOfFirms } from './facts-table.ts';
import { mainActivity } from './main-activity.ts';
import { vatStatus } from './render.ts';
import { type AuthorityPages, observedProvenance } from './tax-authority.ts';

export interface CompanyStates {
  stateOf(firm: CompanyStateColumns): CompanyState;
  /** The tax authority's share in the list's `meta`, including that of `activityChanges`. */
  live: LiveMeta;
}

/** A list sends no queries to the tax authority: the last observation counts, and `meta.sources` has its day. */
export const companyStates =
  (live: Pick<LivePort, 'fiscal'>, pages: AuthorityPages) =>
  async (
    firms: readonly CompanyStateColumns[],
    { dataset, language }: Pick<Call, 'dataset' | 'language'>,
  ): Promise<CompanyStates> => {
    const [names, statuses, { liveObservations, observed }] = await Promise.all([
      namesOf(dataset),
      statusesOfFirms(
        dataset.db,
        firms.flatMap(({ firm_id }) => firm_id ?? []),
      ),
      observedOf(firms, dataset, live),
    ]);
    const t = translator(language);
    const changes = await activityChanges({ fiscal: async () => liveObservations }, pages)(firms, dataset);
    const records = [...observed.values()].filter(({ record }) => record !== null);
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
        warnings: changes.warnings,
        sources: observedProvenance('fiscal', records, { pages }),
      },
    };
  };

/** Live observations, else the generation's entities outside the registry. */
async function observedOf(
  firms: readonly CompanyStateColumns[],
  dataset: Dataset,
  live: Pick<LivePort, 'fiscal'>,
): Promise<Record<'liveObservations' | 'observed', Map<string, FiscalObservation>>> {
  const cuis = [...new Set(firms.flatMap(({ cui }) => (cui === null ? [] : String(cui))))];
  const liveObservations = await live.fiscal(cuis);
  const observed = new Map(liveObservations);
  const missing = cuis.filter((cui) => !observed.get(cui)?.found);
  for (const [cui, entity] of await readEntities(dataset, missing)) observed.set(cui, { found: true, ...entity });
  return { liveObservations, observed };
}

/**
 * Warns when the tax authority reports another main activity than a list has. A list's rows have the activities of the time of
 * the build, which filters and counts use.
 */
export const activityChanges =
  (live: Pick<LivePort, 'fiscal'>, pages: AuthorityPages) =>
  async (firms: readonly ActivityColumns[], { db }: Dataset): Promise<LiveMeta> => {
    const open = firms.filter(({ cui, caen, caen_told }) => cui !== null && (caen === null || caen_told === 1));
    const observed = await live.fiscal([...new Set(open.map(({ cui }) => String(cui)))]);
    const reportedOf = ({ cui }: ActivityColumns): string | null => observed.get(String(cui))?.record?.caenCode ?? null;
    const changed = open.filter((firm) => observed.has(String(firm.cui)) && reportedOf(firm) !== firm.caen);
    const authorised = await authorisedActivities(db, [...new Set(changed.map(({ cui }) => String(cui)))]);
    const differing = changed.filter((firm) => {
      const facts = { filed: null, authorised: authorised.get(Number(firm.cui)) ?? [], reported: reportedOf(firm) };
      const main = mainActivity(facts);
      return firm.caen !== (main?.code ?? null) || firm.caen_revision !== (main?.revision ?? null);
    });
    const covered = open.filter((firm) => firm.caen_told === 1 || differing.includes(firm));
    const records = covered.flatMap(({ cui }) => observed.get(String(cui)) ?? []);
    return {
      warnings: differing.length === 0 ? [] : [messages.companies.activitiesToldLater({ firms: differing.length })],
      sources: observedProvenance('fiscal', records, { pages }),
    };
  };

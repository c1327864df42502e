/**
 * What a list says of main activities that only the tax authority tells. Its rows show those that it had told when the generation
 * was made, by which filters find them and hubs count them; how many firms it told another one of since stands in `meta`.
 */

import type { LiveMeta } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { ListedActivity } from '#lib/schema/company-row.ts';
import { messages } from '#locales/messages.ts';
import { type AuthorityPages, observedStamps } from './authority-provenance.ts';
import { authorisedActivities } from './facts-table.ts';
import { mainActivity } from './main-activity.ts';
import type { Live } from './needs.ts';

export const activitiesToldLater =
  (live: Pick<Live, 'fiscal'>, pages: AuthorityPages) =>
  async (firms: readonly ListedActivity[], { db }: Dataset): Promise<LiveMeta> => {
    const open = firms.filter(({ cui, caen, caen_told }) => cui !== null && (caen === null || caen_told === 1));
    const observed = await live.fiscal([...new Set(open.map(({ cui }) => String(cui)))]);
    const tellsOf = ({ cui }: ListedActivity): string | null => observed.get(String(cui))?.record?.caenCode ?? null;
    const changed = open.filter((firm) => observed.has(String(firm.cui)) && tellsOf(firm) !== firm.caen);
    const authorised = await authorisedActivities(db, [...new Set(changed.map(({ cui }) => String(cui)))]);
    const later = changed.filter((firm) => {
      const facts = { filed: null, authorised: authorised.get(Number(firm.cui)) ?? [], told: tellsOf(firm) };
      const main = mainActivity(facts);
      return firm.caen !== (main?.code ?? null) || firm.caen_revision !== (main?.revision ?? null);
    });
    const named = open.filter((firm) => firm.caen_told === 1 || later.includes(firm));
    const heard = named.flatMap(({ cui }) => observed.get(String(cui)) ?? []);
    return {
      warnings: later.length === 0 ? [] : [messages.companies.activitiesToldLater({ firms: later.length })],
      sources: observedStamps('fiscal', heard, { pages }),
    };
  };

/** Main activities of firms in lists that never filed: as far as only the tax authority told them, since the generation was made. */
import type { ListedActivity } from '#base/company-row.ts';
import type { Completed } from '#operations/stamps.ts';
import type { Dataset } from '#store/dataset.ts';
import { authorityStamp, heardTogether } from './authority-stamp.ts';
import { authorisedActivities } from './facts-table.ts';
import { mainActivity } from './main-activity.ts';
import type { Live } from './needs.ts';

/** The same firms, those without an activity with the one that their own answer shows. */
export const registeredActivities =
  (live: Pick<Live, 'fiscal'>) =>
  async <Firm extends ListedActivity>(firms: readonly Firm[], { db }: Dataset): Promise<Completed<Firm>> => {
    const open = firms.flatMap(({ cui, caen }) => (cui !== null && caen === null ? String(cui) : []));
    const observed = open.length === 0 ? [] : [...(await live.fiscal(open))];
    const told = new Map(observed.flatMap(([cui, { record }]) => (record?.caenCode ? [[cui, record.caenCode]] : [])));
    if (told.size === 0) return { firms: [...firms], sources: [] };
    const authorised = await authorisedActivities(db, [...told.keys()]);
    const completed = firms.map((firm) => {
      const code = firm.caen === null ? told.get(String(firm.cui)) : undefined;
      if (code === undefined) return firm;
      const main = mainActivity({ filed: null, authorised: authorised.get(Number(firm.cui)) ?? [], told: code });
      return main ? { ...firm, caen: main.code, caen_revision: main.revision } : firm;
    });
    const heard = heardTogether(observed.map(([, { fetchedAt }]) => ({ fetchedAt, state: null })));
    return { firms: completed, sources: [authorityStamp(heard)] };
  };

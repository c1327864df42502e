/** What the pages of an account's keys and usage do things with. */
import { accountRow } from '#accounts/accounts-table.ts';
import { keyDesk } from '#accounts/key-desk.ts';
import type { Secrets } from '#secrets';
import type { Database } from '#store/database.ts';
import { usageDesk } from '#usage/usage-desk.ts';
import type { OverviewNeeds } from '#web/pages/account/overview.ts';
import type { Face } from './examples.ts';

interface Needs {
  state: Database;
  secrets: Pick<Secrets, 'keyPepper'>;
  face: Pick<Face, 'examples'>;
}

export const keyPages = ({ state, secrets, face }: Needs): OverviewNeeds => ({
  keys: keyDesk({ state, pepper: secrets.keyPepper }),
  usage: usageDesk(state),
  account: (id, now) => accountRow(state, id, new Date(now).toISOString()),
  exampleCui: face.examples.company.cui,
});

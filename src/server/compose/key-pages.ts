/** What the pages of an account's keys, usage and passkeys do things with. */

import type { Limits } from '#api/allowance.ts';
import type { Database } from '#data/store/database.ts';
import { accountRow } from '#platform/accounts/accounts-table.ts';
import { attempts } from '#platform/accounts/attempts.ts';
import { knownBrowsers } from '#platform/accounts/known-browsers.ts';
import { ownerKeys } from '#platform/accounts/owner-keys.ts';
import { passkeys } from '#platform/accounts/passkeys.ts';
import type { BrowserSessions } from '#platform/accounts/sessions.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { ownerUsage } from '#platform/usage/owner-usage.ts';
import type { Secrets } from '#server/secrets.ts';
import type { OverviewNeeds } from '#transports/web/pages/account/overview.ts';
import type { PasskeysNeeds } from '#transports/web/pages/account/passkeys/passkeys.ts';
import { letterPlaces } from './accounts.ts';
import type { InstallationProfile } from './examples.ts';

interface Needs {
  state: Database;
  secrets: Pick<Secrets, 'keyPepper' | 'sessionKey'>;
  sessions: BrowserSessions;
  /** How often somebody may come with a passkey. */
  limits: Limits | null;
  mail: Mailer;
  profile: Pick<InstallationProfile, 'examples'>;
}

export type KeyPages = Omit<OverviewNeeds, 'approvals'> & PasskeysNeeds;

export const keyPages = ({ state, secrets, sessions, limits, mail, profile }: Needs): KeyPages => ({
  keys: ownerKeys({ state, mail, places: letterPlaces, pepper: secrets.keyPepper }),
  passkeys: passkeys({
    ...{ state, sessions, mail, places: letterPlaces, attempts: attempts(limits) },
    ...{ known: knownBrowsers(secrets.sessionKey), secret: secrets.sessionKey },
  }),
  usage: ownerUsage(state),
  account: (id, now) => accountRow(state, id, new Date(now).toISOString()),
  exampleCui: profile.examples.company.cui,
});

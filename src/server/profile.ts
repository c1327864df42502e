/** What an installation shows of itself. */

import type { Store } from '#data/store/open.ts';
import type { InstallationProfile } from './compose/examples.ts';
import { installedExamples } from './compose/installed-examples.ts';
import type { Config } from './config/config.ts';
import { loadDemoCountry } from './demo-port.ts';
import type { Secrets } from './secrets.ts';

export async function profileOf(
  { country }: Pick<Config, 'country'>,
  { personKey }: Pick<Secrets, 'personKey'>,
  store: Pick<Store, 'generations' | 'live' | 'state'>,
): Promise<InstallationProfile> {
  if (country === 'demo') return (await loadDemoCountry()).profile(personKey);
  return { examples: await installedExamples(store), demo: null };
}

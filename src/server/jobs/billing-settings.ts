/** With whom a serving thread sells Pro: the provider of the settings, or the demo's own, whose pages it shows. */

import { ownAddress } from '#lib/values/own-address.ts';
import { standInSettings } from '#platform/billing/settings.ts';
import type { HostBilling } from '#server/compose/billing.ts';
import type { Config } from '#server/config/config.ts';
import { loadDemoCountry } from '#server/demo-port.ts';
import type { Secrets } from '#server/secrets.ts';

export async function hostBilling(
  { billing, proPrice, publicUrl, host }: Config,
  { sessionKey }: Secrets,
  { standIn, port }: { standIn: string | null; port: number },
): Promise<HostBilling | null> {
  const site = publicUrl ?? ownAddress({ host, port });
  if (billing !== 'standIn') return billing && { settings: billing, site };
  if (standIn === null) return null;
  const pages = await (await loadDemoCountry()).paymentPages(standIn);
  return { site, settings: standInSettings(standIn, sessionKey, proPrice), pages };
}

/** With whom a serving thread sells Pro: the provider of the settings, or the demo's own, whose pages it shows. */
import type { BillingPlace } from '#app/billing.ts';
import { ownAddress } from '#base/own-address.ts';
import { standInSettings } from '#billing/settings.ts';
import type { Config } from '#config';
import type { Secrets } from '#secrets';

export async function billingPlace(
  { billing, proPrice, publicUrl, host }: Config,
  { sessionKey }: Secrets,
  { standIn, port }: { standIn: string | null; port: number },
): Promise<BillingPlace | null> {
  const site = publicUrl ?? ownAddress({ host, port });
  if (billing !== 'standIn') return billing && { settings: billing, site };
  if (standIn === null) return null;
  const { paymentPages } = await import('#demo/payment-pages.ts');
  return { site, settings: standInSettings(standIn, sessionKey, proPrice), pages: paymentPages(standIn) };
}

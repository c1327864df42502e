/** With whom a serving thread sells Pro: the provider of the settings, or the demo's own, whose pages it shows. */
import type { BillingPlace } from '#app/billing.ts';
import { standInSettings } from '#billing/settings.ts';
import type { Config } from '#config';
import type { Secrets } from '#secrets';

export async function billingPlace(
  { billing, proPrice }: Config,
  { sessionKey }: Secrets,
  standIn: string | null,
): Promise<BillingPlace | null> {
  if (billing !== 'standIn') return billing && { settings: billing };
  if (standIn === null) return null;
  const { paymentPages } = await import('#demo/payment-pages.ts');
  return { settings: standInSettings(standIn, sessionKey, proPrice), pages: paymentPages(standIn) };
}

/** Whether plans can be sold as the settings say, and what waits between us and the payment provider. Asks for a price, and buys nothing. */

import type { Database } from '#data/store/database.ts';
import { billingFigures } from '#platform/billing/report-table.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import { stripeProvider } from '#platform/billing/stripe.ts';
import type { Config } from '#server/config/config.ts';
import { type Finding, messageOf, ok, warning, wrong } from './finding.ts';
import { findInState } from './state.ts';

/** The provider answers within seconds, and the duty asks again within a quarter of an hour. */
const WAITING_MS = 3_600_000;

const IN_STATE = 'payments of plans';

export async function checkBilling(config: Config): Promise<Finding[]> {
  if (config.billing === null) return [ok('payment provider', 'none: plans are granted by accounts set-plan')];
  const provider =
    config.billing === 'standIn'
      ? ok('payment provider', 'the demo plays it: play money')
      : await checkProvider(config.billing, config.publicUrl);
  return [provider, ...(await findInState(config, IN_STATE, judged))];
}

async function checkProvider(settings: BillingSettings, publicUrl: string | null): Promise<Finding> {
  const check = 'payment provider';
  const provider = stripeProvider(settings);
  const mode = provider.isLive ? 'real money' : 'test mode';
  try {
    const told = await provider.price();
    if (told === null)
      return wrong(check, `it does not know the price ${settings.priceId}`, 'Look at STRIPE_PRICE_ID.');
    const { amount, currency, per } = settings.price;
    const ours = `${amount} ${currency}/${per}`;
    const theirs = `${told.amount === null ? '?' : told.amount / 100} ${told.currency.toUpperCase()}/${told.per ?? '?'}`;
    if (ours !== theirs || !told.isActive)
      return wrong(
        check,
        `${settings.priceId} is ${theirs}${told.isActive ? '' : ', and not active'}; pages say ${ours}`,
        'Make FIRMOTECA_PRO_PRICE and STRIPE_PRICE_ID the same.',
      );
    return ok(check, `Stripe lets us in, ${mode}, ${ours}; its events go to ${publicUrl ?? ''}/billing/webhook`);
  } catch (error) {
    return wrong(
      check,
      messageOf(error),
      'Look at STRIPE_SECRET_KEY, and whether api.stripe.com is reached from here.',
    );
  }
}

async function judged(state: Database): Promise<Finding> {
  const now = Date.now();
  const { waiting, oldest, unheard, toPayBack } = await billingFigures(state);
  const found = `${waiting} events wait${oldest === null ? '' : `, the first since ${oldest}`}; ${unheard} accounts without an answer; ${toPayBack} to pay back`;
  const isLate = oldest !== null && now - Date.parse(oldest) > WAITING_MS;
  return isLate || unheard > 0 || toPayBack > 0
    ? warning(IN_STATE, found, 'Run npx firmoteca billing list.')
    : ok(IN_STATE, found);
}

/** The settings of the payment provider: with them accounts subscribe to Pro by themselves. */
import { readFileSync } from 'node:fs';
import { address, oneOf, optional, setting, wrong } from './setting-readers.ts';

export const billingSettings = {
  STRIPE_SECRET_KEY: setting(
    '',
    optional,
    'Secret or restricted key of your Stripe account: Pro is sold through it ([how](billing.md)). Needs `STRIPE_WEBHOOK_SECRET`, `FIRMOTECA_PRO_PRICE` and `PUBLIC_URL`. Default: nothing is sold, plans are granted by command. The demo plays the provider itself.',
  ),
  STRIPE_SECRET_KEY_FILE: setting('', secretFile, 'File that holds it instead, readable by whoever runs the service.'),
  STRIPE_WEBHOOK_SECRET: setting(
    '',
    optional,
    'Signing secret of the webhook that you made at Stripe for `/billing/webhook`.',
  ),
  STRIPE_WEBHOOK_SECRET_FILE: setting('', secretFile, 'File that holds it instead.'),
  STRIPE_PRICE_ID: setting(
    '',
    priceId,
    'A recurring price that you made at Stripe, of the amount in `FIRMOTECA_PRO_PRICE`. Default: that amount stands in each checkout.',
  ),
  STRIPE_TAX: setting(
    'no',
    oneOf('no', 'yes'),
    '`yes`: Stripe Tax adds what the customer’s address asks for, and checkouts ask for tax numbers. To be turned on there first.',
  ),
  STRIPE_API_URL: setting('', address, 'Stripe’s interface, instead of the real one: for tests.'),
} as const;

/** What it holds. Secrets are never told by an error. */
function secretFile(path: string, name: string): string | null {
  if (path === '') return null;
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw wrong(name, 'a file that can be read');
  }
}

function priceId(value: string, name: string): string | null {
  if (value !== '' && !/^[A-Za-z0-9_]{3,100}$/.test(value))
    throw wrong(name, 'the id of a price, such as price_1Pgafm…');
  return optional(value);
}

/** A service that dies between an event of the provider and the resulting query: it takes an event, prints it, and waits for the kill. */

import { openSchema } from '#data/store/postgres/database.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { billing } from '#platform/billing/billing.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import { stripeProvider } from '#platform/billing/stripe.ts';

const [location = '', settings = '', body = '', signature = ''] = process.argv.slice(2);
const state = location.startsWith('postgres') ? openSchema(location, 'test') : openSqlite(location);
const client = billing({
  state: await state,
  provider: stripeProvider(JSON.parse(settings) as BillingSettings),
  tally: () => {},
  planChangeStatements: async () => [],
  page: () => '/',
  report: () => {},
});
const isTaken = await client.receiveEvent(Buffer.from(body), signature, Date.now());
process.stdout.write(isTaken ? 'taken\n' : 'refused\n');
setInterval(() => {}, 1_000);

/** A service that dies between an event of the provider and the question that it leads to: takes one, says so, and waits to be killed. */
import { billing } from '#billing/billing.ts';
import type { BillingSettings } from '#billing/settings.ts';
import { stripeProvider } from '#billing/stripe.ts';
import { openSchema } from '#store/postgres/database.ts';
import { openSqlite } from '#store/sqlite/database.ts';

const [place = '', settings = '', body = '', signature = ''] = process.argv.slice(2);
const state = place.startsWith('postgres') ? openSchema(place, 'test') : openSqlite(place);
const desk = billing({
  state: await state,
  provider: stripeProvider(JSON.parse(settings) as BillingSettings),
  tally: () => {},
  told: async () => [],
  page: () => '/',
  report: () => {},
});
const isTaken = await desk.take(Buffer.from(body), signature, Date.now());
process.stdout.write(isTaken ? 'taken\n' : 'refused\n');
setInterval(() => {}, 1_000);

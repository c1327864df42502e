/** Email, payments of plans, and requests of readers. Sends nothing and buys nothing. */

import type { Database } from '#data/store/database.ts';
import { billingFigures } from '#platform/billing/report-table.ts';
import type { BillingSettings } from '#platform/billing/settings.ts';
import { stripeProvider } from '#platform/billing/stripe.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { failedSince, mailFigures } from '#platform/mail/report-table.ts';
import type { MailSettings } from '#platform/mail/settings.ts';
import { checkSmtp, type SmtpTimeouts } from '#platform/mail/smtp.ts';
import { waitingRequests } from '#platform/privacy/requests-table.ts';
import type { Config } from '#server/config/config.ts';
import { type Finding, findInState, messageOf, ok, warning, wrong } from './finding.ts';

const DAY_MS = 86_400_000;
/** An email that waits longer has been tried several times. */
const EMAIL_WAITING_MS = 3_600_000;

const EMAILS_CHECK = 'letters';

export async function checkMail(config: Config, times?: SmtpTimeouts): Promise<Finding[]> {
  const queue = await findInState(config, EMAILS_CHECK, (state) => checkQueue(state, config.mail));
  return [await checkMailServer(config, times), ...queue];
}

async function checkMailServer({ mail: { by }, country, publicUrl }: Config, times?: SmtpTimeouts): Promise<Finding> {
  const check = 'mail';
  if (by === 'outbox') return ok(check, 'the demo sends none; /demo/outbox shows what would be sent');
  if (by === null && country === 'demo')
    return ok(check, `none: a demo that others reach${publicUrl === null ? '' : ` (${publicUrl})`} has no outbox`);
  if (by === null)
    return warning(
      check,
      'none: accounts are created by commands, and no links are sent',
      'Set SMTP_URL and MAIL_FROM (docs/mail.md).',
    );
  const problem = await checkSmtp(by, times);
  return problem === null
    ? ok(check, `${by.host}:${by.port} lets us in${by.tls === 'none' ? ', without TLS' : ''}`)
    : wrong(check, problem, 'Look at SMTP_URL and at the server; letters wait for two days meanwhile.');
}

async function checkQueue(state: Database, mail: MailSettings): Promise<Finding> {
  const now = Date.now();
  if ((await mailer({ isReady: true, ...mail }).room(state, now)) !== 'all')
    return warning(
      EMAILS_CHECK,
      `so many were requested in the last hour that new visitors get none (MAIL_HOUR_MAX ${mail.hourMax})`,
      'Run npx firmoteca mail list: block who asks, or raise MAIL_HOUR_MAX.',
    );
  const { waiting, oldest } = await mailFigures(state);
  const failed = await failedSince(state, new Date(now - 7 * DAY_MS).toISOString());
  const found = `${waiting} wait${oldest === null ? '' : `, the first since ${oldest}`}; ${failed} failed in the last week`;
  const isLate = oldest !== null && now - Date.parse(oldest) > EMAIL_WAITING_MS;
  return failed > 0 || isLate ? warning(EMAILS_CHECK, found, 'Run npx firmoteca mail list.') : ok(EMAILS_CHECK, found);
}

/** The provider answers within seconds, and the reconciliation runs every quarter of an hour. */
const EVENT_WAITING_MS = 3_600_000;

const PLANS_CHECK = 'payments of plans';

export async function checkBilling(config: Config): Promise<Finding[]> {
  if (config.billing === null) return [ok('payment provider', 'none: plans are granted by accounts set-plan')];
  const provider =
    config.billing === 'standIn'
      ? ok('payment provider', 'the demo plays it: play money')
      : await checkProvider(config.billing, config.publicUrl);
  return [provider, ...(await findInState(config, PLANS_CHECK, checkPlans))];
}

async function checkProvider(settings: BillingSettings, publicUrl: string | null): Promise<Finding> {
  const check = 'payment provider';
  const provider = stripeProvider(settings);
  const mode = provider.isLive ? 'real money' : 'test mode';
  try {
    const price = await provider.price();
    if (price === null)
      return wrong(check, `it does not know the price ${settings.priceId}`, 'Look at STRIPE_PRICE_ID.');
    const { amount, currency, per } = settings.price;
    const own = `${amount} ${currency}/${per}`;
    const remote = `${price.amount === null ? '?' : price.amount / 100} ${price.currency.toUpperCase()}/${price.per ?? '?'}`;
    if (own !== remote || !price.isActive)
      return wrong(
        check,
        `${settings.priceId} is ${remote}${price.isActive ? '' : ', and not active'}; pages show ${own}`,
        'Make FIRMOTECA_PRO_PRICE and STRIPE_PRICE_ID the same.',
      );
    return ok(check, `Stripe lets us in, ${mode}, ${own}; its events go to ${publicUrl ?? ''}/billing/webhook`);
  } catch (error) {
    return wrong(
      check,
      messageOf(error),
      'Look at STRIPE_SECRET_KEY, and whether api.stripe.com is reached from here.',
    );
  }
}

async function checkPlans(state: Database): Promise<Finding> {
  const now = Date.now();
  const { waiting, oldest, unheard, toPayBack } = await billingFigures(state);
  const found = `${waiting} events wait${oldest === null ? '' : `, the first since ${oldest}`}; ${unheard} accounts without an answer; ${toPayBack} to pay back`;
  const isLate = oldest !== null && now - Date.parse(oldest) > EVENT_WAITING_MS;
  return isLate || unheard > 0 || toPayBack > 0
    ? warning(PLANS_CHECK, found, 'Run npx firmoteca billing list.')
    : ok(PLANS_CHECK, found);
}

const REQUESTS_CHECK = 'requests of readers';

export const checkRequests = (config: Config): Promise<Finding[]> =>
  findInState(config, REQUESTS_CHECK, async (state) => {
    const { waiting, oldest } = await waitingRequests(state);
    return oldest === null
      ? ok(REQUESTS_CHECK, 'none is open')
      : warning(
          REQUESTS_CHECK,
          `${waiting} wait, the first since ${oldest.slice(0, 10)}`,
          'Run npx firmoteca requests list.',
        );
  });

/** The subscription of an account: its status, and the forms that lead to the payment provider. */

import type { Context } from '#api/context.ts';
import { longDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { SubscriptionPrice } from '#lib/values/subscription-price.ts';
import { textsOf } from '#locales/texts.ts';
import type { AccountRow } from '#platform/accounts/accounts-table.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import { keysWork, keysWorkUntil } from '#platform/accounts/subscription.ts';
import type { Billing } from '#platform/billing/billing.ts';
import { BACK } from '#platform/billing/checkout.ts';
import { type BillingSettings, payOrigins } from '#platform/billing/settings.ts';
import type { Plan, SubscriptionRow } from '#platform/billing/subscriptions-table.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { contactLink } from '#transports/web/components/links.ts';
import { stateNote } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import {
  type FormRequest,
  type Page,
  type PageRequest,
  RedirectError,
  type View,
} from '#transports/web/routing/page.ts';
import { successNotice } from './auth/view.ts';
import { accountView, originOf, signedIn } from './frame.ts';

export type SubscriptionContext = Pick<Context, 'contact'> & {
  planOf(account: string): Promise<Plan | null>;
  /** Null where nothing is sold: the operator grants plans. */
  billing: Billing | null;
  settings: BillingSettings | null;
  priceOf(price: SubscriptionPrice, language: Language): Html;
};

const FORM_BYTES_MAX = 1_000;
/** Reload interval while the payment provider's confirmation is missing. */
const LOOK_SECONDS = 3;
const NO_PLAN: Plan = { state: 'none', since: '', until: null, granted_by: 'operator' };

export const subscriptionPage = (context: SubscriptionContext): Page => ({
  show: (request) => show(context, request),
  form: {
    bounds: { bytesMax: FORM_BYTES_MAX, fieldsMax: 4, filesMax: 0, fileBytesMax: 0, fieldBytesMax: FORM_BYTES_MAX },
    submit: (request) => submit(context, request),
  },
});

async function show(context: SubscriptionContext, request: PageRequest): Promise<View> {
  const { account } = signedIn(request);
  const { language, now, query } = request;
  const plan = (await context.planOf(account)) ?? NO_PLAN;
  const paid = (await context.billing?.paidBy(account)) ?? null;
  const status = planStatus(plan, paid, { now, sells: context.billing !== null });
  const isAwaited = query.get('back') === BACK.paid && !status.works;
  return accountView({
    section: 'subscription',
    language,
    formOrigins: context.settings ? payOrigins(context.settings) : [],
    ...(isAwaited && { reloadSeconds: LOOK_SECONDS, scripts: ['progress'] }),
    body: html`${backNote(query.get('back'), status, language)}${isAwaited ? null : body(context, status, language)}`,
  });
}

function body(context: SubscriptionContext, status: PlanStatus, language: Language): Html {
  const texts = textsOf(language).account.subscription;
  const { summary, rows, offers } = status.in(language);
  const price =
    context.settings && offers.length > 0
      ? ([[texts.price, context.priceOf(context.settings.price, language)]] as const)
      : [];
  return html`<p class="plan-state">${summary}</p><dl class="facts plan-facts">${[...rows, ...price].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>${context.billing === null ? notSold(context.contact, language) : html`${offers.map((offer) => button(offer, language))}${offers.length > 0 && html`<p class="small quiet">${texts.provider}</p>`}`}${next(status, language)}`;
}

/** With Pro the next step is a key, without it the description of Pro. */
const next = ({ works }: PlanStatus, language: Language): Html => {
  const texts = textsOf(language).account.subscription;
  const [page, text] = works ? (['keys', texts.makeKey] as const) : (['pricing', texts.includes] as const);
  return html`<p class="next"><a${works && html` class="button"`} href="${to(page, language)}">${text}</a></p>`;
};

const button = (offer: Offer, language: Language): Html =>
  html`<form class="plan-offer" method="post" action="${to('subscription', language)}"><button class="button${offer !== 'subscribe' && ' second'}" type="submit" name="do" value="${offer === 'subscribe' ? offer : 'manage'}">${textsOf(language).account.subscription.offers[offer]}</button></form>`;

const notSold = (contact: string | null, language: Language): Html => {
  const texts = textsOf(language).account.subscription;
  return html`<p>${texts.notSold}${contact !== null && html` ${texts.write} ${contactLink(contact)}.`}</p>`;
};

/** The `back` parameter grants nothing: only the provider's confirmation does. */
function backNote(back: string | null, { works }: PlanStatus, language: Language): Html | null {
  const texts = textsOf(language).account.subscription;
  if (back === BACK.left) return stateNote('notLoaded', texts.checkoutCanceled);
  if (back !== BACK.paid) return null;
  return works
    ? html`<div class="notice">${successNotice(texts.confirmed)}</div>`
    : html`<div data-progress="${LOOK_SECONDS}">${stateNote('pending', texts.awaited)}</div>`;
}

async function submit({ billing }: SubscriptionContext, request: FormRequest): Promise<View> {
  const { account } = signedIn(request);
  const { language, origin, fields } = request;
  // The shared demo account cannot subscribe.
  if (billing === null || isDemoAccount(account)) throw new RedirectError(to('subscription', language));
  const buyer = { account, language, origin, browser: originOf(request) };
  if (fields.get('do') === 'manage') throw providerRedirect(await billing.manage(buyer));
  if (fields.get('do') !== 'subscribe') throw new RedirectError(to('subscription', language));
  const result = await billing.subscribe(buyer);
  if (result === 'subscribed') throw new RedirectError(to('subscription', language));
  if (result === 'confirming') throw new RedirectError(toQuery('subscription', language, { back: BACK.paid }));
  throw providerRedirect(result.to);
}

/** To a page of the payment provider. */
export const providerRedirect = (address: string): RedirectError =>
  new RedirectError(address, { origins: [new URL(address).origin] });

interface PlanStatus {
  /** Whether API keys are valid. */
  works: boolean;
  in(language: Language): { summary: string; rows: readonly (readonly [string, string])[]; offers: readonly Offer[] };
}

function planStatus(
  plan: Plan,
  paid: SubscriptionRow | null,
  { now, sells }: { now: number; sells: boolean },
): PlanStatus {
  const works = keysWork(plan, now);
  return {
    works,
    in(language) {
      const texts = textsOf(language).account.subscription;
      const day = (instant: string): string => longDay(instant, language);
      const until = keysWorkUntil(plan);
      const end = until === null || until === Number.POSITIVE_INFINITY ? null : day(new Date(until).toISOString());
      const kind = kindOf(plan, works);
      const rows: [string, string][] = [];
      if (plan.state !== 'none') rows.push([texts.since, day(plan.since)]);
      if (works && end !== null) rows.push([texts.until, end]);
      if (kind === 'active' && paid?.period_end) rows.push([texts.nextPayment, day(paid.period_end)]);
      if (works && plan.granted_by === 'operator') rows.push([texts.grantedBy, texts.operator]);
      return { summary: texts.states[kind](end ?? ''), rows, offers: sells ? offersOf(plan, paid, works) : [] };
    },
  };
}

function kindOf({ state, granted_by }: Plan, works: boolean): keyof PlanTexts {
  if (state === 'canceling' && !works) return 'canceled';
  if (granted_by === 'operator' && works) return state === 'active' ? 'granted' : 'grantedUntil';
  if (state === 'past_due' && !works) return 'unpaid';
  return state;
}

/** A subscriber manages the subscription; an unlimited plan of the operator needs no payment. */
function offersOf(plan: Plan, paid: SubscriptionRow | null, works: boolean): Offer[] {
  if (paid !== null) return [plan.state === 'canceling' ? 'resume' : 'manage'];
  if (plan.granted_by === 'operator' && works && plan.state === 'active') return [];
  return plan.granted_by === 'provider' ? ['subscribe', 'lookBack'] : ['subscribe'];
}

/** `subscribe`: checkout. The others lead to the provider's portal: change cards and cancel, resume, or view past bills. */
type Offer = 'subscribe' | 'manage' | 'resume' | 'lookBack';

/** `until`: the last day on which keys are valid, if any. */
type PlanTexts = Record<
  'none' | 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceling' | 'canceled' | 'granted' | 'grantedUntil',
  (until: string) => string
>;

export function planWords(account: AccountRow, now: number, language: Language): string {
  const texts = textsOf(language).account.plan;
  const { state, since, granted_by } = account;
  if (state === 'none') return texts.none;
  if (state === 'incomplete') return texts.incomplete;
  const until = keysWorkUntil(account);
  const works = until !== null && now < until;
  // The provider retries the payment; keys become valid again with it.
  if (!works && state === 'past_due' && granted_by === 'provider') return texts.unpaid;
  if (!works) return texts.ended(longDay(until === null ? since : new Date(until).toISOString(), language));
  if (!Number.isFinite(until)) return texts.active(longDay(since, language));
  const last = longDay(new Date(until).toISOString(), language);
  if (state === 'past_due') return texts.pastDue(last);
  return granted_by === 'operator' ? texts.grantedUntil(last) : texts.canceling(last);
}

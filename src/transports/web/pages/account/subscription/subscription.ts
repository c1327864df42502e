/** The subscription of an account: how it is in plain words, and the ways to pay, to change and to end it. */

import type { Language } from '#lib/i18n/message.ts';
import type { SubscriptionPrice } from '#lib/values/subscription-price.ts';
import { textsOf } from '#locales/texts.ts';
import { isDemoAccount } from '#platform/accounts/demo-account.ts';
import { BACK, type Billing } from '#platform/billing/billing.ts';
import { type BillingSettings, payOrigins } from '#platform/billing/settings.ts';
import type { Plan } from '#platform/billing/subscriptions-table.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { contactLink } from '#transports/web/components/links.ts';
import { stateNote } from '#transports/web/components/notices.ts';
import { type Html, html } from '#transports/web/html.ts';
import { good } from '#transports/web/pages/account/auth/notices.ts';
import { accountView } from '#transports/web/pages/account/frame.ts';
import { originOf } from '#transports/web/pages/account/origin.ts';
import { signedIn } from '#transports/web/pages/account/signed-in.ts';
import {
  type FormRequest,
  type Page,
  type PageRequest,
  RedirectError,
  type View,
} from '#transports/web/routing/page.ts';
import { type Standing, standingOf } from './standing.ts';
import type { Offer } from './texts.ts';

export interface SubscriptionPageNeeds {
  planOf(account: string): Promise<Plan | null>;
  /** Null where nothing is sold: plans are granted by whoever runs the service. */
  billing: Billing | null;
  settings: BillingSettings | null;
  /** As the page of prices writes it. */
  priceOf(price: SubscriptionPrice, language: Language): Html;
  contact: string | null;
}

const FORM_BYTES_MAX = 1_000;
/** How often a browser that waits for the provider's word looks again. */
const LOOK_SECONDS = 3;
const NO_PLAN: Plan = { state: 'none', since: '', until: null, granted_by: 'operator' };

export const subscriptionPage = (needs: SubscriptionPageNeeds): Page => ({
  path: addresses.subscription,
  show: (request) => shown(needs, request),
  form: {
    bounds: { bytesMax: FORM_BYTES_MAX, fieldsMax: 4, filesMax: 0, fileBytesMax: 0, fieldBytesMax: FORM_BYTES_MAX },
    submit: (request) => taken(needs, request),
  },
});

async function shown(needs: SubscriptionPageNeeds, request: PageRequest): Promise<View> {
  const { account } = signedIn(request);
  const { language, now, query } = request;
  const plan = (await needs.planOf(account)) ?? NO_PLAN;
  const paid = (await needs.billing?.paidBy(account)) ?? null;
  const standing = standingOf(plan, paid, { now, sells: needs.billing !== null });
  const isAwaited = query.get('back') === BACK.paid && !standing.works;
  return accountView({
    section: 'subscription',
    language,
    formOrigins: needs.settings ? payOrigins(needs.settings) : [],
    ...(isAwaited && { reloadSeconds: LOOK_SECONDS, scripts: ['progress'] }),
    body: html`${backNote(query.get('back'), standing, language)}${isAwaited ? null : body(needs, standing, language)}`,
  });
}

function body(needs: SubscriptionPageNeeds, standing: Standing, language: Language): Html {
  const texts = textsOf(language).account.subscription;
  const { summary, rows, offers } = standing.in(language);
  const price =
    needs.settings && offers.length > 0
      ? ([[texts.price, needs.priceOf(needs.settings.price, language)]] as const)
      : [];
  return html`<p class="plan-state">${summary}</p><dl class="facts plan-facts">${[...rows, ...price].map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>${needs.billing === null ? notSold(needs.contact, language) : html`${offers.map((offer) => button(offer, language))}${offers.length > 0 && html`<p class="small quiet">${texts.provider}</p>`}`}${next(standing, language)}`;
}

/** Whoever has Pro wants a key; whoever has not wants to know what it is. */
const next = ({ works }: Standing, language: Language): Html => {
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

/** What the address says about how a reader came back grants nothing: only the provider's word does. */
function backNote(back: string | null, { works }: Standing, language: Language): Html | null {
  const texts = textsOf(language).account.subscription;
  if (back === BACK.left) return stateNote('notLoaded', texts.left);
  if (back !== BACK.paid) return null;
  return works
    ? html`<div class="notice">${good(texts.confirmed)}</div>`
    : html`<div data-progress="${LOOK_SECONDS}">${stateNote('pending', texts.awaited)}</div>`;
}

async function taken({ billing }: SubscriptionPageNeeds, request: FormRequest): Promise<View> {
  const { account } = signedIn(request);
  const { language, origin, fields } = request;
  // Everybody's account buys nothing: nobody can change it.
  if (billing === null || isDemoAccount(account)) throw new RedirectError(to('subscription', language));
  const buyer = { account, language, origin, browser: originOf(request) };
  if (fields.get('do') === 'manage') throw elsewhere(await billing.manage(buyer));
  if (fields.get('do') !== 'subscribe') throw new RedirectError(to('subscription', language));
  const sent = await billing.subscribe(buyer);
  if (sent === 'subscribed') throw new RedirectError(to('subscription', language));
  if (sent === 'confirming') throw new RedirectError(toQuery('subscription', language, { back: BACK.paid }));
  throw elsewhere(sent.to);
}

/** To a page that the provider named. */
export const elsewhere = (address: string): RedirectError =>
  new RedirectError(address, { origins: [new URL(address).origin] });

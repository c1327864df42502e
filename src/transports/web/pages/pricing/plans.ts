/** The three ways to use the service side by side, each with what is in it here and now. */

import type { Language } from '#lib/i18n/message.ts';
import { number } from '#lib/i18n/numbers.ts';
import type { SubscriptionPrice } from '#lib/values/subscription-price.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import { dollarsIn } from './dollars.ts';
import { isFree, type Terms } from './terms.ts';

/** `loaded`: parts of the data that are here; null where that cannot be read. */
export function plans(terms: Terms, loaded: ReadonlySet<string> | null, language: Language): Html {
  return html`<div class="plans">${browser(terms, loaded, language)}${pro(terms, loaded, language)}${byRequest(terms, loaded, language)}</div>`;
}

function browser({ limits, browserDayMax }: Terms, loaded: ReadonlySet<string> | null, language: Language): Html {
  const texts = textsOf(language).pricing;
  const { name, price, about, included: own, not, go } = texts.browser;
  const rows = [...own, { text: texts.pages(limits.browser, browserDayMax), of: null }];
  return plan({
    name,
    price: html`${price}`,
    about,
    rows: html`${included(rows, loaded, language)}${left(not)}`,
    go: html`<a class="button second" href="${to('search', language)}">${go}</a>`,
  });
}

function pro(terms: Terms, loaded: ReadonlySet<string> | null, language: Language): Html {
  const texts = textsOf(language).pricing;
  const { name, granted, grantedAbout, about, included: own, go, demo, subscribe } = texts.pro;
  const rows = [...own, { text: texts.keys(terms.limits.pro), of: null }];
  return plan({
    name,
    price: terms.proPrice ? priceOf(terms.proPrice, language) : html`<span class="unpriced">${granted}</span>`,
    about: isFree(terms) ? grantedAbout : about,
    rows: included(rows, loaded, language),
    go: terms.isSold
      ? html`<a class="button" href="${to('subscription', language)}">${subscribe}</a>`
      : html`<a class="button" href="#key">${terms.demoKey === null ? go : demo}</a>`,
    isMain: true,
  });
}

function byRequest({ perRequest, isPlayMoney }: Terms, loaded: ReadonlySet<string> | null, language: Language): Html {
  const { request } = textsOf(language).pricing;
  if (perRequest === null)
    return plan({
      name: request.name,
      price: html`<span class="unpriced">${request.none}</span>`,
      about: request.noneAbout,
      rows: html``,
      go: null,
    });
  const cheapest = Object.values(perRequest).reduce((least, one) => (Number(one) < Number(least) ? one : least));
  const rows = request.included(dollarsIn(perRequest.record, language), dollarsIn(perRequest.list, language));
  return plan({
    name: request.name,
    price: html`${request.from(dollarsIn(cheapest, language))}`,
    about: isPlayMoney ? `${request.about}. ${request.play}` : request.about,
    rows: html`${included(rows, loaded, language)}${left(request.not)}`,
    go: html`<a class="button second" href="/docs">${request.go}</a>`,
  });
}

interface Plan {
  name: string;
  price: Html;
  about: string;
  rows: Html;
  go: Html | null;
  isMain?: boolean;
}

const plan = ({ name, price, about, rows, go, isMain }: Plan): Html =>
  html`<section class="plan${isMain && ' main'}"><h2>${name}</h2><p class="price">${price}</p><p class="small quiet">${about}</p><ul class="included">${rows}</ul>${go}</section>`;

/** What is not loaded is told as such where it would be promised. */
/** `of`: the part of the data that it needs, by its name in the status of the service; null: none. */
interface Included {
  text: string;
  of: string | null;
}

const included = (rows: readonly Included[], loaded: ReadonlySet<string> | null, language: Language): Html =>
  html`${rows.map(({ text, of }) =>
    of === null || loaded === null || loaded.has(of)
      ? html`<li>${icon('fine', 'good')}<span>${text}</span></li>`
      : html`<li class="not">${icon('sourceNone')}<span>${text} <b>(${textsOf(language).pricing.notHere})</b></span></li>`,
  )}`;

const left = (text: string): Html => html`<li class="not">${icon('closed')}<span>${text}</span></li>`;

export const priceOf = ({ amount, currency, per }: SubscriptionPrice, language: Language): Html =>
  html`${number(amount, language)} ${textsOf(language).pricing.currencies[currency]} <span class="per">${textsOf(language).pricing.per[per]}</span>`;

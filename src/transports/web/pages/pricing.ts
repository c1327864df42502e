/** Prices: free in the browser, Pro for programs, single requests; and data that is not loaded here. */
import type { Language } from '#lib/i18n/message.ts';
import { number } from '#lib/i18n/numbers.ts';
import type { SubscriptionPrice } from '#lib/values/subscription-price.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { contactLink } from '#transports/web/components/links.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

export const pricingPage = (terms: Terms): Page => ({
  async show({ client, language }) {
    const texts = textsOf(language).pricing;
    const { result } = await settle(client.getStatus({}));
    const loaded = result && loadedParts(result.data.sources);
    const lead = isFree(terms) ? texts.leadUnsold : texts.lead;
    const limits = Object.entries(texts.limitRows).filter(([name]) => name !== 'payer' || terms.perRequest !== null);
    return {
      title: texts.title,
      description: lead,
      scripts: ['copy'],
      body: html`<section class="opening slim pricing"><h1>${texts.heading.map((line) => html`<span>${line}</span> `)}</h1><p class="promise">${lead}</p></section>
${plans(terms, loaded, language)}
${card({ id: 'missing', title: texts.missing, body: missing(terms, loaded, language) })}
${card({ id: 'key', title: texts.key, body: key(terms, language) })}
${terms.perRequest && card({ id: 'prices', title: texts.prices, body: prices(terms.perRequest, language) })}
${card({ id: 'limits', title: texts.limits, body: ledger(limits.map(([name, text]) => [text, texts.perMinute(terms.limits[name as keyof Terms['limits']])])) })}
${card({ id: 'free', title: texts.free, body: html`<ul class="points">${texts.freePoints.map((point) => html`<li>${point}</li>`)}</ul>` })}`,
    };
  },
});

/** Part names. Recent procurement data extends the older exports, or stands alone. */
const loadedParts = (sources: readonly { name: string; freshness: string }[]): ReadonlySet<string> =>
  new Set(
    sources
      .filter(({ freshness }) => freshness !== 'unreadable')
      .map(({ name }) => (name === 'recent' ? 'procurement' : name)),
  );

function missing(terms: Terms, loaded: ReadonlySet<string> | null, language: Language): Html {
  const texts = textsOf(language).pricing;
  const status = html`<p class="small"><a href="${to('status', language)}">${texts.status}</a></p>`;
  if (loaded === null) return html`<p>${texts.unread}</p>${status}`;
  const absent = Object.entries(texts.parts).filter(([name]) => !loaded.has(name));
  if (absent.length === 0) return html`<p>${texts.allLoaded}</p>${status}`;
  return html`<p class="before">${texts.missingLead}${(!isFree(terms) || terms.perRequest) && ` ${texts.missingPaid}`}</p><ul class="included">${absent.map(([, text]) => html`<li class="not">${icon('sourceNone')}<span>${text}</span></li>`)}</ul>${status}`;
}

function key({ contact, demoKey, isSold }: Terms, language: Language): Html {
  const texts = textsOf(language).pricing;
  const account = isSold && html`<p>${texts.keySold} <a href="${to('account', language)}">${texts.keyAccount}</a></p>`;
  if (demoKey !== null)
    return html`${account}<p>${texts.keyDemo} <code data-copy>${demoKey}</code></p><p class="small"><a href="/docs">${texts.docs}</a></p>`;
  if (isSold) return html`${account}`;
  return html`<p>${texts.keyLead}</p><p>${contact === null ? texts.keyNoContact : html`${texts.keyContact} ${contactLink(contact)}`}</p>`;
}

const prices = (perRequest: NonNullable<Terms['perRequest']>, language: Language): Html => {
  const texts = textsOf(language).pricing;
  return html`<p class="before">${texts.pricesLead}</p>${ledger(
    Object.entries(texts.classes).map(([name, text]) => [
      text,
      dollarsIn(perRequest[name as keyof typeof perRequest], language),
    ]),
  )}`;
};

const ledger = (rows: readonly (readonly [string, string])[]): Html =>
  html`<ul class="ledger costs">${rows.map(([name, value]) => html`<li><span>${name}</span><span class="right">${value}</span></li>`)}</ul>`;

/** `loaded`: names of loaded parts; null where the status cannot be read. */
function plans(terms: Terms, loaded: ReadonlySet<string> | null, language: Language): Html {
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
    rows: html`${included(rows, loaded, language)}${excluded(not)}`,
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
    rows: html`${included(rows, loaded, language)}${excluded(request.not)}`,
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

/** `of`: the required part of the data, by its name in the status; null: none. */
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

const excluded = (text: string): Html => html`<li class="not">${icon('closed')}<span>${text}</span></li>`;

export const priceOf = ({ amount, currency, per }: SubscriptionPrice, language: Language): Html =>
  html`${number(amount, language)} ${textsOf(language).pricing.currencies[currency]} <span class="per">${textsOf(language).pricing.per[per]}</span>`;

export interface Terms {
  /** Null: not sold. */
  proPrice: SubscriptionPrice | null;
  /** Whether accounts subscribe online; otherwise the operator grants plans. */
  isSold: boolean;
  /** US dollars a request, by class of operation; null: not sold. */
  perRequest: Readonly<Record<'reference' | 'list' | 'record' | 'document', string>> | null;
  /** The payment networks are test networks. */
  isPlayMoney: boolean;
  /** Requests a minute. */
  limits: Readonly<Record<'browser' | 'pro' | 'address' | 'payer', number>>;
  /** Pages a day for one address; null: unlimited. */
  browserDayMax: number | null;
  contact: string | null;
  /** The demo's public key. */
  demoKey: string | null;
}

/** Pro has no price, neither online nor from the operator: it is granted. */
const isFree = ({ isSold, proPrice }: Pick<Terms, 'isSold' | 'proPrice'>): boolean => !isSold && proPrice === null;

/** `0,002 $`, `$0.002`. */
const dollarsIn = (dollars: string, language: Language): string =>
  language === 'ro' ? `${dollars.replace('.', ',')}\u00a0$` : `$${dollars}`;

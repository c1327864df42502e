/** What it costs: free in the browser, Pro for programs and detail, single answers by request; and what is not here at all. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { contactLink } from '#transports/web/components/links.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { dollarsIn } from './dollars.ts';
import { plans } from './plans.ts';
import { isFree, type Terms } from './terms.ts';

export const pricingPage = (terms: Terms): Page => ({
  path: addresses.pricing,
  async show({ client, language }) {
    const texts = textsOf(language).pricing;
    const { result: told } = await settle(client.getStatus({}));
    const loaded = told && loadedParts(told.data.sources);
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

/** By name. What the procurement system told lately continues the older exports, or stands alone. */
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
  return html`<p>${texts.keyLead}</p><p>${contact === null ? texts.keyNobody : html`${texts.keyContact} ${contactLink(contact)}`}</p>`;
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

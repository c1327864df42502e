/** Exchange rates of the national bank: the euro first, a converter, ten bank days as a line, all currencies. */

import { longDay } from '#lib/i18n/dates.ts';
import { rate } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { listDownloads } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { converter, withPlainAmount } from './rates/converter.ts';
import { courseOf } from './rates/course.ts';
import { currencyName } from './rates/currency-name.ts';
import type { Day } from './rates/texts.ts';

export const ratesPage: Page = {
  path: addresses.rates,
  operations: ['getRates', 'getRatesHistory', 'convertCurrency'],
  async show(request) {
    const { client, language, query, now } = request;
    const texts = textsOf(language).rates;
    const { data: day, meta } = await client.getRates({});
    const { data: history } = await client.getRatesHistory({});
    const euro = day.rates.find(({ currency }) => currency === 'EUR');
    const asked = query.get('currency')?.toUpperCase();
    const currency = day.rates.find((one) => one.currency === asked)?.currency ?? 'EUR';
    const heading = euro ? texts.euro(rate(euro.rate, language)) : texts.title;
    return {
      title: euro ? `${texts.title}: ${heading}` : texts.title,
      description: `${texts.of(longDay(day.date, language))}. ${heading}`,
      isUnlisted: query.size > 0,
      ...(query.has('amount') && { otherQuery: withPlainAmount(query, language) }),
      body: html`<section class="opening slim"><h1>${heading}</h1><p class="promise">${texts.of(longDay(day.date, language))}${euro?.change != null && html`. ${texts.since(changed(euro.change, language))}`}</p>${sources(meta.sources, now, language)}</section>
${card({ id: 'convertor', title: texts.convert, body: await converter(day, request) })}
${card({ id: 'zile', title: texts.history, body: courseOf(history, currency, day.rates, language) })}
${card({ id: 'monede', title: texts.all, tools: listDownloads('/api/rates/history', {}, language), body: table(day, request) })}`,
    };
  },
};

/** In lei, for as many as the bank's table is. */
const changed = (value: number, language: PageRequest['language']): string =>
  `${value > 0 ? '+' : ''}${rate(value, language)}`;

function table({ rates }: Day, { language }: PageRequest): Html {
  const texts = textsOf(language).rates;
  return html`<table><thead><tr><th scope="col">${texts.currency}</th><th scope="col" class="num">${texts.value}</th><th scope="col" class="num">${texts.change}</th></tr></thead><tbody>${rates.map((one) => html`<tr><th scope="row">${one.currency} <small>${currencyName(one, language)}${one.multiplier !== 1 && `, ${texts.per(one.multiplier)}`}</small></th><td class="num">${rate(one.published, language)}</td><td class="num">${one.change === null ? html`<span class="quiet">${texts.unknown}</span>` : changed(one.change * one.multiplier, language)}</td></tr>`)}</tbody></table>`;
}

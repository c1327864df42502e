/** Exchange rates of the national bank: the euro first, a converter, all currencies, ten bank days. */
import type { Declared } from '#app/slices.ts';
import type { Client } from '#operations/client.ts';
import type { Language } from '#sentences/sentence.ts';
import { addresses, to } from '#web/addresses.ts';
import type { Page, PageRequest } from '#web/door/page.ts';
import { tried } from '#web/door/tried.ts';
import { type Html, html } from '#web/html.ts';
import { sheet } from '#web/parts/sheet.ts';
import { sources } from '#web/parts/sources.ts';
import { longDay, shortDay } from '#web/words/dates.ts';
import { number, percent, rate } from '#web/words/numbers.ts';

type Day = Awaited<ReturnType<Client<Declared>['getRates']>>['data'];

const texts = {
  ro: {
    title: 'Curs BNR',
    euro: (value: string) => `1 € = ${value} lei`,
    of: (day: string) => `Cursul Băncii Naționale din ${day}`,
    convert: 'Convertor',
    amount: 'Suma',
    from: 'Din',
    into: 'În',
    on: 'La data',
    go: 'Calculează',
    result: (text: string, day: string) => `${text}, la cursul din ${day}`,
    all: 'Toate monedele',
    currency: 'Monedă',
    value: 'Lei',
    change: 'Față de ziua dinainte',
    history: 'Ultimele zile',
    per: (count: number) => `pentru ${count}`,
  },
  en: {
    title: 'BNR exchange rates',
    euro: (value: string) => `€1 = RON ${value}`,
    of: (day: string) => `Rate of the National Bank on ${day}`,
    convert: 'Converter',
    amount: 'Amount',
    from: 'From',
    into: 'To',
    on: 'On',
    go: 'Convert',
    result: (text: string, day: string) => `${text}, at the rate of ${day}`,
    all: 'All currencies',
    currency: 'Currency',
    value: 'RON',
    change: 'Against the day before',
    history: 'The last days',
    per: (count: number) => `per ${count}`,
  },
} as const;

export const ratesPage: Page = {
  path: addresses.rates,
  of: ['getRates', 'getRatesHistory', 'convertCurrency'],
  async show(request) {
    const { client, language, now } = request;
    const words = texts[language];
    const { data: day, meta } = await client.getRates({});
    const { data: history } = await client.getRatesHistory({});
    const euro = day.rates.find(({ currency }) => currency === 'EUR');
    return {
      title: euro ? `${words.title}: ${words.euro(rate(euro.rate, language))}` : words.title,
      body: html`<section class="opening slim"><h1>${euro ? words.euro(rate(euro.rate, language)) : words.title}</h1><p class="promise">${words.of(longDay(day.date, language))}</p>${sources(meta.sources, now, language)}</section>
${sheet({ id: 'convertor', title: words.convert, body: await converter(day, request) })}
${sheet({ id: 'monede', title: words.all, body: table(day, language) })}
${sheet({ id: 'zile', title: words.history, body: lastDays(history, language) })}`,
    };
  },
};

async function converter(day: Day, { client, language, query }: PageRequest): Promise<Html> {
  const words = texts[language];
  const from = query.get('from') ?? 'EUR';
  const into = query.get('to') ?? 'RON';
  const amount = query.get('amount') ?? '100';
  const date = query.get('date') ?? '';
  const asked = query.has('amount')
    ? await tried(
        client.convertCurrency({ from, to: into, amount: amount.replace(',', '.'), ...(date !== '' && { date }) }),
      )
    : null;
  const options = (chosen: string): Html[] =>
    ['RON', ...day.rates.map(({ currency }) => currency)].map(
      (currency) => html`<option${currency === chosen && html` selected`}>${currency}</option>`,
    );
  return html`<form class="filters" action="${to('rates', language)}#convertor">
<p><label>${words.amount}<input class="field" name="amount" inputmode="decimal" maxlength="22" required value="${amount}"></label></p>
<p><label>${words.from}<select class="field" name="from">${options(from)}</select></label></p>
<p><label>${words.into}<select class="field" name="to">${options(into)}</select></label></p>
<p><label>${words.on}<input class="field" type="date" name="date" value="${date}"></label></p>
<p><button class="button" type="submit">${words.go}</button></p></form>
${asked?.told && html`<p class="result" role="status">${words.result(`${number(asked.told.data.amount, language)} ${from} = ${number(asked.told.data.result, language)} ${into}`, shortDay(asked.told.data.effectiveDate, language))}</p>`}
${asked?.problem && html`<p class="bad" role="alert">${asked.problem.in(language).message}</p>`}`;
}

function table({ rates }: Day, language: Language): Html {
  const words = texts[language];
  return html`<table><thead><tr><th scope="col">${words.currency}</th><th scope="col" class="num">${words.value}</th><th scope="col" class="num">${words.change}</th></tr></thead><tbody>${rates.map((one) => html`<tr><th scope="row">${one.currency} <small>${one.name}${one.multiplier !== 1 && `, ${words.per(one.multiplier)}`}</small></th><td class="num">${rate(one.published, language)}</td><td class="num">${one.change !== null && percent(one.change, language)}</td></tr>`)}</tbody></table>`;
}

const SHOWN = ['EUR', 'USD', 'CHF', 'GBP'];

function lastDays(days: readonly Day[], language: Language): Html {
  const value = (day: Day, currency: string): string => {
    const found = day.rates.find((one) => one.currency === currency);
    return found ? rate(found.rate, language) : '';
  };
  return html`<table><thead><tr><th scope="col"></th>${SHOWN.map((currency) => html`<th scope="col" class="num">${currency}</th>`)}</tr></thead><tbody>${days.map((day) => html`<tr><th scope="row">${shortDay(day.date, language)}</th>${SHOWN.map((currency) => html`<td class="num">${value(day, currency)}</td>`)}</tr>`)}</tbody></table>`;
}

/** Exchange rates of the National Bank of Romania: converter, ten bank days as a line, all currencies. */
import { longDay, shortDay } from '#lib/i18n/dates.ts';
import { lazy } from '#lib/i18n/lazy.ts';
import type { Language } from '#lib/i18n/message.ts';
import { allDecimals, number, rate } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { dayLine } from '#transports/web/components/day-line.ts';
import { listDownloads } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { parseNumber } from '#transports/web/formats.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

export const ratesPage: Page = {
  operations: ['getRates', 'getRatesHistory', 'convertCurrency'],
  async show(request) {
    const { client, language, query, now } = request;
    const texts = textsOf(language).rates;
    const { data: day, meta } = await client.getRates({});
    const { data: history } = await client.getRatesHistory({});
    const euro = day.rates.find(({ currency }) => currency === 'EUR');
    const code = query.get('currency')?.toUpperCase();
    const currency = day.rates.find((one) => one.currency === code)?.currency ?? 'EUR';
    const heading = euro ? texts.euro(rate(euro.rate, language)) : texts.title;
    return {
      title: euro ? `${texts.title}: ${heading}` : texts.title,
      description: `${texts.of(longDay(day.date, language))}. ${heading}`,
      isUnlisted: query.size > 0,
      ...(query.has('amount') && { otherQuery: withPlainAmount(query, language) }),
      body: html`<section class="opening slim"><h1>${heading}</h1><p class="promise">${texts.of(longDay(day.date, language))}${euro?.change != null && html`. ${texts.since(change(euro.change, language))}`}</p>${sources(meta.sources, now, language)}</section>
${card({ id: 'convertor', title: texts.convert, body: await converter(day, request) })}
${card({ id: 'zile', title: texts.history, body: courseOf(history, currency, day.rates, language) })}
${card({ id: 'monede', title: texts.all, tools: listDownloads('/api/rates/history', {}, language), body: table(day, request) })}`,
    };
  },
};

/** In lei for the bank's multiplier. */
const change = (value: number, language: PageRequest['language']): string =>
  `${value > 0 ? '+' : ''}${rate(value, language)}`;

function table({ rates }: Day, { language }: PageRequest): Html {
  const texts = textsOf(language).rates;
  return html`<table><thead><tr><th scope="col">${texts.currency}</th><th scope="col" class="num">${texts.value}</th><th scope="col" class="num">${texts.change}</th></tr></thead><tbody>${rates.map((one) => html`<tr><th scope="row">${one.currency} <small>${currencyName(one, language)}${one.multiplier !== 1 && `, ${texts.per(one.multiplier)}`}</small></th><td class="num">${rate(one.published, language)}</td><td class="num">${one.change === null ? html`<span class="quiet">${texts.unknown}</span>` : change(one.change * one.multiplier, language)}</td></tr>`)}</tbody></table>`;
}

async function converter(day: Day, { client, language, query }: PageRequest): Promise<Html> {
  const texts = textsOf(language).rates;
  const from = query.get('from') ?? 'EUR';
  const into = query.get('to') ?? 'RON';
  const typed = query.get('amount');
  const date = query.get('date') ?? '';
  const amount = typed === null ? null : parseNumber(typed, language);
  const conversion =
    amount === null
      ? null
      : await settle(client.convertCurrency({ from, to: into, amount, ...(date !== '' && { date }) }));
  const options = (chosen: string): Html[] =>
    ['RON', ...day.rates.map(({ currency }) => currency)].map(
      (currency) => html`<option${currency === chosen && html` selected`}>${currency}</option>`,
    );
  return html`<form class="filters" action="${to('rates', language)}#convertor">
<p><label>${texts.amount}<input class="field" name="amount" inputmode="decimal" maxlength="22" required value="${typed ?? '100'}"></label></p>
<p><label>${texts.from}<select class="field" name="from">${options(from)}</select></label></p>
<p><label>${texts.into}<select class="field" name="to">${options(into)}</select></label></p>
<p><label>${texts.on}<input class="field" type="date" name="date" value="${date}"></label></p>
<p><button class="button" type="submit">${texts.go}</button></p></form>
${conversion?.result && html`<p class="result" role="status">${texts.result(`${allDecimals(conversion.result.data.amount, language)} ${from} = ${resultOf(conversion.result.data.result, language)} ${into}`, shortDay(conversion.result.data.effectiveDate, language))}</p>`}
${typed !== null && amount === null && html`<p class="bad" role="alert">${texts.noNumber}</p>`}
${conversion?.error && html`<p class="bad" role="alert">${conversion.error.in(language).message}</p>`}`;
}

/** The smallest displayed result. */
const LEAST = 0.0001;

/** Two decimals; results below 1 have the decimals of a rate. */
function resultOf(result: number, language: Language): string {
  if (result < LEAST) return textsOf(language).rates.under(rate(LEAST, language));
  return result < 1 ? rate(result, language) : number(result, language);
}

/** The query with a plain number, for the link to the other language. */
function withPlainAmount(query: URLSearchParams, language: Language): string {
  const plain = new URLSearchParams(query);
  const amount = parseNumber(query.get('amount') ?? '', language);
  if (amount !== null) plain.set('amount', amount);
  return plain.toString();
}

/** Beside the chosen one. */
const MAIN = ['EUR', 'USD', 'CHF', 'GBP'];

function courseOf(days: readonly Day[], currency: string, quoted: Day['rates'], language: Language): Html {
  const texts = textsOf(language).rates;
  // With the bank's multiplier: a single forint would be a flat line.
  const many = (code: string): number => quoted.find((one) => one.currency === code)?.multiplier ?? 1;
  const named = (code: string): string => `${many(code)}\u00a0${code}`;
  const value = (day: Day, code: string): number | null => {
    const quote = day.rates.find((one) => one.currency === code);
    return quote === undefined ? null : quote.rate * many(code);
  };
  // The history is newest first.
  const values = days.toReversed().flatMap((day) => {
    const amount = value(day, currency);
    return amount === null ? [] : [{ day: shortDay(day.date, language), value: amount }];
  });
  const format = (amount: number): string => rate(amount, language);
  const [first, last] = [values[0], values.at(-1)];
  const currencies = [...new Set([currency, ...MAIN])].filter((one) => quoted.some((quote) => quote.currency === one));
  return html`<form class="filters inline" action="${to('rates', language)}#zile"><p><label>${texts.chartCurrency}<select class="field" name="currency">${quoted.map((one) => html`<option${one.currency === currency && html` selected`}>${one.currency}</option>`)}</select></label></p><p><button class="button second" type="submit">${texts.show}</button></p></form>
${first && last && html`<figure><figcaption><b>${texts.figure(named(currency))}</b></figcaption>${dayLine({ values, label: texts.summary(named(currency), `${format(first.value)} (${first.day})`, `${format(last.value)} (${last.day})`), format })}</figure>`}
<details class="values"><summary>${texts.allDays}</summary><div class="scroll" tabindex="0" role="region" aria-label="${texts.history}"><table><thead><tr><th scope="col">${texts.day}</th>${currencies.map((one) => html`<th scope="col" class="num">${named(one)}</th>`)}</tr></thead><tbody>${days.map((day) => html`<tr><th scope="row">${shortDay(day.date, language)}</th>${currencies.map((one) => cell(value(day, one), language))}</tr>`)}</tbody></table></div></details>`;
}

const cell = (amount: number | null, language: Language): Html =>
  html`<td class="num">${amount === null ? html`<span class="quiet">${textsOf(language).rates.notQuoted}</span>` : rate(amount, language)}</td>`;

const english = lazy(() => new Intl.DisplayNames('en-GB', { type: 'currency', fallback: 'none' }));

/** Units of the bank that differ from the standard names. */
const OWN: Readonly<Record<string, string>> = { XAU: 'Gram of gold', XDR: 'Special drawing right' };

const currencyName = ({ currency, name }: { currency: string; name: string | null }, language: Language) =>
  language === 'ro' ? name : (OWN[currency] ?? english().of(currency) ?? name);

type Day = Awaited<ReturnType<PageRequest['client']['getRates']>>['data'];

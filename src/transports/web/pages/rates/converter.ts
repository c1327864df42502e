/** The converter: a plain form, and its answer in the numbers as they were read. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { everyPlace, number, rate } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { parseNumber } from '#transports/web/formats.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import type { Day } from './texts.ts';

export async function converter(day: Day, { client, language, query }: PageRequest): Promise<Html> {
  const texts = textsOf(language).rates;
  const from = query.get('from') ?? 'EUR';
  const into = query.get('to') ?? 'RON';
  const typed = query.get('amount');
  const date = query.get('date') ?? '';
  const amount = typed === null ? null : parseNumber(typed, language);
  const asked =
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
${asked?.result && html`<p class="result" role="status">${texts.result(`${everyPlace(asked.result.data.amount, language)} ${from} = ${resultOf(asked.result.data.result, language)} ${into}`, shortDay(asked.result.data.effectiveDate, language))}</p>`}
${typed !== null && amount === null && html`<p class="bad" role="alert">${texts.noNumber}</p>`}
${asked?.error && html`<p class="bad" role="alert">${asked.error.in(language).message}</p>`}`;
}

/** The least that an answer holds. */
const LEAST = 0.0001;

/** Money has two decimals; what is less than one has as many as a rate, for nothing is worth 0. */
function resultOf(result: number, language: Language): string {
  if (result < LEAST) return textsOf(language).rates.under(rate(LEAST, language));
  return result < 1 ? rate(result, language) : number(result, language);
}

/** The question as readers of both languages would type it. */
export function withPlainAmount(query: URLSearchParams, language: Language): string {
  const plain = new URLSearchParams(query);
  const amount = parseNumber(query.get('amount') ?? '', language);
  if (amount !== null) plain.set('amount', amount);
  return plain.toString();
}

/** The last bank days of one currency: a line, and every value of the main ones in a table. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { rate } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { dayLine } from '#transports/web/components/day-line.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Day } from './texts.ts';

/** Beside the one that was chosen. */
const MAIN = ['EUR', 'USD', 'CHF', 'GBP'];

export function courseOf(days: readonly Day[], currency: string, quoted: Day['rates'], language: Language): Html {
  const texts = textsOf(language).rates;
  // For as many as the bank's table is: of one forint nobody would see the days differ.
  const many = (wanted: string): number => quoted.find((one) => one.currency === wanted)?.multiplier ?? 1;
  const named = (wanted: string): string => `${many(wanted)}\u00a0${wanted}`;
  const value = (day: Day, wanted: string): number | null => {
    const found = day.rates.find((one) => one.currency === wanted);
    return found === undefined ? null : found.rate * many(wanted);
  };
  // The history comes newest first; a line runs towards today.
  const values = days.toReversed().flatMap((day) => {
    const known = value(day, currency);
    return known === null ? [] : [{ day: shortDay(day.date, language), value: known }];
  });
  const written = (known: number): string => rate(known, language);
  const [first, last] = [values[0], values.at(-1)];
  const shown = [...new Set([currency, ...MAIN])].filter((one) => quoted.some((quote) => quote.currency === one));
  return html`<form class="filters inline" action="${to('rates', language)}#zile"><p><label>${texts.shown}<select class="field" name="currency">${quoted.map((one) => html`<option${one.currency === currency && html` selected`}>${one.currency}</option>`)}</select></label></p><p><button class="button second" type="submit">${texts.show}</button></p></form>
${first && last && html`<figure><figcaption><b>${texts.figure(named(currency))}</b></figcaption>${dayLine({ values, label: texts.told(named(currency), `${written(first.value)} (${first.day})`, `${written(last.value)} (${last.day})`), format: written })}</figure>`}
<details class="values"><summary>${texts.allDays}</summary><div class="scroll" tabindex="0" role="region" aria-label="${texts.history}"><table><thead><tr><th scope="col">${texts.day}</th>${shown.map((one) => html`<th scope="col" class="num">${named(one)}</th>`)}</tr></thead><tbody>${days.map((day) => html`<tr><th scope="row">${shortDay(day.date, language)}</th>${shown.map((one) => cell(value(day, one), language))}</tr>`)}</tbody></table></div></details>`;
}

const cell = (known: number | null, language: Language): Html =>
  html`<td class="num">${known === null ? html`<span class="quiet">${textsOf(language).rates.notQuoted}</span>` : rate(known, language)}</td>`;

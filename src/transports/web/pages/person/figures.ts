/** What the firms of a person add up to: those that operate, what they turn over, whom they employ, what they sold to the state. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shortened, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

import type { Person, PersonFirm } from './told.ts';

export function figures(person: Person, listed: readonly PersonFirm[], language: Language): Html {
  const texts = textsOf(language).person;
  const firms = listed.filter((firm) => firm.counted);
  const running = firms.filter(({ active }) => active === true);
  const closed = person.companiesCount - person.activeCount;
  // Sums of a part would pass for sums of all.
  const isWhole = firms.length >= person.companiesCount;
  return html`<div class="figures alone">${figure(
    texts.figures.running,
    html`${wholeNumber(person.activeCount, language)} <small>${texts.figures.of(wholeNumber(person.companiesCount, language))}</small>`,
    closed > 0 ? counted(closed, texts.figures.closed, language) : '',
  )}${isWhole && sums(running, language)}${isWhole && sold(firms, language)}</div>`;
}

const figure = (name: string, value: Html, note: string): Html =>
  html`<div><div><p class="quiet small">${name}</p><p class="value">${value}</p><p class="small">${note}</p></div></div>`;

/** Of the newest year that any of them has; firms without it are counted, not guessed. */
function sums(running: readonly PersonFirm[], language: Language): Html | null {
  const texts = textsOf(language).person.figures;
  const year = Math.max(...running.map((firm) => firm.year ?? 0));
  if (year <= 0) return null;
  const filed = running.filter((firm) => firm.year === year && firm.turnover !== null);
  if (filed.length === 0) return null;
  const missing = running.length - filed.length;
  const note = missing === 0 ? texts.all : texts.noBalance(wholeNumber(missing, language));
  return html`${figure(texts.turnover(year), money(total(filed.map(({ turnover }) => turnover)), language), note)}${figure(texts.staff(year), html`${wholeNumber(total(filed.map(({ employees }) => employees)), language)}`, '')}`;
}

function sold(firms: readonly PersonFirm[], language: Language): Html | null {
  const texts = textsOf(language).person.figures;
  const told = firms.flatMap(({ procurement }) => procurement ?? []);
  if (told.length === 0) return null;
  const count = total(told.map(({ contracts, directPurchases }) => contracts.count + directPurchases.count));
  const sum = total(
    told.map(({ contracts, directPurchases }) => (contracts.value ?? 0) + (directPurchases.value ?? 0)),
  );
  if (count === 0) return figure(texts.sold, html`<span class="quiet">${texts.none}</span>`, '');
  return figure(texts.sold, money(sum, language), counted(count, textsOf(language).person.deals, language));
}

const total = (values: readonly (number | null)[]): number =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

function money(value: number, language: Language): Html {
  const { figure: digits, unit } = shortened(value, language);
  return language === 'ro'
    ? html`${digits} <small>${unit} lei</small>`
    : html`<small>RON</small> ${digits} <small>${unit}</small>`;
}

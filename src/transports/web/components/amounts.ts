/** Published amounts: a value, or what stands in its place. */
import type { Language } from '#lib/i18n/message.ts';
import { lei, shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

export interface Amount {
  value: number | null;
  publishedValue: number | null;
  valueNote: 'zeroPublished' | 'negativePublished' | null;
}

export const estimated = (notice: {
  estimatedValue: number | null;
  publishedEstimatedValue: number | null;
  estimatedValueNote: Amount['valueNote'];
}): Amount => ({
  value: notice.estimatedValue,
  publishedValue: notice.publishedEstimatedValue,
  valueNote: notice.estimatedValueNote,
});

/** Lei with a unit, other currencies in full. */
export const sumText = (value: number, currency: string, language: Language): string =>
  currency === 'RON' ? shortLei(value, language) : `${wholeNumber(value, language)} ${currency}`;

/** Why there is no value. */
export function noValueText({ publishedValue, valueNote }: Amount, currency: string, language: Language): string {
  const texts = textsOf(language).components.amounts;
  if (valueNote === null || publishedValue === null) return texts.none;
  return texts.published(
    currency === 'RON' ? lei(publishedValue, language) : `${wholeNumber(publishedValue, language)} ${currency}`,
  );
}

/** For a column of values. */
export const amountText = (amount: Amount, currency: string, language: Language): Html =>
  amount.value === null
    ? html`<span class="quiet small">${noValueText(amount, currency, language)}</span>`
    : html`${sumText(amount.value, currency, language)}`;

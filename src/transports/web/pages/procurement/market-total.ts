/** The market in one sentence: what was bought, in how many contracts and purchases; ceilings apart. */

import { counted } from '#lib/i18n/counts.ts';
import { longMonth } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { AnalysisPreview, Coverage } from './market-analysis.ts';

export function totalSentence(
  { totals }: Pick<AnalysisPreview, 'totals'>,
  { from }: Coverage,
  language: Language,
): Html {
  const texts = textsOf(language).procurement.market;
  const { contracts, directPurchases, frameworks } = totals;
  if (contracts.count + directPurchases.count + frameworks.count === 0) return html`${texts.empty}`;
  const known = [contracts.value, directPurchases.value].filter((value) => value !== null);
  const sum = known.reduce((all, value) => all + value, 0);
  const unvalued = contracts.unknown + directPurchases.unknown;
  return html`${known.length === 0 ? texts.boughtUnknown : texts.bought(shortLei(sum, language), from && longMonth(from, language))}<b>${counted(contracts.count, texts.contracts, language)}</b>${texts.and}<b>${counted(directPurchases.count, texts.purchases, language)}</b>.
${unvalued > 0 && ` ${texts.unvalued(wholeNumber(unvalued, language))}`}${frameworks.count > 0 && ` ${texts.ceilings(counted(frameworks.count, texts.frameworks, language), frameworks.value === null ? null : shortLei(frameworks.value, language))}`}`;
}

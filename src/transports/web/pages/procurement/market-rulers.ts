/** Two rulers of a market: how concentrated it is, and how many compete. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { percent, threeDigits, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { HHI_LIMITS, hhiRuler, levelOf, shareRuler } from '#transports/web/components/rulers.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Analysis } from './market-analysis.ts';

export const rulers = ({ concentration, offers }: Analysis, language: Language): Html =>
  html`<div class="hero twin">${concentrationBox(concentration, language)}${offersBox(offers, language)}</div>`;

function concentrationBox({ hhi, suppliers, top10Share }: Analysis['concentration'], language: Language): Html {
  const texts = textsOf(language).procurement.market;
  const all = counted(suppliers, texts.suppliers, language);
  const lead = top10Share === null ? `${all}.` : `${all}; ${texts.firstTen(percent(top10Share * 100, language))}.`;
  return html`<section class="verdict"><h2 class="kind"><span>${texts.concentration}</span><span>HHI</span></h2><p class="word">${hhi === null ? texts.unknown : textsOf(language).components.hhi[levelOf(hhi)]}</p>
${hhi === null ? hollow(texts.noHhi) : hhiRuler(hhi, language)}<p class="small">${hhi === null ? texts.noHhi : html`${lead} <span class="limits quiet">${texts.limits(wholeNumber(HHI_LIMITS.moderate, language), wholeNumber(HHI_LIMITS.concentrated, language))}</span>`}</p></section>`;
}

function offersBox({ contracts, average, singleShare }: Analysis['offers'], language: Language): Html {
  const texts = textsOf(language).procurement.market;
  const all = counted(contracts, texts.contracts, language);
  const single = wholeNumber(Math.round((singleShare ?? 0) * contracts), language);
  const told = texts.singleOf(single, all);
  const isKnown = average !== null && singleShare !== null;
  return html`<section class="verdict"><h2 class="kind"><span>${texts.offers}</span><span>${isKnown && all}</span></h2><p class="word">${isKnown ? texts.offersAverage(threeDigits(Math.round(average * 10) / 10, language)) : texts.unknown}</p>
${isKnown ? shareRuler({ share: singleShare, is: texts.single, rest: texts.several, label: told }, language) : hollow(texts.noOffers)}<p class="small">${isKnown ? told : texts.noOffers}</p></section>`;
}

/** Nothing is known: the same place, empty. */
const hollow = (told: string): Html =>
  html`<svg class="band ruler" role="img" aria-label="${told}"><rect x="0" y="20" width="100%" height="28" class="hollow"/></svg>`;

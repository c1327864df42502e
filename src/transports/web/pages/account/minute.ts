/** How much of this minute's requests is used, live: what the limit left when this very page was let in. */

import type { Allowance } from '#api/allowance.ts';
import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

export function minute(allowance: Allowance | null, isPro: boolean, language: Language): Html {
  const texts = textsOf(language).account.minute.page;
  if (allowance === null) return html`<p class="quiet">${texts.uncounted}</p>`;
  const { limit, remaining } = allowance;
  const used = limit - remaining;
  const [usedText, limitText] = [wholeNumber(used, language), wholeNumber(limit, language)];
  const share = Math.min(100, Math.round((used / limit) * 1_000) / 10);
  return html`<div class="minute"><p class="minute-ends"><b>${usedText}</b><span class="quiet">${texts.of(limitText)}</span></p>
<svg role="img" aria-label="${texts.told(usedText, limitText)}"><rect width="100%" height="100%" class="minute-whole"/><rect width="${share}%" height="100%" class="minute-used"/></svg>
<p class="small quiet">${texts.left(counted(remaining, textsOf(language).account.minute.requests, language))} ${isPro ? texts.pro : texts.visitor}</p></div>`;
}

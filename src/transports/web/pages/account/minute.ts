/** How much of this minute's requests is used, live: what the limit left when this very page was let in. */
import type { Allowance } from '#api/allowance.ts';
import type { Language } from '#lib/i18n/message.ts';
import { counted, type Noun } from '#transports/web/formats/counts.ts';
import { wholeNumber } from '#transports/web/formats/numbers.ts';
import { type Html, html } from '#transports/web/html.ts';

interface MinuteTexts {
  of: (limit: string) => string;
  told: (used: string, limit: string) => string;
  left: (left: string) => string;
  pro: string;
  visitor: string;
  uncounted: string;
}

const REQUESTS: Record<Language, Noun> = { ro: ['cerere', 'cereri'], en: ['request', 'requests'] };

const texts: Record<Language, MinuteTexts> = {
  ro: {
    of: (limit) => `${limit} pe minut`,
    told: (used, limit) => `${used} din ${limit} în ultimul minut`,
    left: (left) => `Mai puteți face ${left} în acest minut.`,
    pro: 'Limita este a contului, pentru toate cheile împreună; și o pagină deschisă ca aceasta se numără.',
    visitor: 'Fără Pro, paginile se numără pe adresa de internet.',
    uncounted: 'Aici cererile nu au limită pe minut.',
  },
  en: {
    of: (limit) => `${limit} a minute`,
    told: (used, limit) => `${used} of ${limit} in the last minute`,
    left: (left) => `${left} left in this minute.`,
    pro: 'The limit is the account’s, for all its keys together; a page that is opened, like this one, counts too.',
    visitor: 'Without Pro, pages are counted by internet address.',
    uncounted: 'Requests have no limit per minute here.',
  },
};

export function minute(allowance: Allowance | null, isPro: boolean, language: Language): Html {
  const words = texts[language];
  if (allowance === null) return html`<p class="quiet">${words.uncounted}</p>`;
  const { limit, remaining } = allowance;
  const used = limit - remaining;
  const [usedText, limitText] = [wholeNumber(used, language), wholeNumber(limit, language)];
  const share = Math.min(100, Math.round((used / limit) * 1_000) / 10);
  return html`<div class="minute"><p class="minute-ends"><b>${usedText}</b><span class="quiet">${words.of(limitText)}</span></p>
<svg role="img" aria-label="${words.told(usedText, limitText)}"><rect width="100%" height="100%" class="minute-whole"/><rect width="${share}%" height="100%" class="minute-used"/></svg>
<p class="small quiet">${words.left(counted(remaining, REQUESTS[language], language))} ${isPro ? words.pro : words.visitor}</p></div>`;
}

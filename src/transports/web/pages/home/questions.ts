/** What readers come to ask, as links; where the answer is one number it stands there already. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { rate } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import { html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

interface Known {
  rates: Awaited<ReturnType<PageRequest['client']['getRates']>>['data'] | null;
  /** Null where procurement is not loaded. */
  openTenders: number | null;
}

export function questions({ rates, openTenders }: Known, language: Language) {
  const texts = textsOf(language).home.questions;
  const euro = rates?.rates.find(({ currency }) => currency === 'EUR');
  const { bulk, tenders, markets, search, treasury, rates: course } = texts.questions;
  const asked: readonly (readonly [PageName, readonly [question: string, line: string | null], figure?: string])[] = [
    ['bulk', bulk],
    [
      'tenders',
      tenders,
      openTenders === null ? texts.tendersUnknown : texts.tenders(counted(openTenders, texts.open, language)),
    ],
    ['markets', markets],
    ['search', search],
    ['treasury', treasury],
    [
      'rates',
      course,
      rates && euro ? texts.euro(rate(euro.rate, language), shortDay(rates.date, language)) : texts.euroUnknown,
    ],
  ];
  return html`<section class="sheet wide"><h2>${texts.ask}</h2><ul class="questions">${asked.map(([page, [question, line], figure]) => html`<li><a href="${to(page, language)}">${question}</a><p class="small quiet">${figure ?? line}</p></li>`)}</ul></section>`;
}

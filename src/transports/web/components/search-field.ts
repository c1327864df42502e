/** Search fields: of the whole service, and of one page. */

import type { Language } from '#lib/i18n/message.ts';
import type { CompanyStatus } from '#lib/schema/company-state.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, type PageName, to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';
import { STATUS_TAGS } from './status.ts';

interface Field {
  language: Language;
  q: string;
  /** With a button, where a page is about searching. */
  isLarge?: boolean;
  /** Where a reader comes to type, and there is nothing to read before. */
  isFirst?: boolean;
}

export function searchField({ language, q, isLarge = false, isFirst = false }: Field): Html {
  const texts = textsOf(language).frame;
  return html`<form class="find${isLarge && ' large'}" action="${to('search', language)}" role="search" aria-label="${texts.findHint}" data-find="${JSON.stringify(toldOf(language))}">
${icon('search')}
<input type="search" name="q" value="${q}" placeholder="${texts.findHint}" aria-label="${texts.findHint}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200" enterkeyhint="search"${isFirst && html` autofocus`}>
${isLarge && html`<button class="button" type="submit">${texts.find}</button>`}
</form>`;
}

/** Kinds of records that have a page of their own. */
export const RECORD_PAGES = {
  notice: 'notice',
  contract: 'contract',
  decision: 'decision',
  caen: 'activity',
  article: 'article',
} as const satisfies Record<string, PageName>;

/** For the island: it knows neither language nor addresses nor signs. */
function toldOf(language: Language) {
  const pattern = (page: PageName): string => addresses[page][language].replace(/\{[a-z]+\}/, '{}');
  return {
    language,
    company: pattern('company'),
    person: pattern('person'),
    records: Object.fromEntries(Object.entries(RECORD_PAGES).map(([kind, page]) => [kind, pattern(page)])),
    tags: STATUS_TAGS satisfies Record<CompanyStatus, unknown>,
    ...textsOf(language).components.searchField,
  };
}

interface AskedField {
  action: string;
  /** What may be written into it; the landmark's name too. */
  hint: string;
  button: string;
  q: string;
}

export const pageSearch = ({ action, hint, button, q }: AskedField): Html =>
  html`<form class="find large" action="${action}" role="search" aria-label="${hint}">${icon('search')}<input type="search" name="q" value="${q}" placeholder="${hint}" aria-label="${hint}" maxlength="200" enterkeyhint="search"><button class="button" type="submit">${button}</button></form>`;

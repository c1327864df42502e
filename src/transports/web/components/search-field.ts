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
  /** With a button, on pages for searching. */
  isLarge?: boolean;
  /** Focused on load, where the page has no other content. */
  isFirst?: boolean;
}

export function searchField({ language, q, isLarge = false, isFirst = false }: Field): Html {
  const texts = textsOf(language).frame;
  return html`<form class="find${isLarge && ' large'}" action="${to('search', language)}" role="search" aria-label="${texts.findHint}" data-find="${JSON.stringify(clientConfig(language))}">
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

/** For the client script, which has neither language nor addresses nor icons. */
function clientConfig(language: Language) {
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

interface PageSearch {
  action: string;
  /** The placeholder, and the landmark's name. */
  hint: string;
  button: string;
  q: string;
}

export const pageSearch = ({ action, hint, button, q }: PageSearch): Html =>
  html`<form class="find large" action="${action}" role="search" aria-label="${hint}">${icon('search')}<input type="search" name="q" value="${q}" placeholder="${hint}" aria-label="${hint}" maxlength="200" enterkeyhint="search"><button class="button" type="submit">${button}</button></form>`;

/** The top of every page: mark, search, menu. Without a script the search is a form and the menu a list that unfolds. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';

import { icon } from './icon.ts';
import { searchField } from './search-field.ts';

export interface HeaderNeeds {
  language: Language;
  /** Of the same page in the other language. */
  other: string;
  path: string;
  /** False where the page has the search field itself. */
  hasSearch: boolean;
  /** Null where the page is the same for everybody, or nobody knows who looks. */
  isSignedIn: boolean | null;
}

export function header({ language, other, path, hasSearch, isSignedIn }: HeaderNeeds): Html {
  const texts = textsOf(language).frame;
  return html`<header class="top"><div class="wrap">
<a class="brand" href="${to('home', language)}" aria-label="${texts.home}">${mark}<span${!hasSearch && html` class="always"`}>Firmoteca</span></a>
${hasSearch && searchField({ language, q: '' })}
<details class="menu"><summary aria-label="${texts.menu}">${icon('menu')}</summary>${links({ language, other, path, isSignedIn })}</details>
<nav class="nav" aria-label="${texts.navigation}">${links({ language, other, path, isSignedIn })}</nav>
</div></header>`;
}

const MENU = ['tenders', 'markets', 'rankings', 'bulk'] as const satisfies readonly PageName[];

function links({ language, other, path, isSignedIn }: Omit<HeaderNeeds, 'hasSearch'>): Html {
  const texts = textsOf(language).frame;
  // What lies below a page, such as the result of a check, belongs to it.
  const current = (href: string): Html | false =>
    path === href ? html` aria-current="page"` : path.startsWith(`${href}/`) && html` aria-current="true"`;
  const account: PageName = isSignedIn === false ? 'signIn' : 'account';
  const otherLanguage = language === 'ro' ? 'en' : 'ro';
  return html`<ul>${MENU.map((name) => html`<li><a href="${to(name, language)}"${current(to(name, language))}>${texts[name]}</a></li>`)}
<li><a href="${to('docs', language)}"${current(to('docs', language))}>${texts.api}</a></li>
<li><a href="${to(account, language)}"${current(to(account, language))}>${isSignedIn === false ? texts.signIn : texts.account}</a></li>
<li><a href="${other}" hreflang="${otherLanguage}" lang="${otherLanguage}">${texts.otherShort}<span class="unseen"> ${texts.other}</span></a></li></ul>`;
}

/** A drawer of a card index. */
const mark = html`<svg viewBox="0 0 30 30" aria-hidden="true" focusable="false"><rect width="30" height="30" rx="7" class="mark-ground"/><path class="mark-sign" d="M10 22.5V8.5h10.5M10 15.5h8"/></svg>`;

/** The document around a view: head, header with the search, footer. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { Request } from '#transports/http/request.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import { asset, type InlineStyle } from '#transports/web/assets/assets.ts';
import { icon } from '#transports/web/components/icon.ts';
import { searchField } from '#transports/web/components/search-field.ts';
import { type Html, html, raw } from '#transports/web/html.ts';
import type { RoutedPage, View } from './page.ts';

export interface DocumentOptions {
  /** Null when the address has no page. */
  page: Pick<RoutedPage, 'path'> | null;
  request: Pick<Request, 'path' | 'query' | 'params'>;
  /** The origin of the service; '' for a cached page without a configured public URL, whose links are then paths. */
  origin: string;
  language: Language;
  isDemo: boolean;
  /** Undefined for cached pages, and when the viewer is unknown. */
  isSignedIn?: boolean;
  /** The inline style for a browser without a cached one; otherwise the style is linked. */
  style?: InlineStyle | null;
}

export function documentOf(view: View, options: DocumentOptions): string {
  const { language, isDemo, request } = options;
  const texts = textsOf(language).frame;
  const other = otherLanguageAddress(view, options);
  return html`<!doctype html>
<html lang="${language}" data-signs="${asset('icons.svg')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${view.title} · Firmoteca</title>
${view.description !== undefined && html`<meta name="description" content="${view.description}">`}
<link rel="preload" href="${asset('serif-latin.woff2')}" as="font" type="font/woff2" crossorigin>
${styleOf(options)}
<link rel="icon" href="/icon.svg">
${linksOf(view, options)}
${view.reloadSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${view.reloadSeconds}"></noscript>`}
${(view.scripts ?? []).map((name) => html`<script type="module" src="${asset(`${name}.js`)}"></script>`)}
<script type="module" src="${asset('find.js')}"></script>
${view.structured !== undefined && html`<script type="application/ld+json">${raw(jsonInScript(view.structured))}</script>`}
</head>
<body>
${patterns}
<a class="skip" href="#content">${texts.skip}</a>
${isDemo && html`<aside class="demo" aria-label="${texts.demo[0]}"><p><b>${texts.demo[0]}</b> ${texts.demo[1]}</p></aside>`}
${header({ language, other, path: request.path, hasSearch: view.hasSearch !== true, isSignedIn: options.isSignedIn ?? null })}
<main id="content" class="wrap">${view.body}</main>
${footer({ language })}
</body>
</html>
`.markup;
}

/** An inline style makes the first paint wait for no second request; the next page loads and caches the style sheet. */
const styleOf = ({ style }: DocumentOptions): Html =>
  style ? html`<style>${raw(style.text)}</style>` : html`<link rel="stylesheet" href="${asset('site.css')}">`;

/** The same page in the other language, with the query. */
function otherLanguageAddress(view: View, { page, request, language }: DocumentOptions): string {
  const other = otherThan(language);
  if (page === null) return other === 'ro' ? '/' : '/en';
  const query = view.otherQuery ?? request.query;
  const path = fillPath(page.path[other], request.params);
  return query === '' ? path : `${path}?${query}`;
}

const otherThan = (language: Language): Language => (language === 'ro' ? 'en' : 'ro');

const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{([a-z]+)\}/gi, (_, name: string) => params[name] ?? '');

/** For search engines: the canonical address of this page in each language, without the query. */
function linksOf(view: View, { page, request, language, origin }: DocumentOptions): Html | null {
  if (page === null || view.isUnlisted || view.isPrivate) return null;
  const own = view.canonical ?? request.path;
  const other = fillPath(page.path[otherThan(language)], paramsOf(own, page.path[language]) ?? request.params);
  const [ro, en] = language === 'ro' ? [own, other] : [other, own];
  return html`<link rel="canonical" href="${origin}${own}">
<link rel="alternate" hreflang="ro" href="${origin}${ro}">
<link rel="alternate" hreflang="en" href="${origin}${en}">`;
}

/** The path parameters in an address, percent-encoded; null for an address of another page. */
function paramsOf(address: string, path: string): Record<string, string> | null {
  const values = address.split('/');
  const names = path.split('/');
  const isOther = names.some((name, i) => !name.startsWith('{') && name !== values[i]);
  if (isOther || names.length !== values.length) return null;
  return Object.fromEntries(
    names.flatMap((name, i) => (name.startsWith('{') ? [[name.slice(1, -1), values[i] ?? '']] : [])),
  );
}

/** A closing tag in a text must not close the script. */
const jsonInScript = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The hatching of ranges and unfinished periods, shared by all charts of a page. */
const patterns = html`<svg class="patterns" aria-hidden="true" focusable="false"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V6"/></pattern></defs></svg>`;

export interface HeaderOptions {
  language: Language;
  /** The address of the page in the other language. */
  other: string;
  path: string;
  /** False when the page itself has the search field. */
  hasSearch: boolean;
  /** Null for cached pages, and when the viewer is unknown. */
  isSignedIn: boolean | null;
}

export function header({ language, other, path, hasSearch, isSignedIn }: HeaderOptions): Html {
  const texts = textsOf(language).frame;
  return html`<header class="top"><div class="wrap">
<a class="brand" href="${to('home', language)}" aria-label="${texts.home}">${mark}<span${!hasSearch && html` class="always"`}>Firmoteca</span></a>
${hasSearch && searchField({ language, q: '' })}
<details class="menu"><summary aria-label="${texts.menu}">${icon('menu')}</summary>${links({ language, other, path, isSignedIn })}</details>
<nav class="nav" aria-label="${texts.navigation}">${links({ language, other, path, isSignedIn })}</nav>
</div></header>`;
}

const MENU = ['tenders', 'markets', 'rankings', 'bulk'] as const satisfies readonly PageName[];

function links({ language, other, path, isSignedIn }: Omit<HeaderOptions, 'hasSearch'>): Html {
  const texts = textsOf(language).frame;
  // A page below another, such as the result of a check, marks the upper one.
  const current = (href: string): Html | false =>
    path === href ? html` aria-current="page"` : path.startsWith(`${href}/`) && html` aria-current="true"`;
  const account: PageName = isSignedIn === false ? 'signIn' : 'account';
  const otherLanguage = language === 'ro' ? 'en' : 'ro';
  return html`<ul>${MENU.map((name) => html`<li><a href="${to(name, language)}"${current(to(name, language))}>${texts[name]}</a></li>`)}
<li><a href="${to('docs', language)}"${current(to('docs', language))}>${texts.api}</a></li>
<li><a href="${to(account, language)}"${current(to(account, language))}>${isSignedIn === false ? texts.signIn : texts.account}</a></li>
<li><a href="${other}" hreflang="${otherLanguage}" lang="${otherLanguage}">${texts.otherShort}<span class="unseen"> ${texts.other}</span></a></li></ul>`;
}

/** The logo: a drawer of a card index. */
const mark = html`<svg viewBox="0 0 30 30" aria-hidden="true" focusable="false"><rect width="30" height="30" rx="7" class="mark-ground"/><path class="mark-sign" d="M10 22.5V8.5h10.5M10 15.5h8"/></svg>`;

const TOOLS = [
  ['rates', 'rates'],
  ['iban', 'treasury'],
  ['caen', 'activities'],
  ['places', 'counties'],
  ['press', 'press'],
] as const satisfies readonly [string, PageName][];
const ABOUT = ['agents', 'pricing', 'status', 'support', 'terms', 'privacy'] as const satisfies readonly PageName[];

function footer({ language }: { language: Language }): Html {
  const texts = textsOf(language).frame;
  return html`<footer class="foot"><div class="wrap">
<nav aria-label="${texts.tools}"><h2>${texts.tools}</h2><ul>${TOOLS.map(([text, page]) => html`<li><a href="${to(page, language)}">${texts[text]}</a></li>`)}</ul></nav>
<nav aria-label="${texts.about}"><h2>${texts.about}</h2><ul>${ABOUT.map((page) => html`<li><a href="${to(page, language)}">${texts[page]}</a></li>`)}<li><a href="${to('changes', language)}">${texts.changes}</a></li></ul></nav>
<p>${texts.asPublished}</p>
</div></footer>`;
}

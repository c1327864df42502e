/** The whole document around a view: head, header with the search, footer. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import type { Request } from '#transports/http/request.ts';
import { asset, type InlineStyle } from '#transports/web/assets/assets.ts';
import { footer } from '#transports/web/components/footer.ts';
import { header } from '#transports/web/components/header.ts';
import { type Html, html, raw } from '#transports/web/html.ts';

import type { Page, View } from './page.ts';

export interface Around {
  /** Null where no page is at the address. */
  page: Pick<Page, 'path'> | null;
  request: Pick<Request, 'path' | 'query' | 'params'>;
  /** How readers reach us; '' where a page is made once for all of them and nobody said: then its links are paths. */
  origin: string;
  language: Language;
  isDemo: boolean;
  /** Left out where the page is made once for all, or nobody knows who looks. */
  isSignedIn?: boolean;
  /** The style for a browser that has not kept it; left out: by its address. */
  style?: InlineStyle | null;
}

export function documentOf(view: View, around: Around): string {
  const { language, isDemo, request } = around;
  const texts = textsOf(language).frame;
  const other = otherAddress(view, around);
  return html`<!doctype html>
<html lang="${language}" data-signs="${asset('icons.svg')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${view.title} · Firmoteca</title>
${view.description !== undefined && html`<meta name="description" content="${view.description}">`}
<link rel="preload" href="${asset('serif-latin.woff2')}" as="font" type="font/woff2" crossorigin>
${styleOf(around)}
<link rel="icon" href="/icon.svg">
${linksOf(view, around)}
${view.reloadSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${view.reloadSeconds}"></noscript>`}
${(view.islands ?? []).map((name) => html`<script type="module" src="${asset(`${name}.js`)}"></script>`)}
<script type="module" src="${asset('find.js')}"></script>
${view.structured !== undefined && html`<script type="application/ld+json">${raw(jsonInScript(view.structured))}</script>`}
</head>
<body>
${patterns}
<a class="skip" href="#content">${texts.skip}</a>
${isDemo && html`<aside class="demo" aria-label="${texts.demo[0]}"><p><b>${texts.demo[0]}</b> ${texts.demo[1]}</p></aside>`}
${header({ language, other, path: request.path, hasSearch: view.hasSearch !== true, isSignedIn: around.isSignedIn ?? null })}
<main id="content" class="wrap">${view.body}</main>
${footer({ language })}
</body>
</html>
`.markup;
}

/** The first paint then waits for no second answer; the next page fetches the sheet, and it is kept from there on. */
const styleOf = ({ style }: Around): Html =>
  style ? html`<style>${raw(style.text)}</style>` : html`<link rel="stylesheet" href="${asset('site.css')}">`;

/** The same page in the other language for its readers, with all that they asked for. */
function otherAddress(view: View, { page, request, language }: Around): string {
  const other = otherThan(language);
  if (page === null) return other === 'ro' ? '/' : '/en';
  const query = view.otherQuery ?? request.query;
  const path = filled(page.path[other], request.params);
  return query === '' ? path : `${path}?${query}`;
}

const otherThan = (language: Language): Language => (language === 'ro' ? 'en' : 'ro');

const filled = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{([a-z]+)\}/gi, (_, name: string) => params[name] ?? '');

/** For search engines: the one address of this page in each language, without what somebody asked of it. */
function linksOf(view: View, { page, request, language, origin }: Around): Html | null {
  if (page === null || view.isUnlisted || view.isPrivate) return null;
  const own = view.canonical ?? request.path;
  const other = filled(page.path[otherThan(language)], paramsOf(own, page.path[language]) ?? request.params);
  const [ro, en] = language === 'ro' ? [own, other] : [other, own];
  return html`<link rel="canonical" href="${origin}${own}">
<link rel="alternate" hreflang="ro" href="${origin}${ro}">
<link rel="alternate" hreflang="en" href="${origin}${en}">`;
}

/** The values in an address, as they stand there, by the names in the page's path; null where it is another page's. */
function paramsOf(address: string, path: string): Record<string, string> | null {
  const values = address.split('/');
  const names = path.split('/');
  const isOther = names.some((name, i) => !name.startsWith('{') && name !== values[i]);
  if (isOther || names.length !== values.length) return null;
  return Object.fromEntries(
    names.flatMap((name, i) => (name.startsWith('{') ? [[name.slice(1, -1), values[i] ?? '']] : [])),
  );
}

/** A closing tag inside of a text must not close the script. */
const jsonInScript = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** How ranges and what is unfinished are drawn, once for all pictures of a page. */
const patterns = html`<svg class="patterns" aria-hidden="true" focusable="false"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V6"/></pattern></defs></svg>`;

/** The bottom of every page: tools, what this is, and what the data is not. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type PageName, to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';

const TOOLS = [
  ['rates', 'rates'],
  ['iban', 'treasury'],
  ['caen', 'activities'],
  ['places', 'counties'],
  ['press', 'press'],
] as const satisfies readonly [string, PageName][];
const ABOUT = ['agents', 'pricing', 'status', 'support', 'terms', 'privacy'] as const satisfies readonly PageName[];

export function footer({ language }: { language: Language }): Html {
  const texts = textsOf(language).frame;
  return html`<footer class="foot"><div class="wrap">
<nav aria-label="${texts.tools}"><h2>${texts.tools}</h2><ul>${TOOLS.map(([text, page]) => html`<li><a href="${to(page, language)}">${texts[text]}</a></li>`)}</ul></nav>
<nav aria-label="${texts.about}"><h2>${texts.about}</h2><ul>${ABOUT.map((page) => html`<li><a href="${to(page, language)}">${texts[page]}</a></li>`)}<li><a href="${to('changes', language)}">${texts.changes}</a></li></ul></nav>
<p>${texts.asPublished}</p>
</div></footer>`;
}

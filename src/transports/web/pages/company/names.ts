/** A person or a company by name, linked where they have a page; who asked to be hidden has neither. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';

interface Named {
  name: string | null;
  personId: string | null;
  cui: string | null;
}

export function personOrFirm({ name, personId, cui }: Named, language: Language): Html {
  const texts = textsOf(language).company.page;
  if (name === null)
    return html`<span class="quiet hidden">${texts.hidden} · <a href="${to('privacy', language)}">${texts.hiddenWhy}</a></span>`;
  if (cui !== null) return html`<a href="${to('company', language, { cui })}">${name}</a>`;
  return personId === null ? html`${name}` : html`<a href="${to('person', language, { id: personId })}">${name}</a>`;
}

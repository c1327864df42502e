/** Links to parties, other sites and the operator, and the class of a title in capitals. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

interface Party {
  cui: string | null;
  name: string;
  registryName?: string | null;
}

/** Prefers the name of the registry: it is the same in every notice. */
export const partyLink = ({ cui, name, registryName }: Party, language: Language): Html =>
  cui === null
    ? html`${registryName ?? name}`
    : html`<a href="${to('company', language, { cui })}">${registryName ?? name}</a>`;

export const outsideLink = (url: string | null, text: string): Html | null =>
  url === null
    ? null
    : /^https?:\/\//.test(url)
      ? html`<a href="${url}" rel="noreferrer">${text}</a>`
      : html`<span class="quiet">${text}: ${url}</span>`;

export const contactLink = (contact: string): Html =>
  html`<a href="${contact.includes('@') && !/^https?:/.test(contact) ? `mailto:${contact}` : contact}" rel="noreferrer">${contact}</a>`;

/** `record` is a kind and its number: `company:90000014`. */
export const reportLink = (record: string, language: Language): Html =>
  html`<a rel="nofollow" href="${toQuery('reportError', language, { record })}">${icon('flag')}${textsOf(language).components.reportLink}</a>`;

/** The class of a title published in capitals; empty for all others. */
export const capsOf = (title: string): string =>
  title !== title.toLowerCase() && title === title.toUpperCase() ? 'caps' : '';

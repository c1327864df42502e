/** What Pro would add here: the thing and its count, in one quiet box. */
import type { Language } from '#lib/i18n/message.ts';
import { to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

const MORE = { ro: 'Ce include Pro', en: 'What Pro includes' } as const;

export const proBox = (what: string, language: Language): Html =>
  html`<p class="pro">${icon('pro')}<span>${what} <a href="${to('pricing', language)}">${MORE[language]}</a></span></p>`;

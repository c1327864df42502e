/** What Pro would add here: the thing and its count, in one quiet box. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

export const proBox = (what: string, language: Language): Html =>
  html`<p class="pro">${icon('pro')}<span>${what} <a href="${to('pricing', language)}">${textsOf(language).components.proBox}</a></span></p>`;

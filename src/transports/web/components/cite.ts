/** One line to paste where this is cited: what, from whom, of when, where. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

export const cite = (line: string, language: Language): Html =>
  html`<p class="cite"><b>${textsOf(language).components.cite}:</b> <q data-copy>${line}</q></p>`;

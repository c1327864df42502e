/** One line to paste where this is cited: what, from whom, of when, where. */
import type { Language } from '#lib/i18n/message.ts';
import { type Html, html } from '#transports/web/html.ts';

const TEXT = { ro: 'Citați așa', en: 'Cite as' } as const;

export const cite = (line: string, language: Language): Html =>
  html`<p class="cite"><b>${TEXT[language]}:</b> <q data-copy>${line}</q></p>`;

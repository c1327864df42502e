/** Facts by name: what nobody published says so, and is never a dash or a zero. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

export type Fact = readonly [name: string, value: string | Html | null];

export const facts = (rows: readonly Fact[], language: Language): Html =>
  html`<dl class="facts columns">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value ?? html`<span class="quiet">${textsOf(language).components.facts}</span>`}</dd></div>`)}</dl>`;

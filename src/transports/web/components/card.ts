/** A section of a page as a card, and its usual content: facts, tabs, a citation. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

export interface Card {
  /** For links to it. */
  id: string;
  title: string;
  sources?: Html | null;
  tools?: Html | null;
  body: Html;
}

export const card = ({ id, title, sources, tools, body }: Card): Html =>
  html`<section class="card" id="${id}" aria-labelledby="${id}-title"><header><h2 id="${id}-title">${title}</h2>${sources}${tools}</header><div>${body}</div></section>`;

export type Fact = readonly [name: string, value: string | Html | null];

export const facts = (rows: readonly Fact[], language: Language): Html =>
  html`<dl class="facts columns">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value ?? html`<span class="quiet">${textsOf(language).components.facts}</span>`}</dd></div>`)}</dl>`;

export interface Tab {
  label: string;
  body: Html;
}

/** At most four: the style counts them. */
export const tabs = (name: string, label: string, all: readonly Tab[]): Html =>
  html`<div class="tabs" role="group" aria-label="${label}">${all.map(
    (tab, i) =>
      html`<input type="radio" name="${name}" id="${name}-${i}" autocomplete="off"${i === 0 && html` checked`}><label for="${name}-${i}">${tab.label}</label>`,
  )}${all.map(({ body }) => html`<div>${body}</div>`)}</div>`;

export const cite = (line: string, language: Language): Html =>
  html`<p class="cite"><b>${textsOf(language).components.cite}:</b> <q data-copy>${line}</q></p>`;

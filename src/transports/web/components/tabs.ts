/** Several views of one thing, one at a time, without a script: the browser's own choice of one of several. */
import { type Html, html } from '#transports/web/html.ts';

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

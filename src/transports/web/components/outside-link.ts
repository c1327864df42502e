/** A link that leads out of our pages: only to web addresses; anything else is shown as text. */
import { type Html, html } from '#transports/web/html.ts';

export const outsideLink = (url: string | null, text: string): Html | null =>
  url === null
    ? null
    : /^https?:\/\//.test(url)
      ? html`<a href="${url}" rel="noreferrer">${text}</a>`
      : html`<span class="quiet">${text}: ${url}</span>`;

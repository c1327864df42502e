/** A search of one page's own: a field, a button, a plain form. */
import { type Html, html } from '#transports/web/html.ts';
import { icon } from './icon.ts';

interface AskedField {
  action: string;
  /** What may be written into it; the landmark's name too. */
  hint: string;
  button: string;
  q: string;
}

export const askedField = ({ action, hint, button, q }: AskedField): Html =>
  html`<form class="find large" action="${action}" role="search" aria-label="${hint}">${icon('search')}<input type="search" name="q" value="${q}" placeholder="${hint}" aria-label="${hint}" maxlength="200" enterkeyhint="search"><button class="button" type="submit">${button}</button></form>`;

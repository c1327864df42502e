/** How whoever runs the service is reached: a mail address or a page, as the settings say. */
import { type Html, html } from '#transports/web/html.ts';

export const contactLink = (contact: string): Html =>
  html`<a href="${contact.includes('@') && !/^https?:/.test(contact) ? `mailto:${contact}` : contact}" rel="noreferrer">${contact}</a>`;

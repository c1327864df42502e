/** The frame of the pages before an account: signing up, signing in, and what links in letters lead to. One column, one thing to do. */

import { type Html, html } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';

export interface EntranceView extends Omit<View, 'isPrivate' | 'isUnlisted'> {
  lead?: string | Html;
}

export const entranceView = ({ title, lead, body, ...rest }: EntranceView): View => ({
  ...rest,
  title,
  isPrivate: true,
  body: html`<section class="entrance"><h1>${title}</h1>${lead !== undefined && html`<p class="promise">${lead}</p>`}${body}</section>`,
});

/** A record that needs Pro, opened by a visitor: what it holds is named, what is free is named too, and there is a way on. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { html } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';

interface Named {
  crumb: string;
  title: string;
  pro: string;
  free: string;
}

export const forPro = ({ crumb, title, pro, free }: Named, language: Language): View => ({
  title,
  status: 403,
  isUnlisted: true,
  body: html`<p class="crumb"><a href="${to('tenders', language)}">${crumb}</a> › ${title}</p>
<h1 class="title file">${title}</h1>${proBox(pro, language)}<p class="quiet aside">${free}</p>
<ul class="ways"><li><a href="${to('tenders', language)}">${textsOf(language).procurement.forPro.tenders}</a></li><li><a href="${to('markets', language)}">${textsOf(language).procurement.forPro.markets}</a></li></ul>`,
});

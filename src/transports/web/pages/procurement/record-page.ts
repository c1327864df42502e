/** Parts of procurement pages: their source, and the page of a record that needs Pro. The company pages name the registry, which provides names of parties. */
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';

type Provenance = Parameters<typeof sources>[0];

export const seapSources = (provenance: Provenance, now: number, language: Language): Html => {
  const own = provenance.filter(({ name }) => name === 'seap');
  return sources(own.length > 0 ? own : provenance, now, language);
};

interface Named {
  crumb: string;
  title: string;
  pro: string;
  free: string;
}

export const proView = ({ crumb, title, pro, free }: Named, language: Language): View => ({
  title,
  status: 403,
  isUnlisted: true,
  body: html`<p class="crumb"><a href="${to('tenders', language)}">${crumb}</a> › ${title}</p>
<h1 class="title file">${title}</h1>${proBox(pro, language)}<p class="quiet aside">${free}</p>
<ul class="links"><li><a href="${to('tenders', language)}">${textsOf(language).procurement.forPro.tenders}</a></li><li><a href="${to('markets', language)}">${textsOf(language).procurement.forPro.markets}</a></li></ul>`,
});

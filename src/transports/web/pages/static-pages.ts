/** Static pages of points: terms and support, with the operator's contact. */
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { contactLink } from '#transports/web/components/links.ts';
import { html, prose } from '#transports/web/html.ts';
import type { Page } from '#transports/web/routing/page.ts';

export const pointsPage = (page: 'terms' | 'support', { contact }: { contact: string | null }): Page => ({
  show({ language }) {
    const { title, lead, sections, who, operator, noOperator } = textsOf(language).about[page];
    return {
      title,
      description: lead,
      canonical: to(page, language),
      body: html`<section class="opening slim"><h1>${title}</h1><p class="promise">${lead}</p></section>
${sections.map(({ id, title, points }) => card({ id, title, body: html`<ul class="points">${points.map((point) => html`<li>${prose(point)}</li>`)}</ul>` }))}
${card({ id: 'contact', title: who, body: html`<p>${contact === null ? noOperator : html`${operator} ${contactLink(contact)}`}</p>` })}`,
    };
  },
});

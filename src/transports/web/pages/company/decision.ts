/** One act of the Official Gazette: publication, text, and the certainty of its match with a company. */

import { longDay } from '#lib/i18n/dates.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card, cite, facts } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { outsideLink, reportLink } from '#transports/web/components/links.ts';
import { downloads } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { html } from '#transports/web/html.ts';
import type { Page } from '#transports/web/routing/page.ts';
import { issueOf, matchOf } from './history.ts';

export const decisionPage: Page = {
  operations: ['getDecision'],
  async show({ client, language, params, now }) {
    const texts = textsOf(language).company.decision;
    const { data, meta } = await client.getDecision({ id: params.id ?? '' });
    const { cui, matchConfidence } = data;
    const isSure = matchConfidence === 'exact' || matchConfidence === 'high';
    return {
      title: `${data.title}, ${data.companyName}`,
      // Acts name persons: search engines must not list them.
      isUnlisted: true,
      scripts: ['copy'],
      body: html`<p class="crumb">${cui === null ? texts.gazette : html`<a href="${to('company', language, { cui })}">${data.companyName}</a> › <a href="${to('companyDecisions', language, { cui })}">${texts.gazette}</a>`}</p>
<h1 class="title">${data.title}</h1>
<p class="lede">${issueOf(data.issue, language)}, ${longDay(data.issue.date, language)}</p>
${card({
  id: 'despre',
  title: texts.about,
  sources: sources(meta.sources, now, language),
  tools: html`<p class="tools">${downloads({ content: texts.act, path: `/api/decisions/${data.id}`, formats: ['JSON'] }, language)}</p>`,
  body: facts(
    [
      [
        texts.company,
        cui === null
          ? data.companyName
          : html`<a href="${to('company', language, { cui })}">${data.companyName}</a><small>CUI ${cui}</small>`,
      ],
      [texts.number, data.registrationNumber],
      [texts.kind, textsOf(language).company.gazette.decisionKinds[data.kind]],
      [
        texts.sure,
        html`${icon(isSure ? 'certain' : 'uncertain', isSure ? 'good' : 'amber')} ${matchOf(matchConfidence, language)}`,
      ],
      [texts.published, longDay(data.issue.date, language)],
      ...(data.url === null ? [] : [[texts.where, outsideLink(data.url, texts.gazette)] as const]),
    ],
    language,
  ),
})}
${card({
  id: 'text',
  title: texts.text,
  body: html`<div class="prose">${paragraphs(data.text).map((text) => html`<p>${text}</p>`)}</div>${cite(meta.cite, language)}<p class="tools">${cui !== null && html`<a href="${to('companyDecisions', language, { cui })}">${texts.all}</a>`}${reportLink(`decision:${data.id}`, language)}</p>`,
})}`,
    };
  },
};

const paragraphs = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

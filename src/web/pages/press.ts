/** Press of the tax authority: releases, newest first, and one article with its text. */
import { addresses, to, toQuery } from '#web/addresses.ts';
import type { Page } from '#web/door/page.ts';
import { html } from '#web/html.ts';
import { outsideLink } from '#web/parts/outside-link.ts';
import { pager } from '#web/parts/pager.ts';
import { sources } from '#web/parts/sources.ts';
import { longDay, shortDay } from '#web/words/dates.ts';

const texts = {
  ro: {
    title: 'Comunicate ANAF',
    lead: 'Comunicatele de presă ale ANAF, cu textul lor căutabil.',
    original: 'Documentul original',
    back: 'Toate comunicatele',
  },
  en: {
    title: 'Tax office press',
    lead: 'Press releases of the tax office, with their text.',
    original: 'The original document',
    back: 'All releases',
  },
} as const;

export const pressPage: Page = {
  path: addresses.press,
  of: ['listPressReleases', 'listPressArticles', 'getPressPdf'],
  async show({ client, language, query, now }) {
    const words = texts[language];
    const cursor = query.get('cursor') ?? undefined;
    const { data, meta } = await client.listPressReleases({ limit: 30, ...(cursor !== undefined && { cursor }) });
    return {
      title: words.title,
      description: words.lead,
      body: html`<section class="opening slim"><h1>${words.title}</h1><p class="promise">${words.lead}</p>${sources(meta.sources, now, language)}</section>
<ul class="ledger">${data.map((one) => html`<li><span>${one.articleSlug === null ? one.title : html`<a href="${to('article', language, { slug: one.articleSlug })}">${one.title}</a>`}<br><span class="meta">${one.office}</span></span><span class="right meta">${shortDay(one.date, language)}</span></li>`)}</ul>
${pager(meta.page?.nextCursor, (next) => toQuery('press', language, { cursor: next }), language)}`,
    };
  },
};

export const articlePage: Page = {
  path: addresses.article,
  of: ['getPressArticle'],
  async show({ client, language, params, now }) {
    const words = texts[language];
    const { data, meta } = await client.getPressArticle({ slug: params.slug ?? '' });
    return {
      title: data.title,
      description: data.summary,
      body: html`<p class="crumb"><a href="${to('press', language)}">${words.back}</a></p><h1 class="title">${data.title}</h1><p class="lede">${longDay(data.date, language)} · ${data.office}</p>${sources(meta.sources, now, language)}
<div class="prose" lang="ro">${data.text.split(/\n{2,}/).map((paragraph) => html`<p>${paragraph}</p>`)}</div>
<p class="tools">${outsideLink(data.url, words.original)}</p>`,
    };
  },
};

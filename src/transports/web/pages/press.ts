/** Press releases of the tax authority: the list, and one article. */

import { counted } from '#lib/i18n/counts.ts';
import { longDay, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { outsideLink } from '#transports/web/components/links.ts';
import { listDownloads, pager } from '#transports/web/components/lists.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';

type Release = Awaited<ReturnType<PageRequest['client']['listPressReleases']>>['data'][number];

/** Offices as in the file names, without diacritics. */
const OFFICES: Readonly<Record<string, string>> = {
  Anaf: 'ANAF',
  Brasov: 'Brașov',
  Bucuresti: 'București',
  Galati: 'Galați',
  Iasi: 'Iași',
  Ploiesti: 'Ploiești',
  Timisoara: 'Timișoara',
};

const officeName = (office: string): string => OFFICES[office] ?? office;

export const pressPage: Page = {
  operations: ['listPressReleases', 'listPressArticles', 'getPressPdf'],
  async show({ client, language, query, now }) {
    const texts = textsOf(language).press;
    const cursor = query.get('cursor') ?? undefined;
    const { data, meta } = await client.listPressReleases({ limit: 30, ...(cursor !== undefined && { cursor }) });
    return {
      title: texts.title,
      description: texts.lead,
      isUnlisted: cursor !== undefined,
      body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p></section>
${card({
  id: 'comunicate',
  title: counted(meta.page?.total ?? data.length, texts.releases, language),
  sources: sources(meta.sources, now, language),
  tools: listDownloads('/api/press', {}, language),
  body: html`${data.length === 0 && html`<p>${texts.none}</p>`}<ul class="ledger">${data.map((one) => releaseRow(one, language))}</ul>
${pager(meta.page?.nextCursor, (next) => toQuery('press', language, { cursor: next }), language)}`,
})}`,
    };
  },
};

function releaseRow({ title, date, office, attachments, articleSlug }: Release, language: Language): Html {
  const texts = textsOf(language).press;
  const meta = [
    officeName(office),
    attachments.length > 0 && counted(attachments.length, texts.files, language),
    articleSlug === null && texts.unread,
  ].filter(Boolean);
  return html`<li><span>${articleSlug === null ? html`<span lang="ro">${title}</span>` : html`<a href="${to('article', language, { slug: articleSlug })}" lang="ro">${title}</a>`}<br><span class="meta">${meta.join(' · ')}</span></span><span class="right meta">${shortDay(date, language)}</span></li>`;
}

export const articlePage: Page = {
  operations: ['getPressArticle'],
  async show({ client, language, params, now }) {
    const texts = textsOf(language).press;
    const { data, meta } = await client.getPressArticle({ slug: params.slug ?? '' });
    return {
      title: data.title,
      description: data.summary,
      body: html`<p class="crumb"><a href="${to('press', language)}">${texts.back}</a> › ${shortDay(data.date, language)}</p><h1 class="title" lang="ro">${data.title}</h1><p class="lede">${longDay(data.date, language)} · ${officeName(data.office)}</p>${sources(meta.sources, now, language)}
${data.ocrPages.length > 0 && html`<p class="small amber">${texts.ocr(data.ocrPages.join(', '))}</p>`}
<div class="prose" lang="ro">${paragraphsOf(data.text).map((paragraph) => html`<p>${paragraph}</p>`)}</div>
<p class="tools">${outsideLink(data.url, texts.original)}</p>`,
    };
  },
};

/** Form feeds separate pages. Lines are wrapped at the paper's width: a line that begins in lower case continues the paragraph. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  for (const line of text.split(/[\n\f]/).map((one) => one.trim())) {
    const last = paragraphs.at(-1);
    if (last !== undefined && /^\p{Ll}/u.test(line) && !/[.:;!?]$/.test(last))
      paragraphs[paragraphs.length - 1] = `${last} ${line}`;
    else if (line !== '') paragraphs.push(line);
  }
  return paragraphs;
}

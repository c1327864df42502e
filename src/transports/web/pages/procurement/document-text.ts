/** The text of a document as it could be read, some pages at a time, with what is missing of it. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

import type { Document } from './documents.ts';

type Text = Awaited<ReturnType<PageRequest['client']['getDocumentText']>>['data'];

/** As many as one reads before going on. */
const PAGES = 10;

export async function documentText(document: Document, { client, language, query }: PageRequest): Promise<Html> {
  const texts = textsOf(language).procurement.document;
  const fromPage = wholeIn(query, 'fromPage') ?? 1;
  const fromCharacter = wholeIn(query, 'fromCharacter') ?? 0;
  const { result: told, error: problem } = await settle(
    client.getDocumentText({ id: document.id, fromPage, fromCharacter, pages: PAGES }),
  );
  // Its file says why: a password, a kind without text, not here yet.
  if (told === null) return html`<p>${problem.in(language).message}</p>`;
  const { data, meta } = told;
  return html`${meta.pending && html`<p class="quiet">${texts.pending}</p>`}${data.masked && html`<p class="quiet small">${texts.masked}</p>`}
${data.pages.length === 0 && html`<p>${texts.textStates[data.textState]}</p>`}
${data.pages.map((page) => html`<section class="leaf" id="p${page.number}"><h3>${page.entry !== null && `${page.entry}, `}${texts.pageOf(page.page, page.entry === null ? data.pagesCount : null)}${page.source === 'ocr' && html` <span class="tag">${texts.ocr}</span>`}</h3><div class="page-text" lang="ro">${page.text}</div></section>`)}
${turning(document, data, fromPage > 1, language)}${missing(data.missing, language)}`;
}

/** What is no whole number is taken for not said. */
function wholeIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  return /^[0-9]{1,6}$/.test(text) ? Number(text) : undefined;
}

function turning({ notice, id }: Document, { next }: Text, isFurther: boolean, language: Language): Html | null {
  const texts = textsOf(language).procurement.document;
  if (next === null && !isFurther) return null;
  const at = (query: Record<string, number>): string =>
    `${toQuery('noticeDocument', language, query, { notice, document: id })}#text`;
  return html`<nav class="pager places-in-list">${next && html`<a class="button second" rel="next" href="${at({ fromPage: next.fromPage, ...(next.fromCharacter > 0 && { fromCharacter: next.fromCharacter }) })}">${texts.next}</a>`}${isFurther && html`<a href="${at({})}">${texts.first}</a>`}</nav>`;
}

/** More numbers than that say no more. */
const NUMBERED_MAX = 20;

function missing(rows: Text['missing'], language: Language): Html | null {
  const texts = textsOf(language).procurement.document;
  if (rows.length === 0) return null;
  const what = ({ what: kind, pages, fromPage, count }: Text['missing'][number]): string => {
    if (kind === 'pages') {
      const shown = (pages ?? []).slice(0, NUMBERED_MAX).join(', ');
      return texts.missingPages((pages?.length ?? 0) > NUMBERED_MAX ? `${shown} …` : shown);
    }
    return kind === 'rest' ? texts.missingRest(fromPage ?? 1) : counted(count ?? 1, texts.missingEntries, language);
  };
  return html`<h3>${texts.missing}</h3><ul class="because">${rows.map((row) => html`<li>${what(row)}: ${texts.whys[row.why]}</li>`)}</ul>`;
}

/** Words in the documents of a notice: a form, and the pages on which they stand. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { paging } from '#transports/web/components/lists.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

import { type Document, nameOf } from './documents.ts';
import { verdictTag } from './signatures.ts';

type Told = Awaited<ReturnType<PageRequest['client']['searchDocuments']>>;
type Hit = Told['data'][number];

interface SearchStanding {
  documents: number;
  pages: number;
  notSearchedCount: number;
  notSearched: { documentId: string; name: string | null; partly: boolean; reason: { label: string } }[];
}

/** `version`: the one that the reader looks at. */
export async function searchInDocuments(
  notice: string,
  documents: readonly Document[],
  version: number | undefined,
  { client, language, query, context }: PageRequest,
): Promise<Html> {
  const texts = textsOf(language).procurement.document;
  const pages = documents.reduce((all, document) => all + (document.pages ?? 0), 0);
  // Where files have no pages, or none that are known, a number of pages would not be all of them.
  const isCounted = documents.every((document) => document.pages !== null);
  const hint = pages === 0 || !isCounted ? texts.search : texts.searchPages(counted(pages, texts.pages, language));
  // The place is the same for everybody; who has no Pro is told what it takes.
  if (!context.caller.pro)
    return html`<a class="find in-documents" href="${to('pricing', language)}">${icon('search')}<span>${hint}</span><span class="tag">${icon('pro')}Pro</span></a>`;
  const q = (query.get('q') ?? '').trim();
  const cursor = query.get('cursor');
  const asked =
    q === ''
      ? null
      : await settle(
          client.searchDocuments({ notice, q, ...(version !== undefined && { version }), ...(cursor && { cursor }) }),
        );
  const at = (next: string | undefined): string =>
    `${toQuery('notice', language, { q, version, cursor: next }, { notice })}#documente`;
  return html`<form class="find in-documents" action="${to('notice', language, { notice })}#documente" role="search" aria-label="${texts.search}">${icon('search')}<input type="search" name="q" value="${q}" placeholder="${hint}" aria-label="${texts.search}" maxlength="200">${version !== undefined && html`<input type="hidden" name="version" value="${version}">`}<button class="button" type="submit">${texts.go}</button></form>
${asked?.error && html`<p class="bad" role="alert">${asked.error.in(language).message}</p>`}
${asked?.result && found(asked.result, q, documents, at, language)}`;
}

function found(
  { data, meta }: Told,
  q: string,
  documents: readonly Document[],
  at: (cursor: string | undefined) => string,
  language: Language,
): Html {
  const texts = textsOf(language).procurement.document;
  const standing = meta.search as SearchStanding;
  const total = meta.page?.total ?? data.length;
  const searched = texts.searched(
    counted(standing.documents, texts.documentsNoun, language),
    counted(standing.pages, texts.pages, language),
  );
  return html`<div class="found" role="region" aria-label="${texts.search}">
<p>${total === 0 ? html`<b>${texts.noHits(q)}</b>` : html`<b>${counted(total, texts.hits, language)}.</b>`} <span class="quiet">${searched}</span></p>
${data[0]?.found === 'some' && html`<p class="quiet">${texts.someWords}</p>`}
<ol class="hits">${data.map((hit) => hitRow(hit, documents, language))}</ol>${paging(meta.page, at, language)}${unsearched(standing, language)}</div>`;
}

function hitRow(hit: Hit, documents: readonly Document[], language: Language): Html {
  const texts = textsOf(language).procurement.document;
  const own = documents.find(({ id }) => id === hit.documentId);
  const text = `${toQuery('noticeDocument', language, { fromPage: hit.number }, { notice: own?.notice ?? '', document: hit.documentId })}#p${hit.number}`;
  return html`<li><p><a href="${text}">${hit.entry ?? (own ? nameOf(own) : hit.name)}, ${texts.onPage(hit.page)}</a> ${hit.signatureVerdict && verdictTag(hit.signatureVerdict, language)}</p><p class="snippet" lang="ro">${marked(hit)}</p>${hit.source === 'ocr' && html`<p class="why">${texts.ocr}</p>`}</li>`;
}

/** The snippet is plain text; the places of the words come beside it. */
function marked({ snippet, matches }: Pick<Hit, 'snippet' | 'matches'>): Html {
  let at = 0;
  const parts: (string | Html)[] = [];
  for (const { start, end } of matches) {
    parts.push(snippet.slice(at, start), html`<mark>${snippet.slice(start, end)}</mark>`);
    at = end;
  }
  return html`${[...parts, snippet.slice(at)]}`;
}

/** What nobody could look through is told: a page that was not found may stand there. */
function unsearched({ notSearchedCount, notSearched }: SearchStanding, language: Language): Html | null {
  const texts = textsOf(language).procurement.document;
  if (notSearchedCount === 0) return null;
  return html`<details><summary>${counted(notSearchedCount, texts.notSearched, language)}</summary><ul class="because">${notSearched.map(({ documentId, name, partly, reason }) => html`<li>${name ?? documentId}${partly && ` (${texts.partly})`}: ${reason.label}</li>`)}</ul></details>`;
}

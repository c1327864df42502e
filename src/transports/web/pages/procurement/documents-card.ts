/** The documents of a notice: search, list and versions; or the reason why none are available. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { paging } from '#transports/web/components/lists.ts';
import { alert, proBox } from '#transports/web/components/notices.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';
import { type Settled, settle } from '#transports/web/routing/settle.ts';
import {
  type Document,
  type DocumentationStatus,
  documentationOf,
  documentsOf,
  FILES_MAX,
  type filesOf,
  nameOf,
  verdictTag,
  versionIn,
} from './documents.ts';

type Files = Awaited<ReturnType<typeof filesOf>>;

export async function documentsCard(
  notice: string,
  { result, error }: Settled<Files>,
  request: PageRequest,
): Promise<Html> {
  const { language, now } = request;
  const texts = textsOf(language).procurement.notice;
  if (result === null) return card({ id: 'documente', title: texts.documents, body: whyNone(notice, error, language) });
  const { data, meta } = result;
  const status = documentationOf(meta);
  const isPro = request.context.caller.pro;
  const bundle = `/api/sicap/procedure/${notice}/bundle${status.version === null ? '' : `?version=${status.version}`}`;
  return card({
    id: 'documente',
    title: texts.documents,
    sources: sources(meta.sources, now, language),
    tools: html`${data.length > 0 && html`<p class="tools">${isPro ? html`<a href="${bundle}">${icon('download')}${textsOf(language).procurement.document.bundle}</a>` : html`<a href="${to('pricing', language)}">${icon('pro')}${textsOf(language).procurement.document.bundle} (Pro)</a>`}</p>`}${versionLinks(notice, status, language)}`,
    body: await documentList(notice, result, status, request),
  });
}

async function documentList(
  notice: string,
  { data }: Files,
  status: DocumentationStatus,
  request: PageRequest,
): Promise<Html> {
  const { client, language, query, context } = request;
  const texts = textsOf(language).procurement.notice;
  const version = versionIn(query);
  const input = { notice, limit: FILES_MAX, ...(version !== undefined && { version }) };
  const signers = await settle(client.getSigners(input));
  const note =
    status.state === 'partial'
      ? texts.stateLines.partial
      : isCollecting(status)
        ? texts.stateLines.collecting
        : status.state === 'collecting'
          ? texts.stateLines.newer
          : null;
  return html`${data.length > 0 && (await searchInDocuments(notice, data, version, request))}
${note !== null && html`<p class="files-state">${icon('check', 'amber')} ${note}${status.reason && ` ${status.reason.label}`}</p>`}
${data.length === 0 && status.lookedAt !== null ? lastCheck(status, language) : documentsOf(data, signers.result?.data ?? [], context.caller.pro, language)}${data.length > 0 && !context.caller.pro && html`${proBox(`${textsOf(language).procurement.document.pro} ${textsOf(language).procurement.document.free}`, language)}`}`;
}

/** The displayed version is still being collected. */
const isCollecting = ({ version, versions }: DocumentationStatus): boolean =>
  versions.some((one) => one.version === version && one.state === 'collecting');

/** No files are published: the last and the next check. */
function lastCheck({ lookedAt, nextLookAt }: DocumentationStatus, language: Language): Html {
  const texts = textsOf(language).procurement.notice;
  return html`<p>${lookedAt !== null && texts.looked(shortDay(lookedAt, language))}${nextLookAt !== null && ` ${texts.nextLook(shortDay(nextLookAt, language))}`}</p>`;
}

function versionLinks(notice: string, { version, versions }: DocumentationStatus, language: Language): Html | null {
  const texts = textsOf(language).procurement.notice;
  if (versions.length < 2) return null;
  return html`<h3 class="minor">${texts.versions}</h3><ul class="version-list">${versions.map((one) => html`<li><a href="${toQuery('notice', language, { version: one.version }, { notice })}#documente"${one.version === version && html` aria-current="true"`}>${texts.versionSince(one.version, shortDay(one.seenAt, language))}</a></li>`)}</ul>`;
}

/** States have their own texts; other errors display their message. */
function whyNone(notice: string, error: NonNullable<Settled<Files>['error']>, language: Language): Html {
  const texts = textsOf(language).procurement.notice;
  const again = html`<a href="${to('notice', language, { notice })}#documente">${texts.reload}</a>`;
  const { message } = error.in(language);
  if (error.code === 'WITHDRAWN')
    return alert({ grade: 'note', heading: texts.states.withdrawn, lines: [texts.stateLines.withdrawn] });
  if (error.code === 'DOCUMENTATION_NOT_READY')
    return alert({ grade: 'note', heading: texts.waiting, lines: [message, again] });
  if (error.code === 'UPSTREAM_UNAVAILABLE')
    return alert({ grade: 'check', heading: texts.states.failed, lines: [texts.stateLines.failed, message, again] });
  return html`<p>${message}</p>`;
}

type DocumentSearch = Awaited<ReturnType<PageRequest['client']['searchDocuments']>>;
type Hit = DocumentSearch['data'][number];

interface SearchStatus {
  documents: number;
  pages: number;
  notSearchedCount: number;
  notSearched: { documentId: string; name: string | null; partly: boolean; reason: { label: string } }[];
}

/** `version`: of the list on the page. */
async function searchInDocuments(
  notice: string,
  documents: readonly Document[],
  version: number | undefined,
  { client, language, query, context }: PageRequest,
): Promise<Html> {
  const texts = textsOf(language).procurement.document;
  const pages = documents.reduce((all, document) => all + (document.pages ?? 0), 0);
  // Files with an unknown number of pages make the sum incomplete.
  const isCounted = documents.every((document) => document.pages !== null);
  const hint = pages === 0 || !isCounted ? texts.search : texts.searchPages(counted(pages, texts.pages, language));
  // Without Pro the search field is a link to prices.
  if (!context.caller.pro)
    return html`<a class="find in-documents" href="${to('pricing', language)}">${icon('search')}<span>${hint}</span><span class="tag">${icon('pro')}Pro</span></a>`;
  const q = (query.get('q') ?? '').trim();
  const cursor = query.get('cursor');
  const answer =
    q === ''
      ? null
      : await settle(
          client.searchDocuments({ notice, q, ...(version !== undefined && { version }), ...(cursor && { cursor }) }),
        );
  const at = (next: string | undefined): string =>
    `${toQuery('notice', language, { q, version, cursor: next }, { notice })}#documente`;
  return html`<form class="find in-documents" action="${to('notice', language, { notice })}#documente" role="search" aria-label="${texts.search}">${icon('search')}<input type="search" name="q" value="${q}" placeholder="${hint}" aria-label="${texts.search}" maxlength="200">${version !== undefined && html`<input type="hidden" name="version" value="${version}">`}<button class="button" type="submit">${texts.go}</button></form>
${answer?.error && html`<p class="bad" role="alert">${answer.error.in(language).message}</p>`}
${answer?.result && searchHits(answer.result, q, documents, at, language)}`;
}

function searchHits(
  { data, meta }: DocumentSearch,
  q: string,
  documents: readonly Document[],
  at: (cursor: string | undefined) => string,
  language: Language,
): Html {
  const texts = textsOf(language).procurement.document;
  const status = meta.search as SearchStatus;
  const total = meta.page?.total ?? data.length;
  const searched = texts.searched(
    counted(status.documents, texts.documentsNoun, language),
    counted(status.pages, texts.pages, language),
  );
  return html`<div class="found" role="region" aria-label="${texts.search}">
<p>${total === 0 ? html`<b>${texts.noHits(q)}</b>` : html`<b>${counted(total, texts.hits, language)}.</b>`} <span class="quiet">${searched}</span></p>
${data[0]?.found === 'some' && html`<p class="quiet">${texts.someWords}</p>`}
<ol class="hits">${data.map((hit) => hitRow(hit, documents, language))}</ol>${paging(meta.page, at, language)}${unsearched(status, language)}</div>`;
}

function hitRow(hit: Hit, documents: readonly Document[], language: Language): Html {
  const texts = textsOf(language).procurement.document;
  const own = documents.find(({ id }) => id === hit.documentId);
  const text = `${toQuery('noticeDocument', language, { fromPage: hit.number }, { notice: own?.notice ?? '', document: hit.documentId })}#p${hit.number}`;
  return html`<li><p><a href="${text}">${hit.entry ?? (own ? nameOf(own) : hit.name)}, ${texts.onPage(hit.page)}</a> ${hit.signatureVerdict && verdictTag(hit.signatureVerdict, hit.signatureFacts, language)}</p><p class="snippet" lang="ro">${marked(hit)}</p>${hit.source === 'ocr' && html`<p class="why">${texts.ocr}</p>`}</li>`;
}

/** `matches` are positions in the plain text of the snippet. */
function marked({ snippet, matches }: Pick<Hit, 'snippet' | 'matches'>): Html {
  let at = 0;
  const parts: (string | Html)[] = [];
  for (const { start, end } of matches) {
    parts.push(snippet.slice(at, start), html`<mark>${snippet.slice(start, end)}</mark>`);
    at = end;
  }
  return html`${[...parts, snippet.slice(at)]}`;
}

/** Unsearched files are listed: the words may occur there. */
function unsearched({ notSearchedCount, notSearched }: SearchStatus, language: Language): Html | null {
  const texts = textsOf(language).procurement.document;
  if (notSearchedCount === 0) return null;
  return html`<details><summary>${counted(notSearchedCount, texts.notSearched, language)}</summary><ul class="because">${notSearched.map(({ documentId, name, partly, reason }) => html`<li>${name ?? documentId}${partly && ` (${texts.partly})`}: ${reason.label}</li>`)}</ul></details>`;
}

/** One document of a notice: properties, signatures and, with Pro, its text. */
import { ApiError } from '#api/api-error.ts';
import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { fileSize } from '#lib/i18n/numbers.ts';
import { messages } from '#locales/messages.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { reportLink } from '#transports/web/components/links.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type StatusRow, statusRows } from '#transports/web/components/status.ts';
import { fileKind } from '#transports/web/formats.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import {
  type Document,
  documentationOf,
  FILES_MAX,
  filesOf,
  metaOf,
  nameOf,
  signatureFacts,
  verdictText,
  versionIn,
} from './documents.ts';

export const documentPage: Page = {
  async show(request) {
    const { client, language, now, params, context } = request;
    const texts = textsOf(language).procurement.document;
    const isPro = context.caller.pro;
    const { document, version, meta } = await findDocument(params.notice ?? '', params.document ?? '', request);
    const { notice } = document;
    const { data: signers } = await client.getSigners({ notice, version, limit: FILES_MAX });
    const own = signers.filter(({ documentId, signs }) => documentId === document.id || signs === document.id);
    const name = nameOf(document);
    return {
      title: `${name}: ${notice}`,
      isUnlisted: true,
      body: html`<p class="crumb"><a href="${to('tenders', language)}">${textsOf(language).procurement.notice.tenders}</a> › <a href="${to('notice', language, { notice })}">${notice}</a> › ${textsOf(language).procurement.notice.versionSince(version, shortDay(seenAt(version, meta), language))}</p>
<h1 class="title file">${name}</h1><p class="lede">${metaOf(document, language).join(' · ')}</p>
${statusRows(fourAnswers(document, language))}
<ul class="tools">${document.content && html`<li><a href="${document.content.downloadUrl}">${icon('download')}${texts.download}</a></li>${document.sealed && document.sealed.kind !== 'none' && html`<li><a href="${document.content.downloadUrl}?sealed=true">${icon('download')}${texts.downloadOriginal}</a></li>`}`}<li><a href="${to('notice', language, { notice })}#documente">${texts.back}</a></li><li>${reportLink(`document:${document.id}`, language)}</li></ul>
<div class="before-cards"></div>
${card({ id: 'semnaturi', title: texts.signature, sources: sources(meta.sources, now, language), body: own.length === 0 ? html`<p>${document.reason?.label ?? texts.noSignature}</p>` : html`${own.map((one) => signatureFacts(one, now, isPro, language))}${document.sha256 && html`<p class="digest"><span class="quiet small">${texts.digest}</span><br><code>${document.sha256}</code></p>`}` })}
${card({ id: 'text', title: texts.text, body: isPro ? await documentText(document, request) : proBox(texts.textPro, language) })}`,
    };
  },
};

type Files = Awaited<ReturnType<typeof filesOf>>;

/** In the requested version, or the newest that lists it: a replaced document keeps its page. */
async function findDocument(notice: string, id: string, { client, query }: PageRequest) {
  const first = await filesOf(client, notice, versionIn(query));
  const { versions, version } = documentationOf(first.meta);
  for (const number of [version, ...versions.map((one) => one.version)]) {
    if (number === null) continue;
    const files: Files = number === version ? first : await filesOf(client, notice, number);
    const document = files.data.find((one) => one.id === id);
    if (document) return { document, version: number, meta: files.meta };
  }
  throw new ApiError('NOT_FOUND', messages.procurementPages.unknownDocument({ id, notice }));
}

const seenAt = (version: number, meta: Files['meta']): string =>
  documentationOf(meta).versions.find((one) => one.version === version)?.seenAt ?? '';

const VERDICTS = { valid: 'fine', invalid: 'stop', indeterminate: 'check' } as const;

function fourAnswers(document: Document, language: Language): StatusRow[] {
  const texts = textsOf(language).procurement.document;
  const {
    signatureVerdict: verdict,
    signatureFacts: facts,
    state,
    sizeBytes,
    pages,
    mediaType,
    publishedAt,
    textState,
  } = document;
  return [
    {
      question: texts.answers.signature,
      word:
        verdict === null
          ? state === 'opened'
            ? texts.unsigned
            : texts.notOpened
          : verdictText(verdict, facts, language),
      status: verdict === null ? (state === 'opened' ? 'plain' : 'unknown') : VERDICTS[verdict],
    },
    {
      question: texts.answers.size,
      word:
        pages === null ? (mediaType && fileKind(mediaType)) || texts.unknown : counted(pages, texts.pages, language),
      status: mediaType === null ? 'unknown' : 'plain',
      since: sizeBytes === null ? null : fileSize(sizeBytes, language),
    },
    {
      question: texts.answers.published,
      word: publishedAt === null ? texts.unknown : shortDay(publishedAt, language),
      status: publishedAt === null ? 'unknown' : 'plain',
    },
    {
      question: texts.answers.text,
      word: textState === null ? texts.notRead : texts.textStates[textState],
      status: textState === null ? 'unknown' : textState === 'read' ? 'fine' : 'check',
    },
  ];
}

type Text = Awaited<ReturnType<PageRequest['client']['getDocumentText']>>['data'];

/** Pages of text on one page. */
const PAGES = 10;

async function documentText(document: Document, { client, language, query }: PageRequest): Promise<Html> {
  const texts = textsOf(language).procurement.document;
  const fromPage = wholeIn(query, 'fromPage') ?? 1;
  const fromCharacter = wholeIn(query, 'fromCharacter') ?? 0;
  const { result, error } = await settle(
    client.getDocumentText({ id: document.id, fromPage, fromCharacter, pages: PAGES }),
  );
  // The message states why: a password, a file type without text, not downloaded yet.
  if (result === null) return html`<p>${error.in(language).message}</p>`;
  const { data, meta } = result;
  return html`${meta.pending && html`<p class="quiet">${texts.pending}</p>`}${data.masked && html`<p class="quiet small">${texts.masked}</p>`}
${data.pages.length === 0 && html`<p>${texts.textStates[data.textState]}</p>`}
${data.pages.map((page) => html`<section class="leaf" id="p${page.number}"><h3>${page.entry !== null && `${page.entry}, `}${texts.pageOf(page.page, page.entry === null ? data.pagesCount : null)}${page.source === 'ocr' && html` <span class="tag">${texts.ocr}</span>`}</h3><div class="page-text" lang="ro">${page.text}</div></section>`)}
${pagination(document, data, fromPage > 1, language)}${missing(data.missing, language)}`;
}

/** Undefined where the parameter is no whole number. */
function wholeIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? '';
  return /^[0-9]{1,6}$/.test(text) ? Number(text) : undefined;
}

function pagination({ notice, id }: Document, { next }: Text, isFurther: boolean, language: Language): Html | null {
  const texts = textsOf(language).procurement.document;
  if (next === null && !isFurther) return null;
  const at = (query: Record<string, number>): string =>
    `${toQuery('noticeDocument', language, query, { notice, document: id })}#text`;
  return html`<nav class="pager list-position">${next && html`<a class="button second" rel="next" href="${at({ fromPage: next.fromPage, ...(next.fromCharacter > 0 && { fromCharacter: next.fromCharacter }) })}">${texts.next}</a>`}${isFurther && html`<a href="${at({})}">${texts.first}</a>`}</nav>`;
}

/** Longer lists of page numbers are cut. */
const NUMBERED_MAX = 20;

function missing(rows: Text['missing'], language: Language): Html | null {
  const texts = textsOf(language).procurement.document;
  if (rows.length === 0) return null;
  const what = ({ what: kind, pages, fromPage, count }: Text['missing'][number]): string => {
    if (kind === 'pages') {
      const numbers = (pages ?? []).slice(0, NUMBERED_MAX).join(', ');
      return texts.missingPages((pages?.length ?? 0) > NUMBERED_MAX ? `${numbers} …` : numbers);
    }
    return kind === 'rest' ? texts.missingRest(fromPage ?? 1) : counted(count ?? 1, texts.missingEntries, language);
  };
  return html`<h3>${texts.missing}</h3><ul class="because">${rows.map((row) => html`<li>${what(row)}: ${texts.whys[row.why]}</li>`)}</ul>`;
}

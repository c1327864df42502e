/** One document of a notice: what it is, every signature on it, and with Pro its text, some pages at a time. */

import { ApiError } from '#api/api-error.ts';
import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { fileSize } from '#lib/i18n/numbers.ts';
import { messages } from '#locales/messages.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { reportLink } from '#transports/web/components/links.ts';
import { proBox } from '#transports/web/components/notices.ts';
import { sources } from '#transports/web/components/sources.ts';
import { type StatusRow, statusRows } from '#transports/web/components/status.ts';
import { fileKind } from '#transports/web/formats.ts';
import { html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { documentText } from './document-text.ts';

import { type Document, metaOf, nameOf } from './documents.ts';

import { signatureFacts } from './signatures.ts';
import { FILES_MAX, filesOf, standingOf, versionIn } from './versions.ts';

export const documentPage: Page = {
  path: addresses.noticeDocument,
  async show(request) {
    const { client, language, now, params, context } = request;
    const texts = textsOf(language).procurement.document;
    const isPro = context.caller.pro;
    const { document, version, meta } = await foundIn(params.notice ?? '', params.document ?? '', request);
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
<ul class="tools">${document.content && html`<li><a href="${document.content.downloadUrl}">${icon('download')}${texts.download}</a></li>${document.sealed && document.sealed.kind !== 'none' && html`<li><a href="${document.content.downloadUrl}?sealed=true">${icon('download')}${texts.downloadSealed}</a></li>`}`}<li><a href="${to('notice', language, { notice })}#documente">${texts.back}</a></li><li>${reportLink(`document:${document.id}`, language)}</li></ul>
<div class="before-sheets"></div>
${card({ id: 'semnaturi', title: texts.signature, sources: sources(meta.sources, now, language), body: own.length === 0 ? html`<p>${document.reason?.label ?? texts.noSignature}</p>` : html`${own.map((one) => signatureFacts(one, now, isPro, language))}${document.sha256 && html`<p class="digest"><span class="quiet small">${texts.digest}</span><br><code>${document.sha256}</code></p>`}` })}
${card({ id: 'text', title: texts.text, body: isPro ? await documentText(document, request) : proBox(texts.textPro, language) })}`,
    };
  },
};

type Found = Awaited<ReturnType<typeof filesOf>>;

/** In the version that was asked for, or in the newest that lists it: a document that was replaced keeps its page. */
async function foundIn(notice: string, id: string, { client, query }: PageRequest) {
  const first = await filesOf(client, notice, versionIn(query));
  const { versions, version } = standingOf(first.meta);
  for (const number of [version, ...versions.map((one) => one.version)]) {
    if (number === null) continue;
    const told: Found = number === version ? first : await filesOf(client, notice, number);
    const document = told.data.find((one) => one.id === id);
    if (document) return { document, version: number, meta: told.meta };
  }
  throw new ApiError('NOT_FOUND', messages.procurementPages.unknownDocument({ id, notice }));
}

const seenAt = (version: number, meta: Found['meta']): string =>
  standingOf(meta).versions.find((one) => one.version === version)?.seenAt ?? '';

const VERDICTS = { valid: 'fine', invalid: 'stop', indeterminate: 'check' } as const;

function fourAnswers(document: Document, language: Language): StatusRow[] {
  const texts = textsOf(language).procurement.document;
  const { signatureVerdict: verdict, state, sizeBytes, pages, mediaType, publishedAt, textState } = document;
  return [
    {
      question: texts.answers.signature,
      word: verdict === null ? (state === 'opened' ? texts.unsigned : texts.notOpened) : texts.verdicts[verdict],
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

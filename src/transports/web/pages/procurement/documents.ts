/** The documents of a notice: what each is, what its signatures are worth and why. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { fileSize } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { fileKind } from '#transports/web/formats.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

import { type Signature, verdictTag, whyOf } from './signatures.ts';

export type Document = Awaited<ReturnType<PageRequest['client']['getDocuments']>>['data'][number];

export function documentsOf(
  documents: readonly Document[],
  signatures: readonly Signature[],
  isPro: boolean,
  language: Language,
): Html {
  const texts = textsOf(language).procurement.document;
  if (documents.length === 0) return html`<p>${texts.none}</p>`;
  // A signature may lie in a file of its own, beside the one that it signs.
  const bySigned = Map.groupBy(signatures, ({ signs, documentId }) => signs ?? documentId);
  const names = new Map(documents.map((document) => [document.id, nameOf(document)]));
  const signed = new Map(signatures.flatMap(({ signs, documentId }) => (signs === null ? [] : [[documentId, signs]])));
  const row = (document: Document): Html => {
    const other = names.get(signed.get(document.id) ?? '');
    const own = bySigned.get(document.id) ?? [];
    return html`<tr><th scope="row">${named(document, isPro, language)}</th><td>${other === undefined ? standing(document, own, isPro, language) : html`<p class="why">${texts.signsOther(other)}</p>`}</td></tr>`;
  };
  return html`<table class="documents"><thead><tr><th scope="col">${texts.document}</th><th scope="col">${texts.signature}</th></tr></thead><tbody>${documents.map(row)}</tbody></table>`;
}

export const nameOf = ({ fileName, name, code }: Document): string => fileName ?? name ?? code;

function named(document: Document, isPro: boolean, language: Language): Html {
  const texts = textsOf(language).procurement.document;
  if (document.withheld)
    return html`<span class="quiet">${document.code}</span><small>${texts.withheld(document.withheld.why)}</small>`;
  const download = document.content?.downloadUrl;
  return html`${icon('document')} <a href="${to('noticeDocument', language, { notice: document.notice, document: document.id })}">${nameOf(document)}</a><small>${metaOf(document, language).join(' · ')}${isPro && download && html` · <a href="${download}">${texts.download}</a>`}</small>${document.reason && html`<small class="bad">${document.reason.label}</small>`}`;
}

/** `clarificare · PDF, 14 pagini · 428 kB · publicat la 06.11.2026`. */
export function metaOf(document: Document, language: Language): string[] {
  const texts = textsOf(language).procurement.document;
  const kind = document.mediaType && fileKind(document.mediaType);
  const pages = document.pages !== null && counted(document.pages, texts.pages, language);
  return [
    texts.sections[document.section],
    [kind, pages].filter(Boolean).join(', '),
    document.sizeBytes !== null && fileSize(document.sizeBytes, language),
    document.publishedAt !== null && texts.published(shortDay(document.publishedAt, language)),
  ].filter((text): text is string => Boolean(text));
}

function standing(document: Document, signatures: readonly Signature[], isPro: boolean, language: Language): Html {
  const texts = textsOf(language).procurement.document;
  if (document.withheld) return html``;
  if (document.signatureVerdict === null) {
    const word = { opened: texts.unsigned, failed: texts.notHad, listed: texts.notOpened, stored: texts.notOpened };
    return html`<span class="tag">${word[document.state]}</span>`;
  }
  const worst = signatures.find(({ verdict }) => verdict === document.signatureVerdict) ?? signatures[0];
  return html`${verdictTag(document.signatureVerdict, language)}${worst && html`<p class="why">${whyOf(worst, language)}${!isPro && html` · ${icon('pro')} ${texts.signerPro}`}</p>`}${isPro && signersOf(signatures, language)}`;
}

function signersOf(signatures: readonly Signature[], language: Language): Html | null {
  const texts = textsOf(language).procurement.document;
  const names = signatures.flatMap(({ signer }) => signer?.name ?? signer?.organisation ?? []);
  return names.length === 0 ? null : html`<p class="why">${texts.signedBy([...new Set(names)].join(', '))}</p>`;
}

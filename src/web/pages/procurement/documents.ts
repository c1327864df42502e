/** The documents of a notice: what each is, what its signatures are worth and why. */
import type { Language } from '#sentences/sentence.ts';
import type { PageRequest } from '#web/door/page.ts';
import { type Html, html } from '#web/html.ts';
import { type IconName, icon } from '#web/parts/icon.ts';
import { counted } from '#web/words/counts.ts';
import { fileSize } from '#web/words/numbers.ts';
import { texts } from './notice-texts.ts';

type Client = PageRequest['client'];
type Document = Awaited<ReturnType<Client['getDocuments']>>['data'][number];
type Signature = Awaited<ReturnType<Client['getSigners']>>['data'][number];
type Verdict = NonNullable<Document['signatureVerdict']>;

const SIGNS: Record<Verdict, IconName> = { valid: 'fine', invalid: 'stop', indeterminate: 'uncertain' };
const COLOURS: Record<Verdict, string> = { valid: 'good', invalid: 'bad', indeterminate: 'amber' };

export function documentsOf(
  documents: readonly Document[],
  signatures: readonly Signature[],
  isPro: boolean,
  language: Language,
): Html {
  if (documents.length === 0) return html`<p>${texts[language].none}</p>`;
  const byDocument = Map.groupBy(signatures, ({ documentId }) => documentId);
  return html`<ul class="ledger">${documents.map((document) => documentRow(document, byDocument.get(document.id) ?? [], isPro, language))}</ul>`;
}

function documentRow(document: Document, signatures: readonly Signature[], isPro: boolean, language: Language): Html {
  const words = texts[language];
  if (document.withheld)
    return html`<li><span class="quiet">${document.code}: ${words.withheld(document.withheld.why)}</span></li>`;
  const meta = [
    document.mediaType,
    document.pages !== null && counted(document.pages, words.pages, language),
    document.sizeBytes !== null && fileSize(document.sizeBytes, language),
  ].filter(Boolean);
  return html`<li><span>${icon('document')} ${document.fileName ?? document.name}<br><span class="meta">${meta.join(' · ')}</span>${document.reason && html`<br><span class="meta bad">${document.reason.label}</span>`}
${signatures.map((one) => signature(one, isPro, language))}</span>
<span class="right small">${document.signatureVerdict === null ? html`<span class="tag">${words.unsigned}</span>` : verdictTag(document.signatureVerdict, language)}${document.content && html`<br>${document.content.textUrl !== null && html`<a href="${document.content.textUrl}">${words.text}</a> `}<a href="${document.content.downloadUrl}">${words.download}</a>`}</span></li>`;
}

export const verdictTag = (verdict: Verdict, language: Language): Html =>
  html`<span class="tag ${COLOURS[verdict]}">${icon(SIGNS[verdict])}${texts[language].verdicts[verdict]}</span>`;

function signature({ signer, reasons, level }: Signature, isPro: boolean, language: Language): Html {
  const words = texts[language];
  const who = signer ? [signer.name, signer.organisation].filter(Boolean).join(', ') : isPro ? level : words.signerPro;
  return html`<br><span class="meta">${who}${reasons.map(({ label }) => html` · ${label}`)}</span>`;
}

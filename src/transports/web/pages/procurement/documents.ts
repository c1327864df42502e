/** Documents of a notice: properties, signatures with verdict and reasons, and versions. */
import { counted } from '#lib/i18n/counts.ts';
import { moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { fileSize } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { fileKind } from '#transports/web/formats.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

export type Document = Awaited<ReturnType<PageRequest['client']['getDocuments']>>['data'][number];

export function documentsOf(
  documents: readonly Document[],
  signatures: readonly Signature[],
  isPro: boolean,
  language: Language,
): Html {
  const texts = textsOf(language).procurement.document;
  if (documents.length === 0) return html`<p>${texts.none}</p>`;
  // A detached signature lies in a file of its own.
  const bySigned = Map.groupBy(signatures, ({ signs, documentId }) => signs ?? documentId);
  const names = new Map(documents.map((document) => [document.id, nameOf(document)]));
  const signed = new Map(signatures.flatMap(({ signs, documentId }) => (signs === null ? [] : [[documentId, signs]])));
  const row = (document: Document): Html => {
    const other = names.get(signed.get(document.id) ?? '');
    const own = bySigned.get(document.id) ?? [];
    return html`<tr><th scope="row">${named(document, isPro, language)}</th><td>${other === undefined ? verdictCell(document, own, isPro, language) : html`<p class="why">${texts.signsOther(other)}</p>`}</td></tr>`;
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

function verdictCell(document: Document, signatures: readonly Signature[], isPro: boolean, language: Language): Html {
  const texts = textsOf(language).procurement.document;
  if (document.withheld) return html``;
  if (document.signatureVerdict === null) {
    const word = { opened: texts.unsigned, failed: texts.notHad, listed: texts.notOpened, stored: texts.notOpened };
    return html`<span class="tag">${word[document.state]}</span>`;
  }
  const worst = signatures.find(({ verdict }) => verdict === document.signatureVerdict) ?? signatures[0];
  return html`${verdictTag(document.signatureVerdict, document.signatureFacts, language)}${worst && html`<p class="why">${whyOf(worst, language)}${!isPro && html` · ${icon('pro')} ${texts.signerPro}`}</p>`}${isPro && signersOf(signatures, language)}`;
}

function signersOf(signatures: readonly Signature[], language: Language): Html | null {
  const texts = textsOf(language).procurement.document;
  const names = signatures.flatMap(({ signer }) => signer?.name ?? signer?.organisation ?? []);
  return names.length === 0 ? null : html`<p class="why">${texts.signedBy([...new Set(names)].join(', '))}</p>`;
}

type Signature = Awaited<ReturnType<PageRequest['client']['getSigners']>>['data'][number];
export type Verdict = Signature['verdict'];

const SIGNS: Record<Verdict, IconName> = { valid: 'fine', invalid: 'stop', indeterminate: 'uncertain' };
const COLOURS: Record<Verdict, string> = { valid: 'good', invalid: 'bad', indeterminate: 'amber' };

export const verdictTag = (verdict: Verdict, facts: SignatureFacts | null, language: Language): Html =>
  html`<span class="tag verdict-tag ${COLOURS[verdict]}">${icon(SIGNS[verdict])}${verdictText(verdict, facts, language)}</span>`;

type SignatureFacts = NonNullable<Document['signatureFacts']>;

/** An undecided one with what is known: `undetermined: signed content intact, trusted, revocation not checked`. */
export function verdictText(verdict: Verdict, facts: SignatureFacts | null, language: Language): string {
  const { verdicts, known } = textsOf(language).procurement.document;
  if (verdict !== 'indeterminate' || facts === null) return verdicts[verdict];
  const words = [known.integrity[facts.integrity], known.chain[facts.chain], known.revocation[facts.revocation]];
  // A revoked certificate is one fact: the chain names it, and the revocation need not repeat it.
  if (facts.chain === 'revoked' && facts.revocation === 'revoked') words.pop();
  return `${verdicts[verdict]}: ${words.join(', ')}`;
}

/** The first reason; for a valid signature, the chain and the timestamp. */
function whyOf({ verdict, chain, timestamp, reasons }: Signature, language: Language): string {
  const texts = textsOf(language).procurement.document;
  const [first] = reasons;
  if (verdict !== 'valid' && first) return reasonIn(first.label, language);
  return [chain === 'trusted' && texts.trusted, timestamp?.valid && texts.stamped].filter(Boolean).join(', ');
}

export function signatureFacts(signature: Signature, now: number, isPro: boolean, language: Language): Html {
  const texts = textsOf(language).procurement.document;
  const { timestamp, claimedSigningTime, judgedFor, signer } = signature;
  const at = (instant: string | null): string | null => instant && moment(instant, now, language);
  const timestampText =
    timestamp === null
      ? texts.noTimestamp
      : [at(timestamp.time), timestamp.authority, !timestamp.valid && texts.badTimestamp].filter(Boolean).join(', ');
  const rows: [string, string | Html | null][] = [
    [texts.facts.integrity, texts.integrity[signature.integrity]],
    [texts.facts.chain, texts.chain[signature.chain]],
    [texts.facts.revocation, texts.known.revocation[signature.revocation?.status ?? 'notChecked']],
    [texts.facts.timestamp, timestampText],
    [texts.facts.claimed, at(claimedSigningTime)],
    [texts.facts.verifiedFor, at(judgedFor)],
    [texts.facts.level, signature.level],
    [texts.facts.signer, isPro ? signerOf(signer) : html`${icon('pro')} ${texts.signerPro}`],
    [texts.facts.issuer, signer?.issuer ?? null],
  ];
  return html`<div class="signature-verdict"><p>${verdictTag(signature.verdict, null, language)}</p>${signature.reasons.length > 0 && html`<ul class="because">${signature.reasons.map(({ code, label }) => html`<li>${reasonIn(label, language)} <code>${code}</code></li>`)}</ul>`}
<dl class="facts">${rows.map(([name, text]) => text !== null && html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl></div>`;
}

/** Reasons have ISO dates. */
const reasonIn = (label: string, language: Language): string =>
  label.replace(/\d{4}-\d{2}-\d{2}/g, (day) => shortDay(day, language));

const signerOf = (signer: Signature['signer']): string | null =>
  signer && ([signer.name, signer.organisation, signer.country].filter(Boolean).join(', ') || null);

export interface DocumentationStatus {
  state: 'none' | 'announced' | 'collecting' | 'available' | 'partial' | 'failed' | 'withdrawn' | 'superseded';
  version: number | null;
  /** Newest first. */
  versions: { version: number; seenAt: string; state: string }[];
  documentsCount: number;
  lookedAt: string | null;
  nextLookAt: string | null;
  reason: { code: string; label: string } | null;
}

/** `meta.documentation` of every answer about documents. */
export const documentationOf = (meta: Readonly<Record<string, unknown>>): DocumentationStatus =>
  meta.documentation as DocumentationStatus;

/** Files of one version: no known notice has more. */
export const FILES_MAX = 200;

interface FileDifference {
  /** With content that the older version lacks. */
  inNew: Document[];
  inOld: Document[];
  same: number;
}

/** Compares content: a renamed or re-signed file is the same. Files without content are compared by code. */
export function fileDifference(older: readonly Document[], newer: readonly Document[]): FileDifference {
  const key = ({ sha256, code }: Document): string => sha256 ?? code;
  const had = new Set(older.map(key));
  const has = new Set(newer.map(key));
  const inNew = newer.filter((document) => !had.has(key(document)));
  return { inNew, inOld: older.filter((document) => !has.has(key(document))), same: newer.length - inNew.length };
}

/** Without a version, the newest. */
export const filesOf = (client: PageRequest['client'], notice: string, version?: number) =>
  client.getDocuments({ notice, limit: FILES_MAX, ...(version !== undefined && { version }) });

/** The version in the address; undefined: the newest. */
export function versionIn(query: URLSearchParams, name = 'version'): number | undefined {
  const text = query.get(name) ?? '';
  return /^[1-9][0-9]{0,3}$/.test(text) ? Number(text) : undefined;
}

/** What a signature is worth: shape, word and colour, and why. */

import { moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

export type Signature = Awaited<ReturnType<PageRequest['client']['getSigners']>>['data'][number];
export type Verdict = Signature['verdict'];

const SIGNS: Record<Verdict, IconName> = { valid: 'fine', invalid: 'stop', indeterminate: 'uncertain' };
const COLOURS: Record<Verdict, string> = { valid: 'good', invalid: 'bad', indeterminate: 'amber' };

export const verdictTag = (verdict: Verdict, language: Language): Html =>
  html`<span class="tag judged ${COLOURS[verdict]}">${icon(SIGNS[verdict])}${textsOf(language).procurement.document.verdicts[verdict]}</span>`;

/** The first of the coded reasons in words, the page of the document has all; of a valid one, what makes it so. */
export function whyOf({ verdict, chain, timestamp, reasons }: Signature, language: Language): string {
  const texts = textsOf(language).procurement.document;
  const [first] = reasons;
  if (verdict !== 'valid' && first) return reasonIn(first.label, language);
  return [chain === 'trusted' && texts.trusted, timestamp?.valid && texts.stamped].filter(Boolean).join(', ');
}

/** One signature with all that is known of it. */
export function signatureFacts(signature: Signature, now: number, isPro: boolean, language: Language): Html {
  const texts = textsOf(language).procurement.document;
  const { timestamp, claimedSigningTime, judgedFor, signer } = signature;
  const at = (instant: string | null): string | null => instant && moment(instant, now, language);
  const stamp =
    timestamp === null
      ? texts.noTimestamp
      : [at(timestamp.time), timestamp.authority, !timestamp.valid && texts.badTimestamp].filter(Boolean).join(', ');
  const rows: [string, string | Html | null][] = [
    [texts.facts.integrity, texts.integrity[signature.integrity]],
    [texts.facts.chain, texts.chain[signature.chain]],
    [texts.facts.timestamp, stamp],
    [texts.facts.claimed, at(claimedSigningTime)],
    [texts.facts.judged, at(judgedFor)],
    [texts.facts.level, signature.level],
    [texts.facts.signer, isPro ? signerOf(signer) : html`${icon('pro')} ${texts.signerPro}`],
    [texts.facts.issuer, signer?.issuer ?? null],
  ];
  return html`<div class="judgement"><p>${verdictTag(signature.verdict, language)}</p>${signature.reasons.length > 0 && html`<ul class="because">${signature.reasons.map(({ code, label }) => html`<li>${reasonIn(label, language)} <code>${code}</code></li>`)}</ul>`}
<dl class="facts">${rows.map(([name, text]) => text !== null && html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl></div>`;
}

/** Days in sentences of programs become days as readers write them. */
const reasonIn = (label: string, language: Language): string =>
  label.replace(/\d{4}-\d{2}-\d{2}/g, (day) => shortDay(day, language));

const signerOf = (signer: Signature['signer']): string | null =>
  signer && ([signer.name, signer.organisation, signer.country].filter(Boolean).join(', ') || null);

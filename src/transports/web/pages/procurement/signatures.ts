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
  const words = textsOf(language).procurement.document;
  const [first] = reasons;
  if (verdict !== 'valid' && first) return reasonIn(first.label, language);
  return [chain === 'trusted' && words.trusted, timestamp?.valid && words.stamped].filter(Boolean).join(', ');
}

/** One signature with all that is known of it. */
export function signatureFacts(signature: Signature, now: number, isPro: boolean, language: Language): Html {
  const words = textsOf(language).procurement.document;
  const { timestamp, claimedSigningTime, judgedFor, signer } = signature;
  const at = (instant: string | null): string | null => instant && moment(instant, now, language);
  const stamp =
    timestamp === null
      ? words.noTimestamp
      : [at(timestamp.time), timestamp.authority, !timestamp.valid && words.badTimestamp].filter(Boolean).join(', ');
  const rows: [string, string | Html | null][] = [
    [words.facts.integrity, words.integrity[signature.integrity]],
    [words.facts.chain, words.chain[signature.chain]],
    [words.facts.timestamp, stamp],
    [words.facts.claimed, at(claimedSigningTime)],
    [words.facts.judged, at(judgedFor)],
    [words.facts.level, signature.level],
    [words.facts.signer, isPro ? signerOf(signer) : html`${icon('pro')} ${words.signerPro}`],
    [words.facts.issuer, signer?.issuer ?? null],
  ];
  return html`<div class="judgement"><p>${verdictTag(signature.verdict, language)}</p>${signature.reasons.length > 0 && html`<ul class="because">${signature.reasons.map(({ code, label }) => html`<li>${reasonIn(label, language)} <code>${code}</code></li>`)}</ul>`}
<dl class="facts">${rows.map(([name, text]) => text !== null && html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl></div>`;
}

/** Days in sentences of programs become days as readers write them. */
const reasonIn = (label: string, language: Language): string =>
  label.replace(/\d{4}-\d{2}-\d{2}/g, (day) => shortDay(day, language));

const signerOf = (signer: Signature['signer']): string | null =>
  signer && ([signer.name, signer.organisation, signer.country].filter(Boolean).join(', ') || null);

/** How sure it is that all these firms belong to one person: a word, a ruler of three steps, and what it rests on. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';

import type { Person } from './told.ts';

const STEPS = ['low', 'medium', 'high'] as const;
const SIGNS = { high: 'certain', medium: 'uncertain', low: 'uncertain' } as const;

export function identity({ identityConfidence, companiesCount }: Person, sources: Html, language: Language): Html {
  const texts = textsOf(language).person;
  const { level, reasons } = identityConfidence;
  return html`<section class="verdict identity" aria-labelledby="identity-word">
<p class="kind">${companiesCount > 1 ? texts.identity : texts.single}</p>
<p class="word" id="identity-word">${texts.levels[level]}</p>
<ol class="steps">${STEPS.map((step) => html`<li${step === level && html` class="here" aria-current="true"`}>${texts.scale[step]}</li>`)}</ol>
${reasons.map((reason) => html`<p class="sure">${icon(SIGNS[level], level === 'high' ? 'good' : 'amber')}<span>${reason}</span></p>`)}
<p class="small quiet gap">${texts.birth}</p>${sources}</section>`;
}

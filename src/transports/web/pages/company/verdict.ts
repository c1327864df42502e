/** The verdict with its band: one word, the score with its interval, how sure that is, and why. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { icon } from '#transports/web/components/icon.ts';
import { verdictBand } from '#transports/web/components/score-charts.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Settled } from '#transports/web/routing/settle.ts';
import { type Certainty, certaintyOf } from './certainty.ts';
import { figureOf, wordsOf } from './reason-figures.ts';
import type { Balance, Company, ToldHealth } from './told.ts';

const COLOURS = { solid: 'good', fair: '', watch: 'amber', distress: 'bad', undetermined: 'quiet' } as const;
/** Told by the line above the ruler already. */
const OF_THE_SCORE = /^zone(?:Safe|Grey|Distress|Uncertain)$/;

export function verdict(
  { result: told, error: problem }: Settled<ToldHealth>,
  company: Company,
  balances: readonly Balance[],
  language: Language,
): Html {
  const texts = textsOf(language).company.verdict;
  if (told === null)
    return html`<section class="verdict"><p class="kind">${texts.health}</p><p>${problem.in(language).message}</p></section>`;
  const { year, altman, verdict: found, flags } = told.data;
  const sure = sureOf(told.data, company, balances, language);
  // Without a score the last reason says why there is none: it stands beside the ruler.
  const reasons = (altman.z === null ? found.reasons.slice(0, -1) : found.reasons).filter(
    ({ code }) => !OF_THE_SCORE.test(code),
  );
  const more = flags.filter(({ code }) => !OF_THE_SCORE.test(code));
  return html`<section class="verdict" aria-labelledby="verdict-word">
<p class="kind"><span>${texts.health}</span><span>${year !== null && texts.balanceOf(year)}</span></p>
<p class="word ${!company.struckOff && COLOURS[found.code]}" id="verdict-word">${found.label}</p>
${altman.zone !== null && html`<p class="said">${texts.scoreIs(prime(altman.model), texts.zoneOf[altman.zone])}</p>`}
${verdictBand(altman, language)}
<p class="sure">${icon(sure.sign, sure.colour)}<span><b>${sure.word}</b> ${sure.line}</span></p>
${reasons.length > 0 && html`<ul class="reasons">${reasons.map((reason) => html`<li><span>${wordsOf(reason, company, balances, language) ?? withoutStop(reason.label)}</span><span class="figure">${figureOf(reason.code, company, balances, language)}</span></li>`)}</ul>`}
${more.length > 0 && folded(texts.flags(more.length), more)}
${!told.preview && told.data.notChecked.length > 0 && folded(texts.unread(told.data.notChecked.length), told.data.notChecked)}
<details class="fold"><summary>${texts.how}</summary><p>${texts.howLine} ${year !== null && texts.from(year)}</p></details>
</section>`;
}

/** The same wherever a verdict stands. */
export function sureOf(
  health: ToldHealth['data'],
  company: Company,
  balances: readonly Balance[],
  language: Language,
): Certainty {
  const [gravest] = health.verdict.reasons;
  const plain = gravest && wordsOf(gravest, company, balances, language);
  return certaintyOf(health, plain ? `${plain}.` : (gravest?.label ?? ''), language);
}

const folded = (name: string, remarks: readonly { label: string }[]): Html =>
  html`<details class="fold"><summary>${name}</summary><ul class="reasons">${remarks.map(({ label }) => html`<li>${label}</li>`)}</ul></details>`;

const prime = (model: string): string => model.replaceAll("'", '′');

/** In a row with a figure beside it a sentence is a heading. */
const withoutStop = (label: string): string => label.replace(/\.$/, '');

/** The verdict with its band: one word, the score with its interval, how sure that is, and why. */
import type { Declared } from '#app/slices.ts';
import type { Client } from '#operations/client.ts';
import type { Language } from '#sentences/sentence.ts';
import type { Tried } from '#web/door/tried.ts';
import { type Html, html } from '#web/html.ts';
import { icon } from '#web/parts/icon.ts';
import { verdictBand } from '#web/parts/verdict-band.ts';
import { texts } from './texts.ts';

export type ToldHealth = Awaited<ReturnType<Client<Declared>['getHealth']>>;

const COLOURS = { solid: 'good', fair: '', watch: 'amber', distress: 'bad', undetermined: 'quiet' } as const;

export function verdict({ told, problem }: Tried<ToldHealth>, language: Language): Html {
  const words = texts[language];
  if (told === null)
    return html`<section class="verdict"><p class="kind">${words.health}</p><p>${problem.in(language).message}</p></section>`;
  const { year, altman, verdict: found, flags } = told.data;
  return html`<section class="verdict" aria-labelledby="verdict-word">
<p class="kind"><span>${words.health}</span><span>${year !== null && words.balanceOf(year)}</span></p>
<p class="word ${COLOURS[found.code]}" id="verdict-word">${found.label}</p>
${altman.z !== null && altman.zone !== null && altman.model !== null && html`<p>${words.scoreIs(altman.model, words.zoneOf[altman.zone])}</p>`}
${altman.thresholds !== null && verdictBand({ ...altman, thresholds: altman.thresholds }, language)}
${sure(altman, language)}
${found.reasons.length > 0 && html`<ul class="reasons">${found.reasons.map(({ label }) => html`<li>${label}</li>`)}</ul>`}
${flags.length > 0 && html`<details class="small"><summary>${flags.length}</summary><ul class="reasons">${flags.map(({ label }) => html`<li>${label}</li>`)}</ul></details>`}
</section>`;
}

function sure({ z, zoneCertain }: ToldHealth['data']['altman'], language: Language): Html {
  const words = texts[language];
  if (z === null) return html`<p class="sure">${icon('unknown')}<span>${words.noScore}</span></p>`;
  return zoneCertain
    ? html`<p class="sure">${icon('certain', 'good')}<span><b>${words.certain}</b> ${words.certainLine}</span></p>`
    : html`<p class="sure">${icon('uncertain', 'amber')}<span><b>${words.uncertain}</b> ${words.uncertainLine}</span></p>`;
}

/** The verdict with its band: one word, the score with its interval, how sure that is, and why. */
import type { Language } from '#lib/i18n/message.ts';
import { icon } from '#transports/web/components/icon.ts';
import { verdictBand } from '#transports/web/components/verdict-band.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Tried } from '#transports/web/routing/settle.ts';
import { type Certainty, certaintyOf } from './certainty.ts';
import { figureOf, wordsOf } from './reason-figures.ts';
import type { Balance, Company, ToldHealth } from './told.ts';

const texts = {
  ro: {
    health: 'Sănătate financiară',
    balanceOf: (year: number) => `bilanț ${year}`,
    zoneOf: { distress: 'în zona de risc', grey: 'în zona gri', safe: 'în zona de siguranță' },
    scoreIs: (model: string, zone: string) => `Scorul Altman ${model} este ${zone}.`,
    flags: (count: number) => `Ce mai este de știut: ${count}`,
    unread: (count: number) => `Ce nu s-a putut verifica: ${count}`,
    from: (year: number) => `Calculat de noi din bilanțul ${year}. Nu este recomandare de creditare.`,
    how: 'Cum se calculează',
    howLine:
      'Z′ al lui Altman pentru firme nelistate: cinci rapoarte din bilanț, fiecare cu ponderea lui. Ce bilanțul public nu spune (scadența datoriilor, dobânzile, rezultatul reportat) dă intervalul posibil. Verdictul pornește de la zona scorului și coboară dacă firma este în insolvență, inactivă, cu capitaluri negative, cu pierderi repetate sau cu datorii fiscale.',
  },
  en: {
    health: 'Financial health',
    balanceOf: (year: number) => `accounts of ${year}`,
    zoneOf: { distress: 'in the distress zone', grey: 'in the grey zone', safe: 'in the safe zone' },
    scoreIs: (model: string, zone: string) => `The Altman ${model} score is ${zone}.`,
    flags: (count: number) => `What else to know: ${count}`,
    unread: (count: number) => `What could not be checked: ${count}`,
    from: (year: number) => `Computed by us from the accounts of ${year}. No advice on credit.`,
    how: 'How it is computed',
    howLine:
      'Altman’s Z′ for private firms: five ratios of the accounts, each with its weight. What the public accounts do not say (when debts fall due, interest, retained earnings) gives the possible range. The verdict starts from the zone of the score and is lowered where the firm is insolvent, inactive, has negative equity, repeated losses or tax debts.',
  },
} as const;

const COLOURS = { solid: 'good', fair: '', watch: 'amber', distress: 'bad', undetermined: 'quiet' } as const;
/** Told by the line above the ruler already. */
const OF_THE_SCORE = /^zone(?:Safe|Grey|Distress|Uncertain)$/;

export function verdict(
  { told, problem }: Tried<ToldHealth>,
  company: Company,
  balances: readonly Balance[],
  language: Language,
): Html {
  const words = texts[language];
  if (told === null)
    return html`<section class="verdict"><p class="kind">${words.health}</p><p>${problem.in(language).message}</p></section>`;
  const { year, altman, verdict: found, flags } = told.data;
  const sure = sureOf(told.data, company, balances, language);
  // Without a score the last reason says why there is none: it stands beside the ruler.
  const reasons = (altman.z === null ? found.reasons.slice(0, -1) : found.reasons).filter(
    ({ code }) => !OF_THE_SCORE.test(code),
  );
  const more = flags.filter(({ code }) => !OF_THE_SCORE.test(code));
  return html`<section class="verdict" aria-labelledby="verdict-word">
<p class="kind"><span>${words.health}</span><span>${year !== null && words.balanceOf(year)}</span></p>
<p class="word ${!company.struckOff && COLOURS[found.code]}" id="verdict-word">${found.label}</p>
${altman.zone !== null && html`<p class="said">${words.scoreIs(prime(altman.model), words.zoneOf[altman.zone])}</p>`}
${verdictBand(altman, language)}
<p class="sure">${icon(sure.sign, sure.colour)}<span><b>${sure.word}</b> ${sure.line}</span></p>
${reasons.length > 0 && html`<ul class="reasons">${reasons.map((reason) => html`<li><span>${wordsOf(reason, company, balances, language) ?? withoutStop(reason.label)}</span><span class="figure">${figureOf(reason.code, company, balances, language)}</span></li>`)}</ul>`}
${more.length > 0 && folded(words.flags(more.length), more)}
${!told.preview && told.data.notChecked.length > 0 && folded(words.unread(told.data.notChecked.length), told.data.notChecked)}
<details class="fold"><summary>${words.how}</summary><p>${words.howLine} ${year !== null && words.from(year)}</p></details>
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

/** The verdict: word, score with its interval, certainty and reasons. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { lei, score, shortLei } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { verdictBand } from '#transports/web/components/score-charts.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Settled } from '#transports/web/routing/settle.ts';
import { YEARS } from './accounts.ts';
import type { Balance, Company, HealthResult } from './data.ts';
import { isBankrupt, seenOf, struckOffSince } from './four-answers.ts';

const COLOURS = { solid: 'good', fair: '', watch: 'amber', distress: 'bad', undetermined: 'quiet' } as const;
/** Reasons that the line above the ruler states already. */
const OF_THE_SCORE = /^zone(?:Safe|Grey|Distress|Uncertain)$/;

export function verdict(
  { result, error }: Settled<HealthResult>,
  company: Company,
  balances: readonly Balance[],
  language: Language,
): Html {
  const texts = textsOf(language).company.verdict;
  if (result === null)
    return html`<section class="verdict"><p class="kind">${texts.health}</p><p>${error.in(language).message}</p></section>`;
  const { year, altman, verdict: outcome, flags } = result.data;
  const sure = sureOf(result.data, company, balances, language);
  // Without a score the last reason explains it beside the ruler.
  const reasons = (altman.z === null ? outcome.reasons.slice(0, -1) : outcome.reasons).filter(
    ({ code }) => !OF_THE_SCORE.test(code),
  );
  const more = flags.filter(({ code }) => !OF_THE_SCORE.test(code));
  return html`<section class="verdict" aria-labelledby="verdict-word">
<p class="kind"><span>${texts.health}</span><span>${year !== null && texts.balanceOf(year)}</span></p>
<p class="word ${!company.struckOff && COLOURS[outcome.code]}" id="verdict-word">${outcome.label}</p>
${altman.zone !== null && html`<p class="score-line">${texts.scoreIs(prime(altman.model), texts.zoneOf[altman.zone])}</p>`}
${verdictBand(altman, language)}
<p class="sure">${icon(sure.sign, sure.colour)}<span><b>${sure.word}</b> ${sure.line}</span></p>
${reasons.length > 0 && html`<ul class="reasons">${reasons.map((reason) => html`<li><span>${wordsOf(reason, company, balances, language) ?? withoutStop(reason.label)}</span><span class="figure">${figureOf(reason.code, company, balances, language)}</span></li>`)}</ul>`}
${more.length > 0 && folded(texts.flags(more.length), more)}
${!result.preview && result.data.notChecked.length > 0 && folded(texts.unread(result.data.notChecked.length), result.data.notChecked)}
<details class="fold"><summary>${texts.how}</summary><p>${texts.howLine} ${year !== null && texts.from(year)}</p></details>
</section>`;
}

/** Also for the comparison. */
export function sureOf(
  health: HealthResult['data'],
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

/** A heading has no full stop. */
const withoutStop = (label: string): string => label.replace(/\.$/, '');

type Health = HealthResult['data'];
type Zone = NonNullable<Health['altman']['zone']>;

interface Certainty {
  word: string;
  line: string;
  sign: IconName;
  colour: string;
}

/** Higher is worse. */
const GRAVITY = { solid: 0, fair: 1, watch: 2, distress: 3, undetermined: -1 } as const;
const BY_ZONE = { safe: 'solid', grey: 'fair', distress: 'distress' } as const;
/** Rules that force the worst verdict. */
const ENDING = new Set(['struckOff', 'insolvency', 'dissolution']);

/** `gravest`: the deciding reason, as a sentence. */
export function certaintyOf({ altman, verdict }: Health, gravest: string, language: Language): Certainty {
  const texts = textsOf(language).company.certainty;
  const { z, zone, zoneCertain } = altman;
  if (z === null || zone === null)
    return { word: texts.noScore, line: whyNone(verdict.reasons), sign: 'unknown', colour: 'quiet' };
  const cap = capOf(verdict, zone);
  const { low, high } = zonesOf(altman, zone);
  if (zoneCertain === false)
    return cap !== null && GRAVITY[cap] >= GRAVITY[BY_ZONE[low]]
      ? { word: texts.decided, line: gravest, sign: 'uncertain', colour: 'amber' }
      : {
          word: texts.uncertain,
          line: texts.crosses(texts.zones[low], texts.short[high]),
          sign: 'uncertain',
          colour: 'amber',
        };
  if (cap !== null && zone !== 'distress' && GRAVITY[cap] > GRAVITY[BY_ZONE[zone]])
    return { word: texts.lowered[zone], line: lowered(gravest), sign: 'certain', colour: 'amber' };
  return { word: texts.certain, line: rangeLine(altman, zone, language), sign: 'certain', colour: 'good' };
}

type Code = Exclude<keyof typeof GRAVITY, 'undetermined'>;

/** The best verdict that the rules leave, derived from the result. */
function capOf({ code, reasons }: Health['verdict'], zone: Zone): Code | null {
  if (reasons.some((reason) => ENDING.has(reason.code))) return 'distress';
  return code !== 'undetermined' && GRAVITY[code] > GRAVITY[BY_ZONE[zone]] ? code : null;
}

function zonesOf({ zLow, zHigh, thresholds }: Health['altman'], own: Zone): { low: Zone; high: Zone } {
  const zoneOf = (value: number | null): Zone =>
    value === null
      ? own
      : value < thresholds.distressBelow
        ? 'distress'
        : value > thresholds.safeAbove
          ? 'safe'
          : 'grey';
  return { low: zoneOf(zLow), high: zoneOf(zHigh) };
}

function rangeLine({ z, zLow, zHigh }: Health['altman'], zone: Zone, language: Language): string {
  const texts = textsOf(language).company.certainty;
  const name = texts.zones[zone];
  if (z === null || zLow === null || zHigh === null || (z === zLow && z === zHigh)) return texts.whole(name);
  return z === zLow
    ? texts.upTo(score(zHigh, language), name)
    : texts.between(score(zLow, language), score(zHigh, language), name);
}

/** The reason for a missing score comes last. */
const whyNone = (reasons: readonly { label: string }[]): string => reasons.at(-1)?.label ?? '';

/** For text after a colon. */
const lowered = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

/** The reason with details of this page; null where the page has none. */
export function wordsOf(
  reason: Reason,
  company: Company,
  balances: readonly Balance[],
  language: Language,
): string | null {
  const texts = textsOf(language).company.reasonFigures;
  if (reason.code === 'insolvency') return isBankrupt(company) ? texts.bankruptcy : texts.insolvency;
  if (reason.code !== 'losses') return null;
  // Pro has every loss year; this page has eight years of accounts.
  if ('inputs' in reason && reason.inputs.length > 1) return texts.losses(reason.inputs.length);
  const run = lossRun(balances);
  return run >= YEARS ? texts.lossesAtLeast(run) : run > 1 ? texts.losses(run) : null;
}

type Reason = HealthResult['data']['verdict']['reasons'][number];

export function figureOf(
  code: string,
  company: Company,
  [newest, before]: readonly Balance[],
  language: Language,
): string | null {
  const texts = textsOf(language).company.reasonFigures;
  const money = (value: number | null | undefined): string | null => (value == null ? null : shortLei(value, language));
  const seen = (state: Parameters<typeof seenOf>[1]): string | null => {
    const day = seenOf(company, state, language);
    return day && texts.registry(day);
  };
  const { summary, year = 0 } = newest ?? {};
  switch (code) {
    case 'insolvency':
      return seen(isBankrupt(company) ? 'bankruptcy' : 'insolvency');
    case 'dissolution':
    case 'suspended':
      return seen(code);
    case 'struckOff':
      return struckOffSince(company, language) ?? seen('struckOff');
    case 'inactive':
      return company.inactiveSince && textsOf(language).company.page.since(shortDay(company.inactiveSince, language));
    case 'taxDebt':
      return (
        company.datoriiAnaf &&
        texts.at(lei(company.datoriiAnaf.total, language), shortDay(company.datoriiAnaf.asOf, language))
      );
    case 'negativeEquity':
      return withYear(money(summary?.equity), year, language);
    case 'capitalLost':
      return joined(money(summary?.equity), money(summary?.capital), texts.of);
    case 'losses':
      return withYear(money(summary?.netProfit), year, language);
    case 'turnoverCollapse':
      return joined(money(summary?.turnover), money(before?.summary.turnover), texts.against);
    default:
      return null;
  }
}

const withYear = (sum: string | null, year: number, language: Language): string | null =>
  sum === null ? null : textsOf(language).company.reasonFigures.inYear(sum, year);

const joined = (a: string | null, b: string | null, join: (a: string, b: string) => string): string | null =>
  a === null || b === null ? null : join(a, b);

/** Consecutive loss years, counted back from the newest. */
function lossRun(balances: readonly Balance[]): number {
  const first = balances[0]?.year ?? 0;
  const end = balances.findIndex(({ year, summary }, i) => year !== first - i || !((summary.netProfit ?? 0) < 0));
  return end === -1 ? balances.length : end;
}

/** A reason in plain words and the figure behind it, from facts that everybody may see on this page: what it is, and since when. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { lei, shortLei } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { isBankrupt, seenOf, struckOffSince } from './standing.ts';

import type { Balance, Company, ToldHealth } from './told.ts';
import { YEARS } from './years.ts';

/** The reason in plain words, where the page knows more than the sentence says; null where it does not. */
export function wordsOf(
  reason: Reason,
  company: Company,
  balances: readonly Balance[],
  language: Language,
): string | null {
  const texts = textsOf(language).company.reasonFigures;
  if (reason.code === 'insolvency') return isBankrupt(company) ? texts.bankruptcy : texts.insolvency;
  if (reason.code !== 'losses') return null;
  // Pro is told every year of it; the accounts of this page go back eight years, and losses may be older.
  if ('inputs' in reason && reason.inputs.length > 1) return texts.losses(reason.inputs.length);
  const run = lossRun(balances);
  return run >= YEARS ? texts.lossesAtLeast(run) : run > 1 ? texts.losses(run) : null;
}

type Reason = ToldHealth['data']['verdict']['reasons'][number];

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

/** Years with a loss, back from the newest without a gap. */
function lossRun(balances: readonly Balance[]): number {
  const first = balances[0]?.year ?? 0;
  const end = balances.findIndex(({ year, summary }, i) => year !== first - i || !((summary.netProfit ?? 0) < 0));
  return end === -1 ? balances.length : end;
}

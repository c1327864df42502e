/** The figure behind a reason, from facts that everybody may see on this page: what it is, and since when. */
import type { Language } from '#sentences/sentence.ts';
import { shortDay } from '#web/words/dates.ts';
import { lei, shortLei } from '#web/words/numbers.ts';
import { seenOf } from './standing.ts';
import { texts as shared } from './texts.ts';
import type { Balance, Company } from './told.ts';

const texts = {
  ro: {
    at: (sum: string, day: string) => `${sum} la ${day}`,
    inYear: (sum: string, year: number) => `${sum} în ${year}`,
    losses: (years: number, sum: string, year: number) => `${years} ani la rând, ${sum} în ${year}`,
    of: (part: string, whole: string) => `${part} din ${whole}`,
    against: (now: string, before: string) => `${now}, față de ${before}`,
    registry: (seen: string) => `ONRC, ${seen}`,
  },
  en: {
    at: (sum: string, day: string) => `${sum} on ${day}`,
    inYear: (sum: string, year: number) => `${sum} in ${year}`,
    losses: (years: number, sum: string, year: number) => `${years} years in a row, ${sum} in ${year}`,
    of: (part: string, whole: string) => `${part} of ${whole}`,
    against: (now: string, before: string) => `${now}, after ${before}`,
    registry: (seen: string) => `registry, ${seen}`,
  },
} as const;

export function figureOf(
  code: string,
  company: Company,
  [newest, before, ...older]: readonly Balance[],
  language: Language,
): string | null {
  const words = texts[language];
  const money = (value: number | null | undefined): string | null => (value == null ? null : shortLei(value, language));
  const seen = seenOf(company, language);
  const { summary, year = 0 } = newest ?? {};
  switch (code) {
    case 'insolvency':
    case 'dissolution':
    case 'suspended':
      return seen && words.registry(seen);
    case 'struckOff':
      return company.deregistrationDate === null
        ? seen && words.registry(seen)
        : shared[language].since(shortDay(company.deregistrationDate, language));
    case 'inactive':
      return company.inactiveSince && shared[language].since(shortDay(company.inactiveSince, language));
    case 'taxDebt':
      return (
        company.datoriiAnaf &&
        words.at(lei(company.datoriiAnaf.total, language), shortDay(company.datoriiAnaf.asOf, language))
      );
    case 'negativeEquity':
      return withYear(money(summary?.equity), year, language);
    case 'capitalLost':
      return joined(money(summary?.equity), money(summary?.capital), words.of);
    case 'losses': {
      const sum = money(summary?.netProfit);
      const run = newest && before ? lossRun([newest, before, ...older]) : 0;
      return sum === null || run === 0 ? null : words.losses(run, sum, year);
    }
    case 'turnoverCollapse':
      return joined(money(summary?.turnover), money(before?.summary.turnover), words.against);
    default:
      return null;
  }
}

const withYear = (sum: string | null, year: number, language: Language): string | null =>
  sum === null ? null : texts[language].inYear(sum, year);

const joined = (a: string | null, b: string | null, join: (a: string, b: string) => string): string | null =>
  a === null || b === null ? null : join(a, b);

/** Years with a loss, back from the newest without a gap. */
function lossRun(balances: readonly Balance[]): number {
  const first = balances[0]?.year ?? 0;
  const end = balances.findIndex(({ year, summary }, i) => year !== first - i || !((summary.netProfit ?? 0) < 0));
  return end === -1 ? balances.length : end;
}

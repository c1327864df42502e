/** Which balance sheets should be public by now, which of them are loaded, and why one is missing. */
import { type Day, yearOf } from '#lib/values/date.ts';

/** What the contract promises: the last eight years. */
const YEARS = 8;

/** The tax authority's web service has the balance sheets of a year from this day of the next year on: filing ends on 30 May, loading takes two weeks. */
const SERVICE_PUBLISHES = '06-15';

/** The ministry publishes the year's file in August of the next year; a balance sheet that is not in it was not filed in time. */
const FILE_PUBLISHED = '08-31';

/** The web service, and the files, begin with this year. */
const FIRST_YEAR = 2014;

/** Newest first: the years among the last eight whose balance sheet should be public on `today`. */
export const expectedYears = (today: Day, registeredOn: Day | null, struckOffOn: Day | null): number[] =>
  publicYears(today, registeredOn, struckOffOn).filter((year) => isRecent(year, today));

/** Newest first: every year of which the web service could have a balance sheet on `today`. */
export function publicYears(today: Day, registeredOn: Day | null, struckOffOn: Day | null): number[] {
  const newest = newestPublic(today);
  const first = registeredOn === null ? 0 : yearOf(registeredOn);
  // A company files for each year at whose end it exists.
  const last = struckOffOn === null ? newest : yearOf(struckOffOn) - 1;
  const years = Array.from({ length: newest - FIRST_YEAR + 1 }, (_, i) => newest - i);
  return years.filter((year) => year >= first && year <= last);
}

/** The balance sheets of eight years, counted back from the newest: a company that stopped filing still has its last eight. */
export function lastEight<Of extends { year: number }>(balances: readonly Of[]): Of[] {
  const [newest] = balances;
  return newest ? balances.filter(({ year }) => year > newest.year - YEARS) : [];
}

/** Among the last eight years on `today`, or newer than they should be. */
export const isRecent = (year: number, today: Day): boolean => year > newestPublic(today) - YEARS;

const newestPublic = (today: Day): number => yearOf(today) - (today.slice(5) >= SERVICE_PUBLISHES ? 1 : 2);

/** For `meta` of the financials. A year before its expected publication counts as covered too. */
export function coverage(expected: readonly number[], balances: readonly { year: number }[]) {
  const covered = balances.map((balance) => balance.year).toSorted((a, b) => b - a);
  return {
    financialsExpectedYears: [...expected],
    financialsCoveredYears: covered,
    financialsMissingYears: expected.filter((year) => !covered.includes(year)),
  };
}

export type MissingBalance = 'notFiled' | 'notYetPublished' | 'unknown';

/** Why there is no balance sheet of `year`. `fileLoaded`: the generation contains that year's file; `serviceHadNone`: the web service answered that it has none. */
export function whyMissing(
  year: number,
  today: Day,
  facts: { registeredOn: Day | null; struckOffOn: Day | null; fileLoaded: boolean; serviceHadNone: boolean },
): MissingBalance {
  if (today < `${year + 1}-${SERVICE_PUBLISHES}`) return 'notYetPublished';
  if (facts.registeredOn !== null && year < yearOf(facts.registeredOn)) return 'notFiled';
  if (facts.struckOffOn !== null && year >= yearOf(facts.struckOffOn)) return 'notFiled';
  if (facts.fileLoaded) return 'notFiled';
  if (!facts.serviceHadNone) return 'unknown';
  return today > `${year + 1}-${FILE_PUBLISHED}` ? 'notFiled' : 'notYetPublished';
}

/** What is said about rankings, activities and benchmarks. */
import { counted } from '#lib/i18n/romanian.ts';
import { sentences } from '#lib/i18n/sentence.ts';

export const said = sentences('statistics', {
  classOrGroup: {
    en: 'must be a CAEN class (four digits) or group (three digits)',
    ro: 'trebuie să fie o clasă CAEN (patru cifre) sau o grupă (trei cifre)',
  },
  noRankings: {
    en: 'This installation has not loaded balance sheets, so there are no rankings.',
    ro: 'Această instalare nu are încărcate bilanțuri, așa că nu există clasamente.',
  },
  noBalances: { en: 'No balance sheets are loaded.', ro: 'Nu este încărcat niciun bilanț.' },
  noBalancesOf: {
    en: ({ year, years }: { year: number; years: string }) =>
      `No balance sheets of ${year} are loaded; there are those of ${years}.`,
    ro: ({ year, years }) =>
      `Bilanțurile aferente anului ${year} nu sunt încărcate; sunt încărcate cele pentru ${years}.`,
  },
  notAClass: {
    en: 'A CAEN class has four digits: 4711, or rev2:4711.',
    ro: 'O clasă CAEN are patru cifre: 4711 sau rev2:4711.',
  },
  mustBeClass: { en: 'must be a CAEN class', ro: 'trebuie să fie o clasă CAEN' },
  noClass: {
    en: ({ code }: { code: string }) => `There is no CAEN class ${code}.`,
    ro: ({ code }) => `Clasa CAEN ${code} nu există.`,
  },
  noClassIn: {
    en: ({ code, revision }: { code: string; revision: string }) => `There is no CAEN class ${code} in ${revision}.`,
    ro: ({ code, revision }) => `Clasa CAEN ${code} nu există în ${revision}.`,
  },
  nobodyRanked: {
    en: ({ slice, metric, year }: { slice: string; metric: string; year: number }) =>
      `No company of ${slice} is ranked by ${metric} in ${year}.`,
    ro: ({ slice, metric, year }) => `În clasamentul după ${metric} pentru ${year} nu apare nicio firmă din ${slice}.`,
  },
  nobodyFiled: {
    en: ({ year, caen, revision }: { year: number; caen: string; revision: number }) =>
      `No ordinary company filed for ${year} with the CAEN Rev.${revision} code ${caen}.`,
    ro: ({ year, caen, revision }) =>
      `Nicio firmă nu a depus bilanț pe formularul obișnuit pentru anul ${year} cu codul CAEN Rev.${revision} ${caen}.`,
  },
  filedIn: {
    en: ({ code, revision, firms }: { code: string; revision: string; firms: number }) =>
      `${firms} ordinary ${firms === 1 ? 'company' : 'companies'} filed for the year with ${code} as a code of CAEN Rev.${revision.at(-1)}, where it may mean something else: send caenRevision=${revision.at(-1)} for that one.`,
    ro: ({ code, revision, firms }) =>
      `${counted(firms, 'firmă a depus', 'firme au depus')} bilanț pe formularul obișnuit pentru acel an cu codul ${code} din CAEN Rev.${revision.at(-1)}, unde poate însemna altceva: trimiteți caenRevision=${revision.at(-1)}.`,
  },
  /** Behind `nobodyFiled`. */
  butFiledIn: {
    en: ({ problem, code, revision, firms }: { problem: string; code: string; revision: string; firms: number }) =>
      `${problem} ${firms} filed with ${code} of Rev.${revision.at(-1)}: send caenRevision=${revision.at(-1)}.`,
    ro: ({ problem, code, revision, firms }) =>
      `${problem} ${counted(firms, 'firmă a depus', 'firme au depus')} bilanț cu codul ${code} din Rev.${revision.at(-1)}: trimiteți caenRevision=${revision.at(-1)}.`,
  },
  /** Behind the two before. */
  classOfRev2: {
    en: ({ problem, code }: { problem: string; code: string }) =>
      `${problem} ${code} is a class of Rev.2, in which companies filed until 2024: ask for a year up to 2024.`,
    ro: ({ problem, code }) =>
      `${problem} ${code} este o clasă din Rev.2, în care s-au depus bilanțurile până în 2024: cereți un an până în 2024.`,
  },
  classOfRev3: {
    en: ({ problem, code }: { problem: string; code: string }) =>
      `${problem} ${code} is a class of Rev.3, in which companies file from 2025 on.`,
    ro: ({ problem, code }) =>
      `${problem} ${code} este o clasă din Rev.3, în care se depun bilanțurile începând cu 2025.`,
  },
  valueAlone: {
    en: 'Send slice=judet or slice=caen with a value.',
    ro: 'Trimiteți slice=judet sau slice=caen împreună cu value.',
  },
  goesWithSlice: {
    en: 'goes with slice=judet or slice=caen',
    ro: 'se folosește împreună cu slice=judet sau slice=caen',
  },
  formula: {
    en: ({ formula }: { formula: string }) => ended(formula),
    ro: ({ formula }) => ended(formula),
  },
  formulaUpTo: {
    en: ({ formula, most, reason }: { formula: string; most: number; reason: string }) =>
      `${ended(formula)} At most ${most}: ${reason}.`,
    ro: ({ formula, most, reason }) => `${ended(formula)} Cel mult ${most}: ${reason}.`,
  },
  profitFromElsewhere: {
    en: 'a profit above the turnover does not come from the ordinary business',
    ro: 'un profit mai mare decât cifra de afaceri nu provine din activitatea curentă',
  },
  equityAboveAssets: {
    en: 'equity above the assets is an error in the filing',
    ro: 'capitaluri proprii mai mari decât activele înseamnă o eroare în bilanțul depus',
  },
});

function ended(formula: string): string {
  return formula.endsWith('.') ? formula : `${formula}.`;
}

/** Names of the rankings by ratios. */
export const rankings = sentences('ranking', {
  growth: { en: 'Turnover growth', ro: 'Creșterea cifrei de afaceri' },
  margin: { en: 'Net margin', ro: 'Marja profitului net' },
  productivity: {
    en: 'Productivity: turnover per employee',
    ro: 'Productivitatea: cifra de afaceri pe salariat',
  },
  return: { en: 'Return on equity', ro: 'Rentabilitatea capitalurilor proprii' },
  solvency: {
    en: 'Solvency: share of equity in the assets',
    ro: 'Solvabilitatea: ponderea capitalurilor proprii în active',
  },
  employment: { en: 'Headcount growth', ro: 'Creșterea numărului de salariați' },
});

/** Among whom companies are ranked. */
export const slices = sentences('slice', {
  nation: { en: 'Romania', ro: 'România' },
  class: { en: ({ code }: { code: string }) => `CAEN ${code}`, ro: ({ code }) => `CAEN ${code}` },
});

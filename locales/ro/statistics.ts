/** Romanian messages: statistics. */
import { counted } from '#lib/i18n/romanian.ts';
import type { statistics as english } from '#locales/en/statistics.ts';
import type { Translation } from '#locales/translation.ts';

function ended(formula: string): string {
  return formula.endsWith('.') ? formula : `${formula}.`;
}

export const statistics: Translation<typeof english> = {
  statistics: {
    classOrGroup: 'trebuie să fie o clasă CAEN (patru cifre) sau o grupă (trei cifre)',
    noRankings: 'Această instalare nu are încărcate bilanțuri, așa că nu există clasamente.',
    noBalances: 'Nu este încărcat niciun bilanț.',
    noBalancesOf: ({ year, years }) =>
      `Bilanțurile aferente anului ${year} nu sunt încărcate; sunt încărcate cele pentru ${years}.`,
    notAClass: 'O clasă CAEN are patru cifre: 4711 sau rev2:4711.',
    mustBeClass: 'trebuie să fie o clasă CAEN',
    noClass: ({ code }) => `Clasa CAEN ${code} nu există.`,
    noClassIn: ({ code, revision }) => `Clasa CAEN ${code} nu există în ${revision}.`,
    nobodyRanked: ({ slice, metric, year }) =>
      `În clasamentul după ${metric} pentru ${year} nu apare nicio firmă din ${slice}.`,
    nobodyFiled: ({ year, caen, revision }) =>
      `Nicio firmă nu a depus bilanț pe formularul obișnuit pentru anul ${year} cu codul CAEN Rev.${revision} ${caen}.`,
    filedIn: ({ code, revision, firms }) =>
      `${counted(firms, 'firmă a depus', 'firme au depus')} bilanț pe formularul obișnuit pentru acel an cu codul ${code} din CAEN Rev.${revision.at(-1)}, unde poate însemna altceva: trimiteți caenRevision=${revision.at(-1)}.`,
    butFiledIn: ({ problem, code, revision, firms }) =>
      `${problem} ${counted(firms, 'firmă a depus', 'firme au depus')} bilanț cu codul ${code} din Rev.${revision.at(-1)}: trimiteți caenRevision=${revision.at(-1)}.`,
    classOfRev2: ({ problem, code }) =>
      `${problem} ${code} este o clasă din Rev.2, în care s-au depus bilanțurile până în 2024: cereți un an până în 2024.`,
    classOfRev3: ({ problem, code }) =>
      `${problem} ${code} este o clasă din Rev.3, în care se depun bilanțurile începând cu 2025.`,
    valueAlone: 'Trimiteți slice=judet sau slice=caen împreună cu value.',
    goesWithSlice: 'se folosește împreună cu slice=judet sau slice=caen',
    formula: ({ formula }) => ended(formula),
    formulaUpTo: ({ formula, most, reason }) => `${ended(formula)} Cel mult ${most}: ${reason}.`,
    profitFromElsewhere: 'un profit mai mare decât cifra de afaceri nu provine din activitatea curentă',
    equityAboveAssets: 'capitaluri proprii mai mari decât activele înseamnă o eroare în bilanțul depus',
  },
  ranking: {
    growth: 'Creșterea cifrei de afaceri',
    margin: 'Marja profitului net',
    productivity: 'Productivitatea: cifra de afaceri pe salariat',
    return: 'Rentabilitatea capitalurilor proprii',
    solvency: 'Solvabilitatea: ponderea capitalurilor proprii în active',
    employment: 'Creșterea numărului de salariați',
  },
  slice: {
    nation: 'România',
    class: ({ code }) => `CAEN ${code}`,
  },
};

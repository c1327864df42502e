/** English messages: statistics. */

function ended(formula: string): string {
  return formula.endsWith('.') ? formula : `${formula}.`;
}

export const statistics = {
  statistics: {
    classOrGroup: 'must be a CAEN class (four digits) or group (three digits)',
    noRankings: 'This installation has not loaded balance sheets, so there are no rankings.',
    noBalances: 'No balance sheets are loaded.',
    noBalancesOf: ({ year, years }: { year: number; years: string }) =>
      `No balance sheets of ${year} are loaded; there are those of ${years}.`,
    notAClass: 'A CAEN class has four digits: 4711, or rev2:4711.',
    mustBeClass: 'must be a CAEN class',
    noClass: ({ code }: { code: string }) => `There is no CAEN class ${code}.`,
    noClassIn: ({ code, revision }: { code: string; revision: string }) =>
      `There is no CAEN class ${code} in ${revision}.`,
    nobodyRanked: ({ slice, metric, year }: { slice: string; metric: string; year: number }) =>
      `No company of ${slice} is ranked by ${metric} in ${year}.`,
    nobodyFiled: ({ year, caen, revision }: { year: number; caen: string; revision: number }) =>
      `No ordinary company filed for ${year} with the CAEN Rev.${revision} code ${caen}.`,
    filedIn: ({ code, revision, firms }: { code: string; revision: string; firms: number }) =>
      `${firms} ordinary ${firms === 1 ? 'company' : 'companies'} filed for the year with ${code} as a code of CAEN Rev.${revision.at(-1)}, where it may mean something else: send caenRevision=${revision.at(-1)} for that one.`,
    /** Behind `nobodyFiled`. */
    butFiledIn: ({
      problem,
      code,
      revision,
      firms,
    }: {
      problem: string;
      code: string;
      revision: string;
      firms: number;
    }) => `${problem} ${firms} filed with ${code} of Rev.${revision.at(-1)}: send caenRevision=${revision.at(-1)}.`,
    /** Behind the two before. */
    classOfRev2: ({ problem, code }: { problem: string; code: string }) =>
      `${problem} ${code} is a class of Rev.2, in which companies filed until 2024: ask for a year up to 2024.`,
    classOfRev3: ({ problem, code }: { problem: string; code: string }) =>
      `${problem} ${code} is a class of Rev.3, in which companies file from 2025 on.`,
    valueAlone: 'Send slice=judet or slice=caen with a value.',
    goesWithSlice: 'needs slice=judet or slice=caen',
    formula: ({ formula }: { formula: string }) => ended(formula),
    formulaUpTo: ({ formula, most, reason }: { formula: string; most: number; reason: string }) =>
      `${ended(formula)} At most ${most}: ${reason}.`,
    profitFromElsewhere: 'a profit above the turnover does not come from the ordinary business',
    equityAboveAssets: 'equity above the assets is an error in the filing',
  },
  /** Names of the rankings by ratios. */
  ranking: {
    growth: 'Turnover growth',
    margin: 'Net margin',
    productivity: 'Productivity: turnover per employee',
    return: 'Return on equity',
    solvency: 'Solvency: share of equity in the assets',
    employment: 'Headcount growth',
  },
  /** The group in which companies are ranked. */
  slice: {
    nation: 'Romania',
    class: ({ code }: { code: string }) => `CAEN ${code}`,
  },
};

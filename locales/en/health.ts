/** English messages: health. */
import { ratios } from './ratios.ts';

export const health = {
  /** Remarks: the last word of a code is the `code` that programs read in answers. */
  health: {
    debtsAllShort: 'Debts are not published by maturity: z counts all of them as due within a year, zHigh none.',
    retainedEarnings:
      'Retained earnings are approximated by equity less paid-in capital and patrimony, so they include reserves; zLow takes the sum of the known net results, if lower.',
    interestUnknown:
      'Interest is not published: z uses the result before tax, zHigh adds 15 % of the debts as an assumed ceiling of interest.',
    liabilities: 'The liabilities of X4 are debts, deferred income and provisions.',
    x4Capped: 'X4 is capped at 8: there are hardly any liabilities, or none.',
    emptyLines: 'Lines left empty (prepaid expenses, deferred income, provisions, patrimony) count as zero.',
    noBalance: 'There is no public balance sheet.',
    otherForm: 'The model does not apply to banks, insurers, associations and other special forms.',
    noAssets: 'Total assets are not positive.',
    dormant: 'No turnover and no employees: the firm was dormant.',
    balanceOff: 'The balance sheet does not add up: its two sides differ by more than 1 %.',
    missingInput: ({ name }: { name: string }) => `Missing from the balance sheet: ${name}.`,
    zoneSafe: "Altman's score is in the safe zone.",
    zoneGrey: "Altman's score is in the grey zone.",
    zoneDistress: "Altman's score is in the distress zone.",
    struckOff: 'Struck off the trade registry.',
    insolvency: 'In insolvency, judicial reorganisation or bankruptcy.',
    dissolution: 'In dissolution or liquidation.',
    inactive: 'Declared inactive by the tax authority.',
    noRecentBalance: 'No public balance sheet for the last two years.',
    taxDebt: 'Has overdue tax debts.',
    negativeEquity: 'Negative equity.',
    capitalLost: 'Net assets are below half of the paid-in capital (Law 31/1990, art. 153^24).',
    losses: 'Losses in consecutive years.',
    turnoverCollapse: 'Turnover fell by more than half in a year.',
    youngFirm: 'Founded less than two years ago.',
    suspended: 'Activity temporarily suspended.',
    missingYears: 'Balance sheets that should be public are missing.',
    zoneUncertain: "The zone of Altman's score depends on what is not published.",
    registryStatus: 'The status in the trade registry is not known.',
    fiscalStatus: 'It is not known yet whether the tax authority declared it inactive.',
    taxDebts: 'Tax debts are not loaded.',
    peers: 'No peers to compare with for this year.',
    paymentIncidents: 'Payment incidents are not open data.',
    interestExpense: 'Interest expense is not published.',
    debtMaturity: 'The maturity of debts is not published.',
  },
  verdict: {
    solid: 'Solid',
    fair: 'Fair',
    watch: 'To be watched',
    distress: 'In distress',
    undetermined: 'Undetermined',
  },
  ratio: {
    ...ratios,
  },
  /** How ratios are computed: names of figures with signs between them, and words only where signs do not do. */
  formula: {
    plain: ({ formula }: { formula: string }) => formula,
    noted: ({ formula, note }: { formula: string; note: string }) => `${formula}. ${note}`,
    emptyIsZero: ({ formula, names }: { formula: string; names: readonly string[] }) =>
      `${formula}; ${names.join(' and ')} left empty count as zero`,
    growth: ({ name }: { name: string }) => `${name} / ${name} of the year before − 1`,
    yearlyGrowth: ({ name, years }: { name: string; years: number }) =>
      `(${name} / ${name} ${years} years before) to the power of 1/${years}, − 1`,
    allShort: 'Approximation: debts are published without their maturity, so all count as due within a year.',
    endOfYear: 'Both at the end of the year.',
    operatingMargin:
      'Approximation of the operating margin: the result before tax is after interest, and the operating result is not published.',
    receivables: 'Approximation: receivables include more than what customers owe, and VAT.',
    costOfGoods: 'Approximation: the cost of goods sold is not published, so stocks are set against turnover.',
    atMostWithoutDebts: ({ formula }: { formula: string }) => `${formula}; at most: without debts`,
    atLeastResults: ({ formula }: { formula: string }) =>
      `${formula}; at least: the net results of the known years, if lower`,
    atMost: ({ formula, most }: { formula: string; most: string }) => `${formula}; at most: ${most}`,
    capped: ({ formula, most }: { formula: string; most: number }) => `${formula}, at most ${most}`,
  },
  /** Why a ratio has no value. */
  noValue: {
    noBalance: 'no balance sheet',
    notKnown: ({ name, year }: { name: string; year: number | null }) => `${name} of ${year} is not known`,
    notPositive: ({ name, year }: { name: string; year: number | null }) => `${name} of ${year} is not positive`,
    negative: ({ name, year }: { name: string; year: number }) => `${name} of ${year} is negative`,
  },
  /** The parts of Altman's score. */
  altman: {
    X1: 'Working capital / total assets',
    X2: 'Retained earnings / total assets',
    X3: 'Earnings before interest and tax / total assets',
    X4: 'Equity / liabilities',
    X5: 'Turnover / total assets',
  },
  /** The peer group of a ratio. */
  peers: {
    nation: 'Romania',
    class: ({ code, revision }: { code: string; revision: string }) => `CAEN class ${code} (${revision})`,
    group: ({ code, revision }: { code: string; revision: string }) => `CAEN group ${code} (${revision})`,
    inCounty: ({ activity, county }: { activity: string; county: string }) => `${activity}, ${county}`,
  },
};

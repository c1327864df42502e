/** English messages: companies. */
import { counting } from '#lib/i18n/english.ts';

export const companies = {
  balances: {
    chartUnknown: 'The form is not known: the indicators are as filed.',
    employeesImpossible: 'The filed number of employees is not possible and was left out of the summary.',
    amountImpossible: 'A filed amount is not possible and was left out of the summary.',
    balanceOff: 'Assets differ from equity, debts, provisions and deferred income by more than 1 %.',
    resultOff: 'The result before tax is not the difference between income and expenses.',
    currentAssetsOff: 'Stocks, receivables and cash are more than the current assets.',
  },
  onDate: {
    beforeRegistry: ({ first }: { first: string }) => `must not be before ${first}: there was no trade registry yet`,
    afterToday: ({ today }: { today: string }) => `must not be after today, ${today}`,
    /** What `notAnswered` is about. */
    companyOn: ({ cui, date }: { cui: string; date: string }) => `${cui} on ${date}`,
    dayUnanswered: ({ date }: { date: string }) =>
      `The tax authority did not answer about ${date}: fields of \`onDate\` with the basis \`unknown\` are unknown, not negative.`,
    noReceipt: ({ date }: { date: string }) =>
      `There is no receipt: the tax authority did not answer about ${date}, so there is nothing to confirm. Try again later.`,
    receiptsForPro: 'Receipts are part of Pro: send a Pro key, or omit `receipt`.',
  },
  companies: {
    unknown: ({ cui }: { cui: string }) => `No source has a company with the fiscal code ${cui}.`,
    wrongCheckDigit: ({ cui }: { cui: string }) =>
      `${cui} is not a fiscal code: its check digit is wrong, so a digit was probably mistyped.`,
    /** Appended to a not-found message. */
    inDemo: ({ problem, cui, name }: { problem: string; cui: string; name: string }) =>
      `${problem} This is the demo country, where all companies are invented: try ${cui} (${name}).`,
    visitorsBatch: ({ max }: { max: number }) =>
      `Without Pro, at most ${counting(max, 'fiscal code')} can be checked at once.`,
    authoritySilent:
      'The tax authority could not be reached: VAT, inactivity and its other data are unknown in this answer, which does not mean that there are none.',
    authoritySilentSince: ({ since }: { since: string }) =>
      `The tax authority could not be reached: its data is as of ${since}.`,
    activitiesToldLater: ({ firms }: { firms: number }) =>
      `${firms} of these companies ${firms === 1 ? 'shows' : 'show'} another main activity in ${firms === 1 ? 'its' : 'their'} own record: the tax authority reported it after this list was built. Lists, filters and counts use it from the next generation on.`,
    balancesSilent: ({ years }: { years: string }) =>
      `The tax authority’s balance-sheet service could not be reached: it is not known whether there are balance sheets of ${years}.`,
    noRow: 'This row got no answer. Request it again.',
    oldBalances: ({ year }: { year: number }) =>
      `The newest available balance sheet is of ${year}: the eight years end with it.`,
    notAnsweredYet: ({ about }: { about: string }) =>
      `The tax authority has not answered about ${about} yet, and nothing is stored. Try again in a few seconds.`,
    notAnswered: ({ about }: { about: string }) =>
      `The tax authority does not answer, and nothing is stored about ${about}. Try again later.`,
    rowsNotAnswered: ({ rows, of }: { rows: number; of: number }) =>
      `The tax authority does not answer about ${rows} of ${counting(of, 'fiscal code')}, and nothing is stored about them. Nothing was charged; try again later, or without them.`,
    /** What `notAnswered` is about. */
    balanceOf: ({ year, cui }: { year: number; cui: string }) => `the balance sheet of ${year} of ${cui}`,
    /** As above, where no yearly file is loaded either. */
    balancesOf: ({ cui }: { cui: string }) => `the balance sheets of ${cui}`,
    noBalance: ({ year, name, reason }: { year: number; name: string; reason: string }) =>
      `There is no balance sheet of ${year} for ${name}: ${reason}.`,
  },
  /** Reasons for a missing balance sheet. */
  missingBalance: {
    notFiled: 'none was filed',
    notYetPublished: 'it is not published yet',
    unknown: 'its file is not loaded here, and the tax authority has not been queried for it',
  },
  /** Titles and details of events. */
  timeline: {
    registered: 'Registered in the trade registry',
    registeredForTax: 'Registered with the tax authority',
    balance: ({ year }: { year: number }) => `Balance sheet of ${year}`,
    form: ({ form }: { form: string }) => `form ${form}`,
    name: 'Name changed',
    status: 'Registry status changed',
    address: 'Seat moved',
    legalForm: 'Legal form changed',
    officerAdded: 'New legal representative',
    officerRemoved: 'Legal representative left',
    removed: 'No longer in the registry’s snapshot',
    vatStart: 'Registered for VAT',
    vatEnd: 'VAT registration ended',
    vatCanceled: 'VAT registration canceled by the authority',
    inactive: 'Declared inactive by the tax authority',
    reactivated: 'Reactivated by the tax authority',
    eFactura: 'Entered in the RO e-Factura register',
    deregistration: 'Deregistered by the tax authority',
  },
  /** The status of a company, by registry and tax authority together. */
  companyStatus: {
    struckOff: 'Struck off',
    insolvency: 'In insolvency or bankruptcy',
    dissolution: 'In dissolution or liquidation',
    suspended: 'Activity suspended',
    inactive: 'Declared inactive by the tax authority',
    notOperating: 'Not operating',
    operating: 'Operating',
  },
};

/** English texts of pages: components. */

export const components = {
  amounts: {
    none: 'value not published',
    published: (amount: string) => `published as ${amount}`,
    relations: {
      atLeast: (amount: string) => `at least ${amount}`,
      approximate: (amount: string) => `about ${amount}`,
    },
  },
  cite: 'Cite as',
  companyList: {
    turnover: (year: number | null) => `turnover ${year ?? ''}`,
    none: 'no public accounts',
    staff: ['employee', 'employees'],
    closed: 'not operating',
  },
  deadline: {
    today: 'today',
    tomorrow: 'tomorrow',
    at: (hour: string) => `at ${hour}`,
    days: ['day', 'days'],
    over: 'over',
    none: 'no deadline',
  },
  downloads: 'Download the list',
  facts: 'not published',
  hhi: { fragmented: 'Fragmented', moderate: 'Moderate', concentrated: 'Concentrated' },
  pager: {
    next: 'Next page',
    page: { next: (count: string) => `Next ${count}`, first: 'From the start', of: 'of', least: 'at least ' },
  },
  proBox: 'What Pro includes',
  reportLink: 'Report an error',
  searchField: {
    titles: { companies: 'Companies', people: 'People', records: 'Tenders, contracts, decisions, press' },
    none: 'Nothing with these words.',
    keys: '↑ ↓ choose · Enter opens · Esc closes',
    found: ['result', 'results'],
  },
  sourcesTable: {
    source: 'Source',
    covers: 'What it says',
    asOf: 'Of',
    fetchedAt: 'Read',
    licence: 'Licence',
    page: 'page',
    live: 'live',
    never: 'never read',
    notLoaded: 'not loaded here',
    states: { unreachable: 'does not answer', pending: 'being read' },
    unknown: 'not stated',
    licences: {},
    /** Of live sources. */
    what: {
      fiscal: 'VAT, inactivity, e-Factura',
      balances: 'new accounts',
    },
  },
  sources: 'day not known',
  verdictBand: {
    risk: 'distress',
    grey: 'grey',
    safe: 'safe',
    score: 'score',
    range: 'possible range',
    none: 'no score',
    summary: (z: string, low: string, high: string) => `Score ${z}, possible range from ${low} to ${high}.`,
  },
  zoneYears: { risk: 'distress', grey: 'grey', safe: 'safe' },
} as const;

/** The words of the rankings. */
export const METRICS = ['cifra', 'profit', 'angajati'] as const;
export type Metric = (typeof METRICS)[number];

export const texts = {
  ro: {
    title: 'Clasamente',
    lead: 'Cele mai mari firme după cifra de afaceri, profitul net sau numărul de salariați: pe țară, pe județ, pe activitate.',
    of: (metric: string, year: number | null) =>
      `Cele mai mari firme după ${metric}${year === null ? '' : `, ${year}`}`,
    metrics: { cifra: 'cifra de afaceri', profit: 'profitul net', angajati: 'numărul de salariați' },
    nation: 'Toată România',
    yearly: 'Din bilanțurile publicate pentru acel an.',
    revision: (number: number) =>
      `Cod CAEN din Rev. ${number}, cea în vigoare în acel an. Codurile din revizii diferite nu se amestecă.`,
    year: 'An',
    metric: 'După',
    county: 'Județ',
    caen: 'Cod CAEN',
    caenHint: 'Cu un cod, județul nu contează.',
    go: 'Arată',
    filters: 'Filtre',
    before: (rank: number) => `locul ${rank} cu un an înainte`,
    noPlace: 'fără loc cunoscut cu un an înainte',
    noBefore: 'Locurile din anul dinainte nu se cunosc.',
  },
  en: {
    title: 'Rankings',
    lead: 'The largest companies by turnover, net profit or staff: of the country, of a county, of an activity.',
    of: (metric: string, year: number | null) =>
      `The largest companies by ${metric}${year === null ? '' : `, ${year}`}`,
    metrics: { cifra: 'turnover', profit: 'net profit', angajati: 'staff' },
    nation: 'All of Romania',
    yearly: 'From the accounts published for that year.',
    revision: (number: number) =>
      `CAEN code of Rev. ${number}, the one in force in that year. Codes of different revisions are never mixed.`,
    year: 'Year',
    metric: 'By',
    county: 'County',
    caen: 'CAEN code',
    caenHint: 'With a code the county does not count.',
    go: 'Show',
    filters: 'Filters',
    before: (rank: number) => `place ${rank} a year before`,
    noPlace: 'no known place a year before',
    noBefore: 'The places of the year before are not known.',
  },
} as const;

/** English texts of pages: rankings. */

export const rankings = {
  title: 'Rankings',
  lead: 'The largest companies by turnover, net profit or staff: of the country, of a county, of an activity.',
  of: (metric: string, year: number | null) => `The largest companies by ${metric}${year === null ? '' : `, ${year}`}`,
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
  noRankBefore: 'no known place a year before',
  noBefore: 'The places of the year before are not known.',
} as const;

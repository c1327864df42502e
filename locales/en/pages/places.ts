/** English texts of pages: places. */

export const places = {
  counties: 'Companies by county',
  lead: 'Choose a county. Companies are ordered by turnover, operating ones first.',
  firms: ['company', 'companies'],
  order: 'operating ones first, then by turnover',
  active: 'operating only',
  all: 'all',
  caen: 'CAEN code (Rev. 3)',
  status: 'Status',
  go: 'Show',
  filters: 'Filters',
  none: 'No company with these filters.',
  in: (place: string) => `Companies in ${place}`,
  towns: 'Towns on this page',
} as const;

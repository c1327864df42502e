/** English texts of pages: search. */

export const search = {
  title: (q: string) => `Search: ${q}`,
  heading: 'Search',
  companies: 'Companies',
  people: 'People',
  records: 'Tenders, contracts, decisions, press',
  firms: ['company', 'companies'],
  persons: ['person', 'people'],
  others: ['record', 'records'],
  none: (q: string) => `Nothing for “${q}”.`,
  noFirm: (q: string) => `No company for “${q}”.`,
  advice: 'Search by CUI, write fewer words, or only the beginning of a name.',
  near: (q: string) => `No name is written “${q}”. These are written nearly so:`,
  hint: 'Write the name of a company or a person, a CUI or a registry number.',
  without: 'no fiscal code',
  formerly: 'found by a former name',
} as const;

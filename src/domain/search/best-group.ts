/** Which group of a search over everything answers best: what a page shows first. */
import { words } from '#lib/values/text.ts';
import type { RecordRow, SearchRow } from './result-rows.ts';

export const groups = ['companies', 'people', 'records'] as const;
type Group = (typeof groups)[number];

export const bestMeans = {
  en: 'The group of `data` that answers best, for whoever shows one first: what has the searched code or number itself; else people of exactly the name (a company that bears it too bears a person’s name); else the first group that has all the words, in the order companies, people, records; companies that only resemble what was typed come last. Null when nothing was found.',
  ro: 'Grupul din `data` care răspunde cel mai bine, pentru cine arată întâi unul: ce are chiar codul sau numărul căutat; altfel persoanele cu exact acel nume (o firmă care îl poartă și ea poartă numele unei persoane); altfel primul grup care are toate cuvintele, în ordinea firme, persoane, înregistrări; firmele care doar seamănă cu ce s-a scris vin la urmă. Null când nu s-a găsit nimic.',
};

interface Found {
  companies: readonly Pick<SearchRow, 'name' | 'matched'>[];
  people: readonly { name: string }[];
  records: readonly Pick<RecordRow, 'id'>[];
}

/** The first row of a group speaks for it: groups come best first. */
export function bestGroup(q: string, { companies, people, records }: Found): Group | null {
  const [company] = companies;
  const [person] = people;
  if (company?.matched === 'cui' || company?.matched === 'registrationNumber') return 'companies';
  if (records.some(({ id }) => id.toLowerCase() === q.trim().toLowerCase())) return 'records';
  if (person && sorted(person.name) === sorted(q)) return 'people';
  if (company && company.matched !== 'typo') return 'companies';
  if (person) return 'people';
  if (records.length > 0) return 'records';
  return company ? 'companies' : null;
}

/** Names of persons are searched with their words in any order. */
const sorted = (name: string): string => words(name).toSorted().join(' ');

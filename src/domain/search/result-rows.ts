/** Rows of a search's answer, and the order of the groups. */

import { Type } from 'typebox';
import { activityFields } from '#lib/schema/company-row.ts';
import { type CompanyState, stateFields } from '#lib/schema/company-state.ts';
import { closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { words } from '#lib/values/text.ts';
import type { FirmRow } from './listing-table.ts';
import type { FirmHit } from './result-page.ts';

export const SearchRow = Type.Object(
  {
    cui: orNull(Type.String(), {
      en: 'Fiscal code; null for firms that have none.',
      ro: 'Codul fiscal; null pentru firmele care nu au.',
    }),
    name: field(Type.String(), { en: 'Name as registered today.', ro: 'Numele înregistrat azi.' }),
    registrationNumber: orNull(Type.String(), {
      en: 'Trade-register number, 13-digit form; null outside the trade registry.',
      ro: 'Numărul de înmatriculare, forma cu 13 cifre; null în afara registrului comerțului.',
    }),
    locality: orNull(Type.String(), { en: 'Town or village of the seat.', ro: 'Localitatea sediului.' }),
    county: orNull(Type.String(), { en: 'County of the seat.', ro: 'Județul sediului.' }),
    statusLabel: orNull(Type.String(), {
      en: 'The deciding registry status, in words.',
      ro: 'Starea hotărâtoare din registru, în cuvinte.',
    }),
    active: orNull(Type.Boolean(), {
      en: 'Operating, by the registry; outside it by the tax authority.',
      ro: 'În funcțiune, după registru; în afara lui, după ANAF.',
    }),
    ...activityFields,
    ...stateFields,
    matched: oneOf(['name', 'formerName', 'cui', 'registrationNumber', 'typo', 'partial'], {
      en: 'What was recognised. `typo`: a name that is near to what was typed; `partial`: a name with some of the words only.',
      ro: 'Ce s-a recunoscut. `typo`: un nume apropiat de ce s-a scris; `partial`: un nume care are doar unele dintre cuvinte.',
      heading: { en: 'Found by', ro: 'Găsit după' },
    }),
  },
  { ...closed, title: 'SearchRow' },
);
export type SearchRow = Static<typeof SearchRow>;

export const searchRow = (firm: FirmRow, state: CompanyState, matched: FirmHit['matched']): SearchRow => ({
  cui: firm.cui === null ? null : String(firm.cui),
  name: firm.name,
  registrationNumber: firm.registration_number,
  locality: firm.locality,
  county: firm.county,
  statusLabel:
    firm.status_label === null ? null : firm.status_label.charAt(0).toUpperCase() + firm.status_label.slice(1),
  active: firm.active === null ? null : firm.active === 1,
  caenCode: firm.caen,
  caenRevision: firm.caen_revision,
  ...state,
  matched,
});

/** A record of another kind: a notice, contract, document, decision, activity or article. */
export const RecordRow = Type.Object(
  {
    kind: field(Type.String(), {
      en: 'What it is: `notice`, `contract`, `document`, `decision`, `caen`, `article`.',
      ro: 'Ce este: `notice`, `contract`, `document`, `decision`, `caen`, `article`.',
    }),
    id: field(Type.String(), { en: 'Identifier among its kind.', ro: 'Identificatorul între cele de felul lui.' }),
    title: field(Type.String(), { en: 'Its title or first words.', ro: 'Titlul sau primele lui cuvinte.' }),
    date: orNull(Type.String(), { en: 'Day of the record.', ro: 'Ziua înregistrării.' }),
    url: field(Type.String(), {
      en: 'Path of the operation with the whole record; of a document, of the list that contains it.',
      ro: 'Calea operațiunii cu datele complete; la un document, a listei care îl conține.',
    }),
  },
  { ...closed, title: 'RecordRow' },
);
export type RecordRow = Static<typeof RecordRow>;

export const groups = ['companies', 'people', 'records'] as const;
type Group = (typeof groups)[number];

export const orderDescription = {
  en: 'The groups of `data` with rows, in the order of their best match, to display them so: the group with the searched code or number itself; people of exactly the name (a company of the same name has a person’s name); the groups that have all the words, in the order companies, people, records; last, companies that only resemble the query or share some of its words.',
  ro: 'Grupurile din `data` care au rânduri, în ordinea celei mai bune potriviri, de arătat astfel: cel cu chiar codul sau numărul căutat; persoanele cu exact acel nume (o firmă care îl poartă și ea poartă numele unei persoane); grupurile care au toate cuvintele, în ordinea firme, persoane, înregistrări; la urmă, firmele care doar seamănă cu ce s-a scris sau au doar unele dintre cuvinte.',
};

interface SearchGroups {
  companies: readonly Pick<SearchRow, 'name' | 'matched'>[];
  people: readonly { name: string }[];
  records: readonly Pick<RecordRow, 'id'>[];
}

/** Compares the first rows of the groups, whose rows are best first. */
export function groupOrder(q: string, { companies, people, records }: SearchGroups): Group[] {
  const [company] = companies;
  const [person] = people;
  const isCoded = company?.matched === 'cui' || company?.matched === 'registrationNumber';
  const isNear = company?.matched === 'typo' || company?.matched === 'partial';
  const isRecord = records.some(({ id }) => id.toLowerCase() === q.trim().toLowerCase());
  const isPerson = person !== undefined && sorted(person.name) === sorted(q);
  const places: Record<Group, number | null> = {
    companies: company === undefined ? null : isCoded ? 0 : isNear ? 6 : 3,
    people: person === undefined ? null : isPerson ? 2 : 4,
    records: records.length === 0 ? null : isRecord ? 1 : 5,
  };
  return groups.filter((group) => places[group] !== null).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
}

/** The words of persons' names may be in any order. */
const sorted = (name: string): string => words(name).toSorted().join(' ');

/** Rows of a search's answer: their shapes, made of what was found. */

import { Type } from 'typebox';
import { activityFields } from '#lib/values/company-row.ts';
import { type CompanyState, stateFields } from '#lib/values/company-state.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import type { ListedFirm } from './listing-table.ts';
import type { FoundFirm } from './result-page.ts';

export const SearchRow = Type.Object(
  {
    cui: orNull(Type.String(), 'Fiscal code; null for firms that have none.'),
    name: Type.String({ description: 'Name as registered today.' }),
    registrationNumber: orNull(Type.String(), 'Trade-register number, 13-digit form; null outside the trade registry.'),
    locality: orNull(Type.String(), 'Town or village of the seat.'),
    county: orNull(Type.String(), 'County of the seat.'),
    statusLabel: orNull(Type.String(), 'The deciding registry status, in words.'),
    active: orNull(Type.Boolean(), 'Operating, by the registry; outside it by the tax authority.'),
    ...activityFields,
    ...stateFields,
    matched: oneOf(
      ['name', 'formerName', 'cui', 'registrationNumber', 'typo'],
      'What was recognised. `typo`: a name that is near to what was typed.',
    ),
  },
  { ...closed, title: 'SearchRow' },
);
export type SearchRow = Static<typeof SearchRow>;

export const searchRow = (firm: ListedFirm, state: CompanyState, matched: FoundFirm['matched']): SearchRow => ({
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
    kind: Type.String({ description: 'What it is: `notice`, `contract`, `document`, `decision`, `caen`, `article`.' }),
    id: Type.String({ description: 'Identifier among its kind.' }),
    title: Type.String({ description: 'Its title or first words.' }),
    date: orNull(Type.String(), 'Day of the record.'),
    url: Type.String({
      description: 'Path of the operation that tells all of it; of a document the list that it stands in.',
    }),
  },
  { ...closed, title: 'RecordRow' },
);
export type RecordRow = Static<typeof RecordRow>;

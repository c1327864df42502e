/** Rows of a search's answer: their shapes, made of what was found. */

import { Type } from 'typebox';
import { activityFields } from '#lib/schema/company-row.ts';
import { type CompanyState, stateFields } from '#lib/schema/company-state.ts';
import { closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { ListedFirm } from './listing-table.ts';
import type { FoundFirm } from './result-page.ts';

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
    matched: oneOf(['name', 'formerName', 'cui', 'registrationNumber', 'typo'], {
      en: 'What was recognised. `typo`: a name that is near to what was typed.',
      ro: 'Ce s-a recunoscut. `typo`: un nume apropiat de ce s-a scris.',
      heading: { en: 'Found by', ro: 'Găsit după' },
    }),
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
    kind: field(Type.String(), {
      en: 'What it is: `notice`, `contract`, `document`, `decision`, `caen`, `article`.',
      ro: 'Ce este: `notice`, `contract`, `document`, `decision`, `caen`, `article`.',
    }),
    id: field(Type.String(), { en: 'Identifier among its kind.', ro: 'Identificatorul între cele de felul lui.' }),
    title: field(Type.String(), { en: 'Its title or first words.', ro: 'Titlul sau primele lui cuvinte.' }),
    date: orNull(Type.String(), { en: 'Day of the record.', ro: 'Ziua înregistrării.' }),
    url: field(Type.String(), {
      en: 'Path of the operation that tells all of it; of a document the list that it stands in.',
      ro: 'Calea operațiunii care spune tot; la un document, lista în care stă.',
    }),
  },
  { ...closed, title: 'RecordRow' },
);
export type RecordRow = Static<typeof RecordRow>;

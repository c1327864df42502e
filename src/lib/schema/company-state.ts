/** Status of a company in rows of lists, combined from registry and tax authority. */

import { Type } from 'typebox';
import { closed, field, oneOf, orNull } from './fields.ts';
import type { Static } from './static.ts';

/** The first that applies is the status. */
export const companyStatuses = [
  'struckOff',
  'insolvency',
  'dissolution',
  'suspended',
  'inactive',
  'notOperating',
  'operating',
] as const;
export type CompanyStatus = (typeof companyStatuses)[number];

const Status = Type.Object(
  {
    code: oneOf(companyStatuses, {
      en: 'The first that applies, in this order: struck off (by either), in insolvency or bankruptcy, in dissolution or liquidation, suspended (by either), declared inactive by the tax authority, not operating for another reason, operating.',
      ro: 'Primul care se potrivește, în această ordine: radiată (la oricare), în insolvență sau faliment, în dizolvare sau lichidare, suspendată (la oricare), declarată inactivă de ANAF, nefuncțională din alt motiv, în funcțiune.',
    }),
    label: field(Type.String(), { en: 'The same in words.', ro: 'Același lucru în cuvinte.' }),
  },
  { ...closed, title: 'CompanyStatus', description: 'One word for what registry and tax authority say together.' },
);

const statusField = orNull(Status, {
  en: 'Status by the trade registry and by the stored answer of the tax authority; null when neither states one.',
  ro: 'Starea după registrul comerțului și după răspunsul stocat al ANAF; null când niciunul nu o indică.',
});

/** In rows of searches. */
export const stateFields = {
  status: statusField,
  inactive: orNull(Type.Boolean(), {
    en: 'Declared inactive by the tax authority, as of the last query; null where it never answered.',
    ro: 'Declarată inactivă de ANAF, la ultima interogare; null unde nu a răspuns niciodată.',
  }),
  vatStatus: orNull(oneOf(['registered', 'notRegistered', 'canceled', 'unknown'], 'As in the company’s own answer.'), {
    en: 'Registration for VAT as of the last query of the tax authority; null where it never answered about this company.',
    ro: 'Înregistrarea în scopuri de TVA la ultima interogare a ANAF; null unde nu a răspuns niciodată despre această firmă.',
  }),
  caenTitle: orNull(Type.String(), {
    en: 'Title of `caenCode` in its revision; null when there is no code, or no title of it.',
    ro: 'Titlul lui `caenCode` în revizia lui; null când nu există cod sau titlu.',
  }),
};

const CompanyState = Type.Object(stateFields, closed);
export type CompanyState = Static<typeof CompanyState>;

/** Its columns in the listing (search/tables.ts). */
export interface CompanyStateColumns {
  rank: number;
  firm_id: number | null;
  cui: number | null;
  active: number | null;
  caen: string | null;
  caen_revision: string | null;
  caen_told: number;
}

/** How a company stands, in rows of lists: what registry and tax authority say together, in one word. */

import { Type } from 'typebox';
import { closed, oneOf, orNull } from './schema.ts';
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
    code: oneOf(
      companyStatuses,
      'The first that applies, in this order: struck off (by either), in insolvency or bankruptcy, in dissolution or liquidation, suspended (by either), declared inactive by the tax authority, not operating for another reason, operating.',
    ),
    label: Type.String({ description: 'The same in words.' }),
  },
  { ...closed, title: 'CompanyStatus', description: 'One word for what registry and tax authority say together.' },
);

const statusField = orNull(
  Status,
  'What the trade registry and the tax authority say together, as far as the tax authority was asked before; null when neither tells.',
);

/** In rows of searches. */
export const stateFields = {
  status: statusField,
  inactive: orNull(
    Type.Boolean(),
    'Declared inactive by the tax authority, when it was last asked; null where it never told.',
  ),
  vatStatus: orNull(
    oneOf(['registered', 'notRegistered', 'canceled', 'unknown'], 'As in the company’s own answer.'),
    'Registration for VAT when the tax authority was last asked; null where it never told of this company.',
  ),
  caenTitle: orNull(
    Type.String(),
    'Title of `caenCode` in its revision; null when there is no code, or no title of it.',
  ),
};

const CompanyState = Type.Object(stateFields, closed);
export type CompanyState = Static<typeof CompanyState>;

/** What it is made of: columns of the listing (search/tables.ts). */
export interface ListedState {
  rank: number;
  firm_id: number | null;
  cui: number | null;
  active: number | null;
  caen: string | null;
  caen_revision: string | null;
  caen_told: number;
}

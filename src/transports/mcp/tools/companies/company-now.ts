/** A company in tools: identity and status, as one flat record. */

import Type from 'typebox';
import { endFields, nameFields, shownContactFields } from '#lib/schema/company-fields.ts';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import { type Picked, pick } from '#transports/mcp/format/pick.ts';

const text = (description: string) => orNull(Type.String(), description);
const flag = (description: string) => orNull(Type.Boolean(), description);

export const companyFields = {
  ...nameFields,
  legalForm: text('Legal form: SRL, SA, PFA …'),
  registrationNumber: text('Trade-register number.'),
  registrationDate: text('Day of registration.'),
  inTradeRegistry: flag('False for town halls, hospitals, associations.'),
  active: flag('Operating by the registry, and nothing ends that.'),
  statusLabel: text('Registry status in words.'),
  ...endFields,
  deregistrationDate: text('Day of striking off.'),
  inactive: flag('Declared inactive by the tax authority.'),
  address: text('Address in one line.'),
  locality: text('Town or village of the seat.'),
  county: text('County of the seat.'),
  ...shownContactFields,
  caenCode: text('Main activity, CAEN class.'),
  caenRevision: text('Revision of the code: `rev3`, `rev2` …'),
  caenTitle: text('The activity in words.'),
  vatStatus: oneOf(['registered', 'notRegistered', 'canceled', 'unknown'], 'Registration for VAT.'),
  vatCheckedAt: text('When the tax authority was last asked.'),
  eFacturaRegistered: flag('In the RO e-Factura register.'),
  taxDebt: orNull(Type.Number(), 'Tax debts in lei, by the list of `taxDebtAsOf`; null: not on it, or no list loaded.'),
  taxDebtListed: flag('On that list of debtors; false is no proof of no debts; null: no list is loaded.'),
  taxDebtAsOf: text('Day of the list of debtors that was looked into; null: no list is loaded.'),
};

/** Identity and status of a company, as one flat record. */
export const companyNow = pick(
  'getCompany',
  companyFields,
  {
    statusLabel: (company) => company.onrcStatusLabel ?? company.registrationState,
    locality: (company) => seatOf(company)?.locality ?? null,
    county: (company) => seatOf(company)?.county ?? null,
    taxDebt: 'datoriiAnaf.total',
    taxDebtListed: 'datoriiAnafListed',
    taxDebtAsOf: 'datoriiAnafAsOf',
  },
  'Identity and status.',
);

export type Company = Picked<'getCompany'>;

const seatOf = ({ headquartersAddress, fiscalAddress }: Company) => headquartersAddress ?? fiscalAddress;

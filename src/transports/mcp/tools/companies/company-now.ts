/** A company in tools: identity and status, as one flat record. */

import Type from 'typebox';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';

const text = (description: string) => orNull(Type.String(), description);
const flag = (description: string) => orNull(Type.Boolean(), description);

export const companyFields = {
  cui: Type.String({ description: 'Fiscal code, without RO.' }),
  name: Type.String({ description: 'Name as registered.' }),
  legalForm: text('Legal form: SRL, SA, PFA …'),
  registrationNumber: text('Trade-register number.'),
  registrationDate: text('Day of registration.'),
  inTradeRegistry: flag('False for town halls, hospitals, associations.'),
  active: flag('Operating by the registry, and nothing ends that.'),
  statusLabel: text('Registry status in words.'),
  insolvency: flag('In insolvency, reorganisation or bankruptcy.'),
  dissolution: flag('In dissolution or liquidation.'),
  suspended: flag('Activity suspended.'),
  struckOff: flag('Struck off the trade registry.'),
  deregistrationDate: text('Day of striking off.'),
  inactive: flag('Declared inactive by the tax authority.'),
  address: text('Address in one line.'),
  locality: text('Town or village of the seat.'),
  county: text('County of the seat.'),
  phone: text('Telephone.'),
  website: text('Web site, as registered.'),
  caenCode: text('Main activity, CAEN class.'),
  caenRevision: text('Revision of the code: `rev3`, `rev2` …'),
  caenTitle: text('The activity in words.'),
  vatStatus: oneOf(['registered', 'notRegistered', 'canceled', 'unknown'], 'Registration for VAT.'),
  vatCheckedAt: text('When the tax authority was last asked.'),
  eFacturaRegistered: flag('In the RO e-Factura register.'),
  taxDebt: orNull(Type.Number(), 'Tax debts in lei, by the list of `taxDebtAsOf`; null: not on it, or no list loaded.'),
  taxDebtAsOf: text('Day of the list of debtors that was looked into; null: no list is loaded.'),
};

export const CompanyNow = Type.Object(companyFields, { ...closed, description: 'Who it is and how it stands.' });

export type Company = Awaited<ReturnType<ToolCall['client']['getCompany']>>['data'];

export function companyNow(company: Company): Static<typeof CompanyNow> {
  const seat = company.headquartersAddress ?? company.fiscalAddress;
  return {
    cui: company.cui,
    name: company.name,
    legalForm: company.legalForm,
    registrationNumber: company.registrationNumber,
    registrationDate: company.registrationDate,
    inTradeRegistry: company.inTradeRegistry,
    active: company.active,
    statusLabel: company.onrcStatusLabel ?? company.registrationState,
    insolvency: company.insolvency,
    dissolution: company.dissolution,
    suspended: company.suspended,
    struckOff: company.struckOff,
    deregistrationDate: company.deregistrationDate,
    inactive: company.inactive,
    address: company.address,
    locality: seat?.locality ?? null,
    county: seat?.county ?? null,
    phone: company.phone,
    website: company.website,
    caenCode: company.caenCode,
    caenRevision: company.caenRevision,
    caenTitle: company.caenTitle,
    vatStatus: company.vatStatus,
    vatCheckedAt: company.vatCheckedAt,
    eFacturaRegistered: company.eFacturaRegistered,
    taxDebt: company.datoriiAnaf?.total ?? null,
    taxDebtAsOf: company.datoriiAnafAsOf,
  };
}

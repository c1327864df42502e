/** A company in a list: related companies, rankings, county lists, hubs. */
import { Type } from 'typebox';
import { leiOrNull } from './money.ts';
import { orNull } from './schema.ts';

export const companyRowFields = {
  cui: orNull(Type.String(), 'Fiscal code; null for firms that have none.'),
  name: Type.String({ description: 'Name as registered.' }),
  county: orNull(Type.String(), 'County of the seat.'),
  locality: orNull(Type.String(), 'Town or village of the seat.'),
  caenCode: orNull(Type.String(), 'Main activity of the newest balance sheet.'),
  legalForm: orNull(Type.String(), 'Legal form.'),
  active: orNull(Type.Boolean(), 'Operating, by the registry.'),
  turnover: orNull(Type.Number(), 'Turnover of `year`, lei.'),
  employees: orNull(Type.Integer(), 'Average number of employees in `year`.'),
  year: orNull(Type.Integer(), 'Year of the newest balance sheet.'),
};

/** What such a row is made of: columns of the listing (search/tables.ts). */
export interface ListedCompany {
  cui: number | null;
  name: string;
  county: string | null;
  locality: string | null;
  legal_form: string | null;
  active: number | null;
  caen: string | null;
  turnover: number | null;
  employees: number | null;
  year: number | null;
}

export const listedColumns = 'cui name county locality legal_form active caen turnover employees year'.split(' ');

export const companyRow = (company: ListedCompany) => ({
  cui: company.cui === null ? null : String(company.cui),
  name: company.name,
  county: company.county,
  locality: company.locality,
  caenCode: company.caen,
  legalForm: company.legal_form,
  active: company.active === null ? null : company.active === 1,
  turnover: leiOrNull(company.turnover),
  employees: company.employees,
  year: company.year,
});

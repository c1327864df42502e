/** A company in a list: related companies, rankings, county lists, hubs. */
import { Type } from 'typebox';
import { leiOrNull } from './money.ts';
import { orNull } from './schema.ts';

/** The main activity, as it stands in every row about a company. */
export const activityFields = {
  caenCode: orNull(
    Type.String(),
    'Main activity, as in the company’s own answer when this generation was made: of the newest balance sheet that names one, else as registered, else as the tax authority had told. Null when nobody had.',
  ),
  caenRevision: orNull(
    Type.String(),
    'Revision that `caenCode` is of: `rev3`, `rev2`, `rev2003`, `rev1998`; null when there is no code. Nothing is mapped from one to another.',
  ),
};

export const companyRowFields = {
  cui: orNull(Type.String(), 'Fiscal code; null for firms that have none.'),
  name: Type.String({ description: 'Name as registered.' }),
  county: orNull(Type.String(), 'County of the seat.'),
  locality: orNull(Type.String(), 'Town or village of the seat.'),
  ...activityFields,
  legalForm: orNull(Type.String(), 'Legal form.'),
  active: orNull(Type.Boolean(), 'Operating, by the registry.'),
  turnover: orNull(Type.Number(), 'Turnover of `year`, lei.'),
  employees: orNull(Type.Integer(), 'Average number of employees in `year`.'),
  year: orNull(
    Type.Integer(),
    'Year of the newest balance sheet in the yearly files; the company’s own answers may have a newer one, from the tax authority’s web service.',
  ),
};

/** What an activity in a row is made of. */
export interface ListedActivity {
  cui: number | null;
  caen: string | null;
  caen_revision: string | null;
  /** 1 where only the tax authority tells it. */
  caen_told: number;
}

/** What such a row is made of: columns of the listing (search/tables.ts). */
export interface ListedCompany extends ListedActivity {
  name: string;
  county: string | null;
  locality: string | null;
  legal_form: string | null;
  active: number | null;
  turnover: number | null;
  employees: number | null;
  year: number | null;
}

export const listedColumns =
  'cui name county locality legal_form active caen caen_revision caen_told turnover employees year'.split(' ');

export const companyRow = (company: Omit<ListedCompany, 'caen_told'>) => ({
  cui: company.cui === null ? null : String(company.cui),
  name: company.name,
  county: company.county,
  locality: company.locality,
  caenCode: company.caen,
  caenRevision: company.caen_revision,
  legalForm: company.legal_form,
  active: company.active === null ? null : company.active === 1,
  turnover: leiOrNull(company.turnover),
  employees: company.employees,
  year: company.year,
});

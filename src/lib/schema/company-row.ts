/** A company in a list: related companies, rankings, county lists, hubs. */

import { Type } from 'typebox';
import { leiOrNull } from '#lib/values/money.ts';
import { field, orNull } from './fields.ts';

/** The main activity, in every row of a company. */
export const activityFields = {
  caenCode: orNull(Type.String(), {
    en: 'Main activity, as in the company’s own record when this generation was built: of the newest balance sheet that names one, else as registered, else as the tax authority had reported. Null when no source had one.',
    ro: 'Activitatea principală, ca în datele firmei la construirea acestei generații: din cel mai nou bilanț care numește una, altfel cea înregistrată, altfel cea indicată de ANAF. Null când nicio sursă nu o indica.',
  }),
  caenRevision: orNull(Type.String(), {
    en: 'Revision that `caenCode` is of: `rev3`, `rev2`, `rev2003`, `rev1998`; null when there is no code. Nothing is mapped from one to another.',
    ro: 'Revizia din care este `caenCode`: `rev3`, `rev2`, `rev2003`, `rev1998`; null când nu există cod. Nimic nu se transpune dintr-una în alta.',
  }),
};

export const companyRowFields = {
  cui: orNull(Type.String(), {
    en: 'Fiscal code; null for firms that have none.',
    ro: 'Codul fiscal; null pentru firmele care nu au.',
  }),
  name: field(Type.String(), { en: 'Name as registered.', ro: 'Numele așa cum este înregistrat.' }),
  county: orNull(Type.String(), { en: 'County of the seat.', ro: 'Județul sediului.' }),
  locality: orNull(Type.String(), { en: 'Town or village of the seat.', ro: 'Localitatea sediului.' }),
  ...activityFields,
  legalForm: orNull(Type.String(), { en: 'Legal form.', ro: 'Forma juridică.' }),
  active: orNull(Type.Boolean(), { en: 'Operating, by the registry.', ro: 'În funcțiune, după registru.' }),
  turnover: orNull(Type.Number(), { en: 'Turnover of `year`, lei.', ro: 'Cifra de afaceri din `year`, lei.' }),
  employees: orNull(Type.Integer(), {
    en: 'Average number of employees in `year`.',
    ro: 'Numărul mediu de salariați din `year`.',
  }),
  year: orNull(Type.Integer(), {
    en: 'Year of the newest balance sheet in the yearly files; the company’s own answers may have a newer one, from the tax authority’s web service.',
    ro: 'Anul celui mai nou bilanț din fișierele anuale; răspunsurile firmei pot avea unul mai nou, din serviciul web al ANAF.',
  }),
};

export interface ActivityColumns {
  cui: number | null;
  caen: string | null;
  caen_revision: string | null;
  /** 1 if only the tax authority reports the activity. */
  caen_told: number;
}

/** Columns of the listing (search/tables.ts). */
export interface CompanyColumns extends ActivityColumns {
  name: string;
  county: string | null;
  locality: string | null;
  legal_form: string | null;
  active: number | null;
  turnover: number | null;
  employees: number | null;
  year: number | null;
}

export const companyColumns =
  'cui name county locality legal_form active caen caen_revision caen_told turnover employees year'.split(' ');

export const companyRow = (company: Omit<CompanyColumns, 'caen_told'>) => ({
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

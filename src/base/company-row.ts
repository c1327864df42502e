/** A company in a list: related companies, rankings, county lists, hubs. */
import { Type } from 'typebox';
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

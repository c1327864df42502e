/** A company in the list of a tool: identifying fields, and its page. */

import Type from 'typebox';
import { closed, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { parseCui } from '#lib/values/cui.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';
import type { PageName } from '#transports/web/addresses.ts';

export const companyItemFields = {
  cui: orNull(Type.String(), 'Fiscal code; null: it has none.'),
  name: Type.String({ description: 'Name as registered.' }),
  county: orNull(Type.String(), 'County of the seat.'),
  locality: orNull(Type.String(), 'Town or village of the seat.'),
  caenCode: orNull(Type.String(), 'Main activity, CAEN class.'),
  caenRevision: orNull(Type.String(), 'Revision of the code: `rev3`, `rev2` …'),
  active: orNull(Type.Boolean(), 'Operating, by the registry.'),
  turnover: orNull(Type.Number(), 'Turnover of `year`, lei.'),
  employees: orNull(Type.Integer(), 'Average number of employees in `year`.'),
  year: orNull(Type.Integer(), 'Year of these figures.'),
  url: orNull(Type.String(), 'Page of the company; null without a fiscal code.'),
};

export const CompanyItem = Type.Object(companyItemFields, closed);
export type CompanyItem = Static<typeof CompanyItem>;

type Row = Omit<CompanyItem, 'url'>;

/** From a row of an operation, which has more fields. */
export const companyItem = (row: Row, call: Pick<ToolCall, 'link'>): CompanyItem => ({
  cui: row.cui,
  name: row.name,
  county: row.county,
  locality: row.locality,
  caenCode: row.caenCode,
  caenRevision: row.caenRevision,
  active: row.active,
  turnover: row.turnover,
  employees: row.employees,
  year: row.year,
  url: companyLink(row.cui, call),
});

export const companyLink = (cui: string | null, call: Pick<ToolCall, 'link'>): string | null =>
  cui === null ? null : call.link('company', { cui });

/** The page of a company, whose code may be in any accepted spelling. */
export const companyPage = <Name extends PageName>(name: Name, cui: string) => ({
  name,
  params: { cui: parseCui(cui) ?? cui },
});

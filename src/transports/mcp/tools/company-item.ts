/** A company in the list of a tool: identifying fields, and its page. */

import Type from 'typebox';
import { orNull } from '#lib/schema/fields.ts';
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

export const companyLink = (cui: string | null, call: Pick<ToolCall, 'link'>): string | null =>
  cui === null ? null : call.link('company', { cui });

/** The page of a company, whose code may be in any accepted spelling. */
export const companyPage = <Name extends PageName>(name: Name, cui: string) => ({
  name,
  params: { cui: parseCui(cui) ?? cui },
});

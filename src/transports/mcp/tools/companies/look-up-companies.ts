/** Several companies by their fiscal codes at once. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { CursorArgument, fittingRows, PageFields, startOf } from '#transports/mcp/format/lists.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { companyLink } from '#transports/mcp/tools/company-item.ts';
import { type Company, companyFields, companyNow } from './company-now.ts';

const NAME = 'look_up_companies';
const CUIS_MAX = 50;
/** The operation's limit for visitors; checked here for a message about the account. */
const CUIS_OPEN = 20;

const { cui: _cui, ...choosable } = companyFields;
type Field = keyof typeof choosable;
const names = Object.keys(choosable) as Field[];
const DEFAULT: Field[] = ['name', 'active', 'statusLabel', 'locality', 'county', 'vatStatus', 'inactive', 'insolvency'];

const Row = Type.Object(
  {
    input: Type.String({ description: 'As sent.' }),
    cui: orNull(Type.String(), 'The fiscal code it was read as; null: it is none.'),
    found: Type.Boolean({ description: 'Whether the company exists in a source.' }),
    company: orNull(Type.Partial(Type.Object(choosable), closed), 'The chosen fields; null: see `error`.'),
    error: orNull(Type.String(), 'Why there is no company.'),
    url: orNull(Type.String(), 'Page of the company.'),
  },
  closed,
);

export const lookUpCompanies = tool({
  name: NAME,
  title: 'Several companies at once',
  about:
    'Looks up to 50 companies (20 for accounts without full access) by their fiscal codes at once and tells the chosen fields of each: to check a list of suppliers for VAT, inactivity or insolvency. A wrong or unknown code is told in its own row. For one company in depth use `get_company`; for codes by name `search`.',
  effect: 'reads',
  input: Type.Object({
    cuis: Type.Array(Type.String({ maxLength: 30, description: 'Fiscal code, with or without `RO`.' }), {
      minItems: 1,
      maxItems: CUIS_MAX,
      description: 'Fiscal codes.',
    }),
    fields: Type.Optional(
      Type.Array(oneOf(names, 'A field.'), {
        minItems: 1,
        maxItems: names.length,
        description: `Which fields; left out: ${DEFAULT.join(', ')}.`,
      }),
    ),
    cursor: CursorArgument,
  }),
  output: Type.Object({
    companies: Type.Array(Row, { description: 'In the order of `cuis`.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const { cuis, fields = DEFAULT } = input;
    if (cuis.length > CUIS_OPEN && !call.context.caller.pro)
      throw new ApiError('INVALID_PARAMETER', messages.agents.companies.fewerCuis({ most: CUIS_OPEN }));
    const start = startOf(call, NAME, input);
    const { data, meta } = await call.client.getCompanies({ cuis: cuis.slice(start) });
    const citation = citationOf(call, { name: 'bulk' }, [meta]);
    const rows = data.map(({ input, cui, found, company, error }) => ({
      input,
      cui,
      found,
      company: company && chosenOf(company, fields, call),
      error: error && `${error.code}: ${error.message}`,
      url: found ? companyLink(cui, call) : null,
    }));
    const list = { rows, start, total: cuis.length, besides: citation };
    const { rows: companies, ...page } = fittingRows<Static<typeof Row>>(call, NAME, input, list);
    return { companies, ...page, ...citation };
  },
});

const chosenOf = (
  company: Company,
  fields: readonly Field[],
  call: ToolCall,
): Partial<ReturnType<typeof companyNow.of>> => {
  const all = companyNow.of(company, call);
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
};

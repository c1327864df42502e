/** Treasury accounts to pay taxes into. */

import Type from 'typebox';
import { SearchText } from '#api/parameters.ts';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { CursorArgument, fittingRows, PageFields, startOf } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';

const NAME = 'find_treasury_account';

const treasuryAccount = pick(
  'findTreasuryIbans',
  {
    iban: Type.String({ description: 'IBAN, 24 characters.' }),
    account: Type.String({ description: 'Symbol of the account: `20A100101` is for VAT, `5503` is the single one.' }),
    taxName: Type.String({ description: 'What is paid into it, in Romanian.' }),
    taxNameEn: orNull(Type.String(), 'The same in English.'),
    treasury: Type.String({ description: 'Name of the unit of the State Treasury.' }),
    treasuryCode: Type.String({ description: 'Three digits.' }),
    locality: orNull(Type.String(), 'Town it serves first; null: a county’s own unit.'),
    county: Type.String({ description: 'County.' }),
    evidence: oneOf(['published', 'computed'], 'Read in a published list, or made by the published rule.'),
    warning: orNull(Type.String(), 'What to see to before paying.'),
  },
  {
    treasury: 'treasury.name',
    treasuryCode: 'treasury.code',
    locality: 'treasury.locality',
    county: 'treasury.county',
  },
);

export const findTreasuryAccount = tool({
  name: NAME,
  title: 'Treasury accounts for paying taxes',
  about:
    'Finds the IBAN of the State Treasury into which a tax is paid, by tax and place together: "TVA Cluj", "impozit pe profit Sector 3", a treasury code or an IBAN. It does not tell a company’s own bank account, nor how much is owed. Tell the person the `warning` and where the account is from.',
  effect: 'reads',
  input: Type.Object({
    query: SearchText,
    treasury: Type.Optional(
      Type.String({
        pattern: '^([Tt][Rr][Ee][Zz])?[0-9]{3}$',
        description: 'Only accounts of this treasury: three digits.',
        examples: ['216'],
      }),
    ),
    cursor: CursorArgument,
  }),
  output: Type.Object({
    accounts: Type.Array(treasuryAccount.schema, { description: 'Best match first.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const { query, treasury } = input;
    const { data, meta } = await call.client.findTreasuryIbans({
      q: query,
      ...(treasury !== undefined && { treasury }),
    });
    // The field of the page takes a code among the words.
    const q = treasury === undefined ? query : `${query} ${treasury}`;
    const citation = citationOf(call, { name: 'treasury', query: { q } }, [meta], {
      warnings: [messages.agents.reference.beforePaying()],
    });
    const start = startOf(call, NAME, input);
    const rows = data.slice(start).map((row) => treasuryAccount.of(row, call));
    const list = { rows, start, total: data.length, besides: citation };
    const { rows: accounts, ...page } = fittingRows(call, NAME, input, list);
    return { accounts, ...page, ...citation };
  },
});

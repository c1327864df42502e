/** An amount in another currency, at the rate of a day. */
import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { CalendarDay } from '#api/parameters.ts';
import { CitationFields, citationOf, typed } from '#transports/mcp/format/citation.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { Currency, selectedRates } from './currencies.ts';

/** Larger numbers would be written with an exponent or rounded. */
const AMOUNT_MAX = 999_999_999_999;

export const convertCurrency = tool({
  name: 'convert_currency',
  title: 'Currency conversion',
  about:
    'Converts an amount at the reference rates of the National Bank of Romania, today or on any earlier day (the last bank day before counts): "how many lei were 1,200 euros on 2024-05-01". Use it rather than your own arithmetic. For a table of all rates use `get_exchange_rates`.',
  effect: 'reads',
  input: Type.Object({
    amount: Type.Number({
      exclusiveMinimum: 0,
      maximum: AMOUNT_MAX,
      default: 1,
      description: 'Amount, at most six decimals.',
    }),
    from: Currency('Currency of the amount; `RON` is the leu.'),
    to: Currency('Currency of the result.'),
    date: Type.Optional(CalendarDay('Day whose rates count, `YYYY-MM-DD`; left out: today.')),
  }),
  output: Type.Object({
    from: Type.String({ description: 'Currency of the amount.' }),
    to: Type.String({ description: 'Currency of the result.' }),
    amount: Type.Number({ description: 'As requested.' }),
    rate: Type.Number({ description: 'What one unit of `from` costs in `to`.' }),
    result: Type.Number({ description: 'The amount in `to`, to four decimals.' }),
    requestedDate: Type.String({ description: 'The requested day, or today.' }),
    effectiveDate: Type.String({ description: 'The bank day whose rates were used: state it.' }),
    ...CitationFields,
  }),
  async call({ amount, from, to, date }, call) {
    const query = { from: coded(from), to: coded(to), amount: String(amount), ...(date !== undefined && { date }) };
    const { data, meta } = await call.client.convertCurrency(query).catch((error) => unquoted(error, query, call));
    return {
      ...data,
      ...citationOf(
        call,
        { name: 'rates', query: { from: data.from, to: data.to, amount: typed(amount, call.language), date } },
        [meta],
      ),
    };
  },
});

/** Models write `leu` or `lei` for RON. */
const coded = (currency: string): string => (/^le[iu]$/i.test(currency) ? LEU : currency.toUpperCase());

const LEU = 'RON';

/** For an unquoted currency, throws the error that lists the quoted ones. */
async function unquoted(error: unknown, { from, to }: { from: string; to: string }, call: ToolCall): Promise<never> {
  if (error instanceof ApiError && error.code === 'NOT_FOUND') {
    const { data } = await call.client.getRates({});
    selectedRates(
      data.rates,
      [from, to].filter((currency) => currency !== LEU),
    );
  }
  throw error;
}

/** The rates of a day. */
import Type from 'typebox';
import { CalendarDay } from '#api/parameters.ts';
import { orNull } from '#lib/schema/fields.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';
import { Currencies, rateFields, selectedRates } from './currencies.ts';

const dayRate = pick(
  'getRates.rates',
  {
    currency: Type.String({ description: 'Three letters; `XAU` is gold, by the gram.' }),
    name: orNull(Type.String(), 'Name in Romanian.'),
    ...rateFields,
  },
  {},
);

export const getExchangeRates = tool({
  name: 'get_exchange_rates',
  title: 'Exchange rates of today',
  about:
    'The newest reference rates of the National Bank of Romania (BNR): lei for one unit of each currency, and the change since the bank day before. Use it for "what is the euro today", or with `date` on an earlier day. For an amount use `convert_currency`; for several days or averages `get_exchange_rate_history`.',
  effect: 'reads',
  input: Type.Object({
    currencies: Type.Optional(Currencies('Only these; left out: all that the bank quotes.')),
    date: Type.Optional(CalendarDay('The rates that were valid on this day.')),
  }),
  output: Type.Object({
    date: Type.String({ description: 'The bank day of the rates; not always today.' }),
    rates: Type.Array(dayRate.schema, { description: 'By code.' }),
    ...CitationFields,
  }),
  async call({ currencies, date }, call) {
    const { data, meta } = await call.client.getRates(date === undefined ? {} : { date });
    return {
      date: data.date,
      rates: selectedRates(data.rates, currencies).map((row) => dayRate.of(row, call)),
      ...citationOf(call, { name: 'rates' }, [meta]),
    };
  },
});

/** The rate of a currency over some days. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { closed } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { tool } from '#transports/mcp/tool.ts';
import { Currency, rateFields } from './currencies.ts';

const Day = Type.Object({ date: Type.String({ description: 'The bank day.' }), ...rateFields }, closed);

export const getExchangeRateHistory = tool({
  name: 'get_exchange_rate_history',
  title: 'Exchange rate of the last bank days',
  about:
    'The reference rate of one currency on each of the last ten bank days, newest first: for "how did the euro move lately". For one earlier day, of any year, use `convert_currency` with its `date`; for the newest rates of all currencies `get_exchange_rates`.',
  effect: 'reads',
  input: Type.Object({ currency: Currency('Currency: three letters.') }),
  output: Type.Object({
    currency: Type.String({ description: 'As requested.' }),
    days: Type.Array(Day, { description: 'Newest first; days on which the bank did not quote it are missing.' }),
    ...CitationFields,
  }),
  async call(input, call) {
    const { data, meta } = await call.client.getRatesHistory({});
    const currency = input.currency.toUpperCase();
    const days = data.flatMap(({ date, rates }) => {
      const own = rates.find((each) => each.currency === currency);
      return own ? [{ date, rate: own.rate, change: own.change }] : [];
    });
    if (days.length === 0) {
      const quoted = data[0]?.rates.map((each) => each.currency).join(', ') ?? '';
      throw new ApiError('INVALID_PARAMETER', messages.agents.reference.notQuoted({ currencies: currency, quoted }));
    }
    return { currency, days, ...citationOf(call, { name: 'rates', query: { currency } }, [meta]) };
  },
});

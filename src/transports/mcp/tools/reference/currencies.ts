/** Currencies in tools over exchange rates. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { withPatternMessage } from '#api/parameters.ts';
import { orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';

const CURRENCIES_MAX = 40;

export const Currency = (description: string) =>
  withPatternMessage(
    Type.String({ pattern: '^[A-Za-z]{3}$', description, examples: ['EUR'] }),
    messages.agents.reference.currency(),
  );

export const Currencies = (description: string) =>
  Type.Array(Currency('Three letters.'), { minItems: 1, maxItems: CURRENCIES_MAX, description });

export const rateFields = {
  rate: Type.Number({ description: 'Lei for one unit.' }),
  change: orNull(Type.Number(), 'Lei more than on the bank day before; null: not quoted then.'),
};

/** Those that were asked for, all where nobody was. One that the bank does not quote is refused: an answer without it would pass for one. */
export function chosen<Rate extends { currency: string }>(
  rates: readonly Rate[],
  asked: readonly string[] | undefined,
): readonly Rate[] {
  if (asked === undefined) return rates;
  const wanted = new Set(asked.map((code) => code.toUpperCase()));
  const found = rates.filter(({ currency }) => wanted.has(currency));
  const missing = wanted.difference(new Set(found.map(({ currency }) => currency)));
  if (missing.size > 0)
    throw new ApiError(
      'INVALID_PARAMETER',
      messages.agents.reference.notQuoted({
        currencies: [...missing].join(', '),
        quoted: rates.map(({ currency }) => currency).join(', '),
      }),
    );
  return found;
}

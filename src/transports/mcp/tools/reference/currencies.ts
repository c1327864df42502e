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

/** The rates of the requested currencies; all by default. A currency without a rate is refused, so that a short answer never looks complete. */
export function selectedRates<Rate extends { currency: string }>(
  rates: readonly Rate[],
  codes: readonly string[] | undefined,
): readonly Rate[] {
  if (codes === undefined) return rates;
  const requested = new Set(codes.map((code) => code.toUpperCase()));
  const selected = rates.filter(({ currency }) => requested.has(currency));
  const missing = requested.difference(new Set(selected.map(({ currency }) => currency)));
  if (missing.size > 0)
    throw new ApiError(
      'INVALID_PARAMETER',
      messages.agents.reference.notQuoted({
        currencies: [...missing].join(', '),
        quoted: rates.map(({ currency }) => currency).join(', '),
      }),
    );
  return selected;
}

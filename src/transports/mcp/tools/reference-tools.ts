/** What is not about one company: rates, classifications, accounts for taxes, press. */
import type { AnyTool } from '#transports/mcp/tool.ts';
import { convertCurrency } from './reference/convert-currency.ts';
import { findCaenCode } from './reference/find-caen-code.ts';
import { findTreasuryAccount } from './reference/find-treasury-account.ts';
import { getExchangeRateHistory } from './reference/get-exchange-rate-history.ts';
import { getExchangeRates } from './reference/get-exchange-rates.ts';
import { searchPress } from './reference/search-press.ts';

export const referenceTools: readonly AnyTool[] = [
  getExchangeRates,
  getExchangeRateHistory,
  convertCurrency,
  findCaenCode,
  findTreasuryAccount,
  searchPress,
];

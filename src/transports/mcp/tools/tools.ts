/** The tools over the data, in the order in which agents see them. */

import type { AnyTool } from '#transports/mcp/tool.ts';
import { assessCompanySolvency } from './companies/assess-company-solvency.ts';
import { getCompany } from './companies/get-company.ts';
import { getCompanyFinancials } from './companies/get-company-financials.ts';
import { getMarketStatistics } from './companies/get-market-statistics.ts';
import { getRankings } from './companies/get-rankings.ts';
import { listCompanies } from './companies/list-companies.ts';
import { lookUpCompanies } from './companies/look-up-companies.ts';
import { getCompanyNetwork } from './people/get-company-network.ts';
import { getPerson } from './people/get-person.ts';
import { listRelatedCompanies } from './people/list-related-companies.ts';
import { analyzeMarket } from './procurement/analyze-market.ts';
import { analyzeProcurement } from './procurement/analyze-procurement.ts';
import { compareTenderVersions } from './procurement/compare-tender-versions.ts';
import { getContract } from './procurement/get-contract.ts';
import { getTender } from './procurement/get-tender.ts';
import { listContracts } from './procurement/list-contracts.ts';
import { listDirectPurchases } from './procurement/list-direct-purchases.ts';
import { listSupplierReports } from './procurement/list-supplier-reports.ts';
import { listTenderDocuments } from './procurement/list-tender-documents.ts';
import { readTenderDocument } from './procurement/read-tender-document.ts';
import { searchTenderDocuments } from './procurement/search-tender-documents.ts';
import { searchTenders } from './procurement/search-tenders.ts';
import { convertCurrency } from './reference/convert-currency.ts';
import { findCaenCode } from './reference/find-caen-code.ts';
import { findTreasuryAccount } from './reference/find-treasury-account.ts';
import { getExchangeRateHistory } from './reference/get-exchange-rate-history.ts';
import { getExchangeRates } from './reference/get-exchange-rates.ts';
import { searchPress } from './reference/search-press.ts';
import { fetchRecord } from './search/fetch-record.ts';
import { search } from './search/search.ts';

export const companyTools: readonly AnyTool[] = [
  search,
  fetchRecord,
  getCompany,
  getCompanyFinancials,
  assessCompanySolvency,
  listRelatedCompanies,
  getCompanyNetwork,
  getPerson,
  lookUpCompanies,
  listCompanies,
  getRankings,
  getMarketStatistics,
];

export const procurementTools: readonly AnyTool[] = [
  searchTenders,
  getTender,
  listTenderDocuments,
  searchTenderDocuments,
  readTenderDocument,
  compareTenderVersions,
  listContracts,
  getContract,
  listDirectPurchases,
  analyzeProcurement,
  analyzeMarket,
  listSupplierReports,
];

export const referenceTools: readonly AnyTool[] = [
  getExchangeRates,
  getExchangeRateHistory,
  convertCurrency,
  findCaenCode,
  findTreasuryAccount,
  searchPress,
];

export const dataTools: readonly AnyTool[] = [...companyTools, ...procurementTools, ...referenceTools];

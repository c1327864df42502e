/** Companies and the people behind them; finding anything comes first. */
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

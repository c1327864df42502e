/** Tools over public procurement and the documents of tenders, in the order in which agents see them. */
import type { AnyTool } from '#transports/mcp/tool.ts';
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

/** Tools over public procurement and the documents of tenders, in the order in which agents see them. */
import type { AnyTool } from '#mcp/tool.ts';
import { analyzeMarket } from './analyze-market.ts';
import { analyzeProcurement } from './analyze-procurement.ts';
import { compareTenderVersions } from './compare-tender-versions.ts';
import { getContract } from './get-contract.ts';
import { getTender } from './get-tender.ts';
import { listContracts } from './list-contracts.ts';
import { listDirectPurchases } from './list-direct-purchases.ts';
import { listSupplierReports } from './list-supplier-reports.ts';
import { listTenderDocuments } from './list-tender-documents.ts';
import { listTenderSignatures } from './list-tender-signatures.ts';
import { readTenderDocument } from './read-tender-document.ts';
import { searchTenderDocuments } from './search-tender-documents.ts';
import { searchTenders } from './search-tenders.ts';

export const procurementTools: readonly AnyTool[] = [
  searchTenders,
  getTender,
  listTenderDocuments,
  searchTenderDocuments,
  readTenderDocument,
  listTenderSignatures,
  compareTenderVersions,
  listContracts,
  getContract,
  listDirectPurchases,
  analyzeProcurement,
  analyzeMarket,
  listSupplierReports,
];

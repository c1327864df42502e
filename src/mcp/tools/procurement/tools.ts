/** Tools over public procurement and the documents of tenders, in the order in which agents see them. */
import type { AnyTool } from '#mcp/tool.ts';
import { getContract } from './get-contract.ts';
import { getTender } from './get-tender.ts';
import { listContracts } from './list-contracts.ts';
import { listDirectPurchases } from './list-direct-purchases.ts';
import { searchTenders } from './search-tenders.ts';

export const procurementTools: readonly AnyTool[] = [
  searchTenders,
  getTender,
  listContracts,
  getContract,
  listDirectPurchases,
];

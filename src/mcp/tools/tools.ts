/** Every tool over the data, in the order in which agents see them. */
import type { AnyTool } from '#mcp/tool.ts';
import { getCompany } from './get-company.ts';
import { procurementTools } from './procurement-tools.ts';

export const dataTools: readonly AnyTool[] = [getCompany, ...procurementTools];

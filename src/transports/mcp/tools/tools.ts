/** Every tool over the data, in the order in which agents see them. */
import type { AnyTool } from '#transports/mcp/tool.ts';
import { companyTools } from './company-tools.ts';
import { procurementTools } from './procurement-tools.ts';
import { referenceTools } from './reference-tools.ts';

export const dataTools: readonly AnyTool[] = [...companyTools, ...procurementTools, ...referenceTools];

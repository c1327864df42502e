/** What the state buys. */
import type { AnyTool } from '#mcp/tool.ts';

export const procurementTools: readonly AnyTool[] = [];

/** Tools about the account itself: what its person may see, and what they begin here and finish in a browser. */
import type { AnyTool } from '#mcp/tool.ts';

export const accountTools = (): readonly AnyTool[] => [];

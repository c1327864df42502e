/** One message of an app, as a server is made for it. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { ApiError } from '#api/api-error.ts';
import type { Called } from '#transports/mcp/routes/message.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';

/** What a call is made with, but for what the protocol itself knows. */
export type CallNeeds = Omit<ToolCall, 'protocol' | 'isLegacy'>;

/** One message of an app. */
export interface Asked {
  /** Of hosts of 2025, who can neither be challenged for a scope nor asked to show a form. */
  isLegacy: boolean;
  called: Called | null;
  /** Null for a message that calls nothing. */
  call: CallNeeds | null;
  /** Under which we were reached. */
  origin: string;
  /** Told what became of a call, as HTTP would say it. */
  ended(status: number): void;
}

/** What a registered thing does when it is called. */
export interface Calling {
  made(protocol: ServerContext): ToolCall;
  /** Notes how a call failed: null for what is our fault. */
  ended(error: unknown): ApiError | null;
}

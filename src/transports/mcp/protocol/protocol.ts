/** The protocol of the SDK: one handler for each connector, with a server of its own for each message. */

import { createMcpHandler, type McpServer, type ServerContext } from '@modelcontextprotocol/server';
import type { ApiError } from '#api/api-error.ts';
import type { Grant } from '#platform/oauth/grants.ts';
import type { Reply } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import type { Called } from '#transports/mcp/routes/messages.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';

/** The call without the values of the protocol. */
export type CallContext = Omit<ToolCall, 'protocol' | 'isLegacy'>;

/** One message of an app, as its server gets it. */
export interface ProtocolMessage {
  /** A host of protocol 2025, which supports neither scope challenges nor requests for input. */
  isLegacy: boolean;
  called: Called | null;
  /** Null for a message that calls nothing. */
  call: CallContext | null;
  /** The origin by which the host reaches the service. */
  origin: string;
  /** Reports the outcome of a call as an HTTP status. */
  onEnd(status: number): void;
}

/** The callbacks of a registered tool, resource or prompt. */
export interface CallHandlers {
  toolCall(protocol: ServerContext): ToolCall;
  /** Reports a failed call. Null for an internal error. */
  failure(error: unknown): ApiError | null;
}

/** A server for one message. */
export type ServerFactory = (message: ProtocolMessage) => McpServer;

/** A message with a valid token. */
export interface Admitted extends Omit<ProtocolMessage, 'isLegacy'> {
  grant: Grant;
  /** The parsed JSON. */
  body: unknown;
  /** The URL of the connector. */
  resource: string;
  /** Aborted when the caller disconnects or the deadline passes. */
  signal: AbortSignal;
}

export interface Protocol {
  answer(request: Request, admitted: Admitted): Promise<Reply>;
  close(): Promise<void>;
}

/** The offer never changes while a host listens, so no stream stays open; tests may open this many. */
const SUBSCRIPTIONS_MAX = 16;

export function protocolOf(serverOf: ServerFactory): Protocol {
  // `extra` is the object that the routes pass with each request.
  const handler = createMcpHandler(
    ({ era, authInfo }) =>
      serverOf({ isLegacy: era === 'legacy', ...(authInfo?.extra as unknown as Omit<ProtocolMessage, 'isLegacy'>) }),
    { maxSubscriptions: SUBSCRIPTIONS_MAX },
  );
  return {
    async answer(request, { grant, body, resource, signal, ...message }) {
      const response = await handler.fetch(webRequest(request, resource, signal), {
        parsedBody: body,
        authInfo: {
          // Tools know the grant, and never the token.
          token: '',
          clientId: grant.client,
          scopes: [...grant.scopes],
          expiresAt: grant.expiresAt / 1_000,
          resource: new URL(resource),
          extra: message,
        },
      });
      const { status, headers, body: stream } = response;
      const isStream = headers.get('content-type')?.startsWith('text/event-stream');
      return {
        status,
        headers: { 'cache-control': 'no-store', ...Object.fromEntries(headers) },
        body: isStream && stream ? () => stream : await response.text(),
      };
    },
    close: () => handler.close(),
  };
}

/**
 * The parts of a request that the SDK reads, without the token; the parsed body is a separate argument. A real `Request` would derive
 * another signal and copy unused parts: a sixth of the protocol's time in a call.
 */
function webRequest({ raw }: Request, resource: string, signal: AbortSignal): globalThis.Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers))
    if (typeof value === 'string' && (name === 'accept' || name === 'content-type' || name.startsWith('mcp-')))
      headers.set(name, value);
  const read: Pick<globalThis.Request, 'method' | 'url' | 'headers' | 'signal'> = {
    method: 'POST',
    url: resource,
    headers,
    signal,
  };
  return read as globalThis.Request;
}

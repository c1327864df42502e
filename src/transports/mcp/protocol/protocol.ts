/** The protocol, which is the SDK's: one handler for each place, made once, that gets a server of its own for each message. */
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { Grant } from '#platform/oauth/grants.ts';
import type { Reply } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import type { Asked } from './asked.ts';

/** A server for one message. */
export type ServerOf = (asked: Asked) => McpServer;

/** A message that is let in. */
export interface Admitted extends Omit<Asked, 'isLegacy'> {
  grant: Grant;
  /** Parsed: it is not read again. */
  body: unknown;
  /** The whole address of the place. */
  resource: string;
  /** Aborted when the caller has left, or the time is over. */
  signal: AbortSignal;
}

export interface Protocol {
  answer(request: Request, admitted: Admitted): Promise<Reply>;
  close(): Promise<void>;
}

/** Nothing of ours changes while a host listens, so that no stream stays open; where a test's does, this many may. */
const SUBSCRIPTIONS_MAX = 16;

export function protocolOf(serverOf: ServerOf): Protocol {
  const handler = createMcpHandler(
    ({ era, authInfo }) =>
      serverOf({ isLegacy: era === 'legacy', ...(authInfo?.extra as unknown as Omit<Asked, 'isLegacy'>) }),
    { maxSubscriptions: SUBSCRIPTIONS_MAX },
  );
  return {
    async answer(request, { grant, body, resource, signal, ...asked }) {
      const response = await handler.fetch(webRequest(request, resource, signal), {
        parsedBody: body,
        authInfo: {
          // Tools know the grant, and never the token.
          token: '',
          clientId: grant.client,
          scopes: [...grant.scopes],
          expiresAt: grant.expiresAt / 1_000,
          resource: new URL(resource),
          extra: asked,
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
 * What the protocol reads of a request, never the token among it; its body is given apart, as it was parsed. A whole `Request` of the
 * web would follow the signal by one of its own and copy what nobody asks for: a sixth of what the protocol takes of a call.
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

/**
 * The MCP routes. A tool call has one request context, under the rights of the account in its grant. Checks run in the order of the
 * other transports: host and origin, blocks, identity, rate limit, and only then the body.
 */

import type { Allowance, LimitKey } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { anonymousCaller, type Blocks, type Caller } from '#api/caller.ts';
import { apiClient } from '#api/client.ts';
import type { Context } from '#api/context.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import type { Pipeline } from '#api/pipeline.ts';
import type { IncomingRequest, RequestContext } from '#api/request-context.ts';
import type { Language } from '#lib/i18n/message.ts';
import { type Awaitable, andThen } from '#lib/values/awaitable.ts';
import { clientNetworkText } from '#lib/values/ip.ts';
import { messages } from '#locales/messages.ts';
import type { Grant, Grants } from '#platform/oauth/grants.ts';
import { type AddressOf, originReached } from '#transports/http/client-address.ts';
import { allowanceHeaders, type Handler, type Reply } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import { notAllowed, type Router } from '#transports/http/router.ts';
import type { CallContext } from '#transports/mcp/protocol/protocol.ts';
import { type DirectCalls, type Protocol, protocolOf, type ServerFactory } from '#transports/mcp/protocol/protocol.ts';
import { toQuery } from '#transports/web/addresses.ts';
import { addResourceMetadata, addressOf as addressAt, type Resource, tokenOf, unauthorized } from './authorization.ts';
import { type Deadline, withDeadline } from './deadline.ts';
import { apiErrorReply, batchRefused, callName, forbidden, messageIn, rememberId } from './messages.ts';

/** One path of the MCP server, and its offer. */
export interface Connector {
  path: string;
  serverOf: ServerFactory;
  directCall?: DirectCalls;
  /** The names of its tools, prompts and resources in metrics and the log. */
  calls: ReadonlySet<string>;
  /** Whether answers mention Pro. */
  offersPro: boolean;
}

export type McpContext = Pick<Context, 'limits' | 'cursors' | 'publicUrl'> & {
  connectors: readonly Connector[];
  pipeline: Pipeline;
  declared: Record<string, AnyEndpoint>;
  grants: Grants;
  addressOf: AddressOf;
  blocks: Pick<Blocks, 'find'>;
  /** Origins of pages, beside those of the service, that may send requests. */
  allowedOrigins: readonly string[];
};

/** Arguments are small: the longest is a list of fifty fiscal codes. */
const BODY = { bytesMax: 64_000 };

export function addMcpRoutes(router: Router<Handler>, context: McpContext): void {
  const paths = context.connectors.map(({ path }) => path);
  for (const connector of context.connectors) {
    const protocol = protocolOf(connector.serverOf, connector.directCall);
    router.add('POST', connector.path, (request) => reply(request, connector, protocol, context));
    // The protocol allows hosts to open a stream and to end a session, so these requests do not count as abuse of their shared address.
    for (const method of ['GET', 'DELETE']) {
      const refuse = (): never => {
        throw notAllowed(method, ['POST']);
      };
      router.add(method, connector.path, refuse, { isRefusal: true });
    }
  }
  addResourceMetadata(router, paths, context.publicUrl);
  const { errorPage } = router;
  router.errorPage = (problem, request) =>
    paths.includes(request.path) ? apiErrorReply(problem, request) : (errorPage?.(problem, request) ?? null);
}

function reply(request: Request, connector: Connector, protocol: Protocol, context: McpContext): Awaitable<Reply> {
  const origin = originReached(request, context.publicUrl);
  if (origin === null) return forbidden(messages.agents.transport.otherHost(), request);
  if (!isOriginAllowed(request, origin, context.allowedOrigins))
    return forbidden(messages.agents.transport.otherOrigin(), request);
  assertNotBlocked(request, context);
  const resource = { origin, path: connector.path };
  return andThen(authenticate(request, resource, context), ({ token, grant }) =>
    andThen(countMessage(grant, request, context), () =>
      answerMessage({ request, resource, token, grant }, connector, protocol, context),
    ),
  );
}

interface AuthenticatedMessage {
  request: Request;
  resource: Resource;
  token: string;
  grant: Grant;
}

async function answerMessage(
  { request, resource, token, grant }: AuthenticatedMessage,
  { calls, offersPro }: Connector,
  protocol: Protocol,
  context: McpContext,
): Promise<Reply> {
  const body = await request.json(BODY, agentCaller(grant, context.addressOf(request)));
  if (Array.isArray(body)) return batchRefused(messages.agents.transport.batch(), request);
  const { id, called } = messageIn(body);
  rememberId(request, id);
  if (called && calls.has(callName(called))) request.tool = callName(called);
  return withDeadline(request, async (deadline) => {
    const admitting = called && admit(request, token, deadline, context);
    const admitted = admitting instanceof Promise ? await admitting : admitting;
    const call = admitted && { ...callOf(admitted, grant, resource, request, context), offersPro };
    const onEnd = (status: number): void => {
      request.endedAs = status;
    };
    const { origin } = resource;
    return protocol.answer(request, {
      called,
      call,
      origin,
      onEnd,
      grant,
      body,
      resource: addressAt(resource),
      deadline,
    });
  });
}

/** Applies also to messages that are answered without a request context. */
function assertNotBlocked(request: Request, { blocks, addressOf }: McpContext): void {
  const block = blocks.find(addressOf(request), request.now);
  if (!block) return;
  const until = Number.isFinite(block.until) ? new Date(block.until).toISOString() : null;
  throw new ApiError(
    'IP_BLOCKED',
    until === null ? messages.agents.transport.blocked() : messages.agents.transport.blockedUntil({ until }),
  );
}

/**
 * A request without a cached token is counted by its address before the state store is queried. It has a limit of its own and never
 * leads to a block, because all users of an assistant share its few addresses. A cached token is not counted by address.
 */
function authenticate(
  request: Request,
  resource: Resource,
  context: McpContext,
): Awaitable<{ token: string; grant: Grant }> {
  const { token, problem } = tokenOf(request, resource);
  let counted: Promise<void> | null = null;
  const countUnknown = (): Promise<void> => {
    const who = clientNetworkText(context.addressOf(request));
    counted ??= (async () => count({ policy: 'agent-knock', who }, request, context))();
    return counted;
  };
  const refuse = async (grant: Grant | null): Promise<never> => {
    await countUnknown();
    const reason = grant
      ? messages.agents.transport.elsewhere({ resource: addressAt(resource) })
      : messages.agents.transport.ended();
    throw problem ?? unauthorized(resource, reason);
  };
  if (token === null) return refuse(null);
  const found = context.grants.grantOf(token, request.now, countUnknown, request.raw.socket);
  return andThen(found, (grant) => (grant?.resource === addressAt(resource) ? { token, grant } : refuse(grant)));
}

const agentCaller = ({ account }: Grant, address: string): Caller => ({
  ...anonymousCaller(address),
  kind: 'agent',
  account,
});

/** Counts every message, before its body is read. */
const countMessage = ({ account }: Grant, request: Request, context: McpContext): Awaitable<void> =>
  count({ policy: 'agent-talk', who: account }, request, context);

const count = (counted: LimitKey, request: Request, { limits }: McpContext): Awaitable<void> =>
  limits ? andThen(limits.take(counted, request.now), (allowance) => assertAllowed(allowance, request)) : undefined;

function assertAllowed(allowance: Allowance, request: Request): void {
  request.notices = allowanceHeaders(allowance);
  const { allowed, limit, resetSeconds: seconds } = allowance;
  if (!allowed) throw new ApiError('RATE_LIMITED', messages.operations.tooMany({ limit, seconds }));
}

function admit(
  request: Request,
  token: string,
  deadline: Deadline,
  { pipeline, addressOf }: McpContext,
): Awaitable<RequestContext> {
  const nothing = { key: null, session: null, payment: null, unreadable: null };
  const credentials = { address: addressOf(request), connection: request.raw.socket, token, ...nothing };
  return andThen(pipeline.admit({ transport: 'agent', ...credentials }, new Message(request, deadline)), (context) => {
    request.context = context;
    // The allowance of the call replaces that of the message in the headers.
    if (context.allowance) request.notices = null;
    if (context.refusal) throw context.refusal;
    return context;
  });
}

/** A class, because an object with its own getter costs more to create than the rest of a call. */
class Message implements IncomingRequest {
  readonly id: string;
  readonly now: number;
  readonly language: Language;
  readonly #deadline: Deadline;

  constructor({ id, now, language }: Request, deadline: Deadline) {
    this.id = id;
    this.now = now;
    this.language = language;
    this.#deadline = deadline;
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }
}

const callOf = (
  context: RequestContext,
  grant: Grant,
  { origin }: Resource,
  { now, language }: Request,
  { declared, cursors }: McpContext,
): Omit<CallContext, 'offersPro'> => ({
  client: apiClient(declared, context),
  context,
  grant,
  now,
  language,
  cursors,
  link: (page, params, query = {}) => `${origin}${toQuery(page, language, query, params)}`,
});

/** Programs send no origin. The check prevents DNS rebinding: a page of another origin must not reach the connector. */
function isOriginAllowed(request: Request, origin: string, origins: readonly string[]): boolean {
  const sent = request.header('origin');
  return sent === undefined || sent === new URL(origin).origin || origins.includes(sent);
}

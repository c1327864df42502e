/**
 * The third door: an agent's call is one visit, under the rights of the account that it speaks for. The order is that of the other
 * doors: whether the request was meant for us, who sends it, how much they send, and only then what it says.
 */

import type { LimitKey, Limits } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { anonymousCaller, type Blocks, type Caller } from '#api/caller.ts';
import { apiClient } from '#api/client.ts';
import type { Cursors } from '#api/cursor.ts';
import type { AnyEndpoint } from '#api/endpoint.ts';
import type { Pipeline } from '#api/pipeline.ts';
import type { RequestContext } from '#api/request-context.ts';
import { clientNetworkText } from '#lib/values/ip.ts';
import { messages } from '#locales/messages.ts';
import type { Grant, Grants } from '#platform/oauth/grants.ts';
import { type AddressOf, originReached } from '#transports/http/client-address.ts';
import { allowanceHeaders, type Reply } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import { notAllowed, type Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';
import type { CallNeeds } from '#transports/mcp/protocol/asked.ts';
import { type Protocol, protocolOf, type ServerOf } from '#transports/mcp/protocol/protocol.ts';

import { toQuery } from '#transports/web/addresses.ts';
import { addressOf as addressAt, type Resource, tokenOf, unauthorized } from './challenges.ts';
import { within } from './deadline.ts';
import { callName, messageIn } from './message.ts';
import { addResourceMetadata } from './metadata.ts';
import { isPageLetIn } from './page-origin.ts';
import { forbidden, noteId, notOne, refusedReply } from './refusals.ts';

/** An address of the connector, and what it offers. */
export interface Place {
  path: string;
  serverOf: ServerOf;
  /** What can be called there, as figures and the log name it. */
  calls: ReadonlySet<string>;
  /** Whether people are told there of what Pro would add. */
  offersPro: boolean;
}

export interface AgentsNeeds {
  places: readonly Place[];
  pipeline: Pipeline;
  declared: Record<string, AnyEndpoint>;
  grants: Grants;
  /** Null counts nobody. */
  limits: Limits | null;
  cursors: Cursors;
  addressOf: AddressOf;
  blocks: Pick<Blocks, 'find'>;
  publicUrl: string | null;
  /** Of pages, beside our own, that may speak to the connector. */
  origins: readonly string[];
}

/** Arguments are small: the longest is a list of fifty fiscal codes. */
const BODY = { bytesMax: 64_000 };

export function addAgents(router: Router<Handler>, needs: AgentsNeeds): void {
  const paths = needs.places.map(({ path }) => path);
  for (const place of needs.places) {
    const protocol = protocolOf(place.serverOf);
    router.add('POST', place.path, (request) => answered(request, place, protocol, needs));
    // By the protocol hosts may try to open a stream and to end a session: that is not held against their address, which many share.
    for (const method of ['GET', 'DELETE']) {
      const refuse = (): never => {
        throw notAllowed(method, ['POST']);
      };
      router.add(method, place.path, refuse, { isRefusal: true });
    }
  }
  addResourceMetadata(router, paths, needs.publicUrl);
  const { errorPage } = router;
  router.errorPage = (problem, request) =>
    paths.includes(request.path) ? refusedReply(problem, request) : (errorPage?.(problem, request) ?? null);
}

async function answered(
  request: Request,
  { path, calls, offersPro }: Place,
  protocol: Protocol,
  needs: AgentsNeeds,
): Promise<Reply> {
  const origin = originReached(request, needs.publicUrl);
  if (origin === null) return forbidden(messages.agents.door.otherHost(), request);
  if (!isPageLetIn(request, origin, needs.origins)) return forbidden(messages.agents.door.otherOrigin(), request);
  assertNotBlocked(request, needs);
  const resource = { origin, path };
  const { token, grant } = await senderOf(request, resource, needs);
  await countTalk(grant, request, needs);
  const body = await request.json(BODY, speakerOf(grant, needs.addressOf(request)));
  if (Array.isArray(body)) return notOne(messages.agents.door.batch(), request);
  const { id, called } = messageIn(body);
  noteId(request, id);
  if (called && calls.has(callName(called))) request.tool = callName(called);
  return within(request, async (signal) => {
    const context = called && (await visitOf(request, token, signal, needs));
    const call = context && { ...callOf(context, grant, resource, request, needs), offersPro };
    const ended = (status: number): void => {
      request.endedAs = status;
    };
    const asked = { called, call, origin, ended };
    return protocol.answer(request, { ...asked, grant, body, resource: addressAt(resource), signal });
  });
}

/** As at every door: also for messages that are answered from memory, and count as no visit. */
function assertNotBlocked(request: Request, { blocks, addressOf }: AgentsNeeds): void {
  const block = blocks.find(addressOf(request), request.now);
  if (!block) return;
  const until = Number.isFinite(block.until) ? new Date(block.until).toISOString() : null;
  throw new ApiError(
    'IP_BLOCKED',
    until === null ? messages.agents.door.blocked() : messages.agents.door.blockedUntil({ until }),
  );
}

/**
 * Whoever is unknown here is counted by their address before the state is asked about them, and told how to come in. Apart from other
 * strangers, and nobody is blocked for it: the tokens of all users of an assistant end at its few addresses. Whose token is at hand
 * is no stranger, and goes on whatever others send from there.
 */
async function senderOf(
  request: Request,
  resource: Resource,
  needs: AgentsNeeds,
): Promise<{ token: string; grant: Grant }> {
  const { token, wrong } = tokenOf(request, resource);
  let counted: Promise<void> | null = null;
  const knock = (): Promise<void> => {
    counted ??= count({ policy: 'agent-knock', who: clientNetworkText(needs.addressOf(request)) }, request, needs);
    return counted;
  };
  const grant = token === null ? null : await needs.grants.grantOf(token, request.now, knock);
  if (token !== null && grant?.resource === addressAt(resource)) return { token, grant };
  await knock();
  const ended = grant
    ? messages.agents.door.elsewhere({ resource: addressAt(resource) })
    : messages.agents.door.ended();
  throw wrong ?? unauthorized(resource, ended);
}

const speakerOf = ({ account }: Grant, address: string): Caller => ({
  ...anonymousCaller(address),
  kind: 'agent',
  account,
});

/** Every message counts, before a byte of it is read. */
const countTalk = ({ account }: Grant, request: Request, needs: AgentsNeeds): Promise<void> =>
  count({ policy: 'agent-talk', who: account }, request, needs);

async function count(counted: LimitKey, request: Request, { limits }: AgentsNeeds): Promise<void> {
  const allowance = await limits?.take(counted, request.now);
  if (!allowance) return;
  request.notices = allowanceHeaders(allowance);
  const { allowed, limit, resetSeconds: seconds } = allowance;
  if (!allowed) throw new ApiError('RATE_LIMITED', messages.operations.tooMany({ limit, seconds }));
}

async function visitOf(
  request: Request,
  token: string,
  signal: AbortSignal,
  needs: AgentsNeeds,
): Promise<RequestContext> {
  const context = await admitted(request, token, signal, needs);
  if (context.refusal) throw context.refusal;
  return context;
}

async function admitted(
  request: Request,
  token: string,
  signal: AbortSignal,
  { pipeline, addressOf }: AgentsNeeds,
): Promise<RequestContext> {
  const { id, now, language } = request;
  const nothing = { key: null, session: null, payment: null, unreadable: null };
  request.context = await pipeline.admit(
    { transport: 'agent', address: addressOf(request), token, ...nothing },
    { id, now, signal, language },
  );
  // A visit is told of by its own count.
  if (request.context.allowance) request.notices = null;
  return request.context;
}

const callOf = (
  context: RequestContext,
  grant: Grant,
  { origin }: Resource,
  { now, language }: Request,
  { declared, cursors }: AgentsNeeds,
): Omit<CallNeeds, 'offersPro'> => ({
  client: apiClient(declared, context),
  context,
  grant,
  now,
  language,
  cursors,
  link: (page, params, query = {}) => `${origin}${toQuery(page, language, query, params)}`,
});

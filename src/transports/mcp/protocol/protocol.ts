/** The protocol of the SDK: one handler for each connector, and a server for each message that nothing kept answers. */

import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  createMcpHandler,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ApiError } from '#api/api-error.ts';
import type { Grant } from '#platform/oauth/grants.ts';
import { type Reply, SplicedBody } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import type { Deadline } from '#transports/mcp/routes/deadline.ts';
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
  /** Replaces the result of the tool, which is not called. */
  result?: CallToolResult;
}

/** The callbacks of a registered tool, resource or prompt. */
export interface CallHandlers {
  toolCall(protocol: ServerContext): ToolCall;
  /** Reports a failed call. Null for an internal error. */
  failure(error: unknown): ApiError | null;
}

/** A server for one message. */
export type ServerFactory = (message: ProtocolMessage) => McpServer;

export type DirectCalls = (
  message: Omit<ProtocolMessage, 'isLegacy'>,
) => ((sent: unknown) => Promise<CallToolResult>) | null;

/** A message with a valid token. */
export interface Admitted extends Omit<ProtocolMessage, 'isLegacy'> {
  grant: Grant;
  /** The parsed JSON. */
  body: unknown;
  /** The URL of the connector. */
  resource: string;
  deadline: Pick<Deadline, 'signal'>;
}

export interface Protocol {
  answer(request: Request, admitted: Admitted): Promise<Reply>;
  close(): Promise<void>;
}

/** The offer never changes while a host listens, so no stream stays open; tests may open this many. */
const SUBSCRIPTIONS_MAX = 16;

export function protocolOf(serverOf: ServerFactory, directCall: DirectCalls = () => null): Protocol {
  // `extra` is the object that the routes pass with each request.
  const handler = createMcpHandler(
    ({ era, authInfo }) =>
      serverOf({ isLegacy: era === 'legacy', ...(authInfo?.extra as unknown as Omit<ProtocolMessage, 'isLegacy'>) }),
    { maxSubscriptions: SUBSCRIPTIONS_MAX },
  );
  const respond = (headers: HeaderList, { grant, body, resource, deadline, ...message }: Admitted): Promise<Response> =>
    handler.fetch(webRequest(headers, resource, deadline.signal), {
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
  const frameOf = async (headers: HeaderList, admitted: Admitted, result: CallToolResult): Promise<Frame | null> => {
    const body = { ...(admitted.body as object), id: ANY_ID };
    const response = await respond(headers, { ...admitted, body, result });
    const parts = splitAtMarks(await response.text());
    const marks = parts.filter((_, i) => i % 2 === 1);
    const isWhole = marks.length === new Set(marks).size && marks.length === (result.isError ? 2 : 3);
    return response.status === 200 && isWhole ? { headers: headersOf(response), parts } : null;
  };
  /** What the protocol puts around results and refusals; null where it answers otherwise. */
  const frames = new Map<string, { result: Frame; refusal: Frame } | null>();
  const framesOf = async (headers: HeaderList, admitted: Admitted, key: string) => {
    const known = frames.get(key);
    if (known !== undefined) return known;
    const result = await frameOf(headers, admitted, RESULT);
    const refusal = result && (await frameOf(headers, admitted, REFUSAL));
    const made = result && refusal && { result, refusal };
    if (frames.size >= FRAMES_MAX) frames.clear();
    frames.set(key, made);
    return made;
  };
  const offers = new Map<string, Offer>();
  return {
    async answer(request, admitted) {
      const headers = headersFor(request);
      if (!isShort(request)) return replyWith(await respond(headers, admitted));
      const run = directCall(admitted);
      const called = run && callIn(headers, admitted);
      const framed = called && (frames.get(called.key) ?? (await framesOf(headers, admitted, called.key)));
      if (framed) {
        const result = await run(called.sent);
        return framedReply(result.isError ? framed.refusal : framed.result, result, called.id);
      }
      const key = offerKey(headers, admitted);
      if (key === null) return replyWith(await respond(headers, admitted));
      const message = admitted.body as { id: unknown };
      const known = offers.get(key);
      if (known) return offerReply(known, message.id);
      const response = await respond(headers, { ...admitted, body: { ...message, id: ANY_ID } });
      const { status } = response;
      const parts = (await response.text()).split(JSON.stringify(ANY_ID));
      const [before = '', end = ''] = parts;
      if (status !== 200 || parts.length !== 2)
        return { status, headers: headersOf(response), body: parts.join(JSON.stringify(message.id)) };
      const offer = { headers: headersOf(response), before: Buffer.from(before), end };
      if (offers.size >= OFFERS_MAX) offers.clear();
      offers.set(key, offer);
      return offerReply(offer, message.id);
    },
    close: () => handler.close(),
  };
}

const headersOf = ({ headers }: Response): Reply['headers'] => ({
  'cache-control': 'no-store',
  ...Object.fromEntries(headers),
});

async function replyWith(response: Response): Promise<Reply> {
  const { status, body: stream } = response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  return { status, headers: headersOf(response), body: isStream && stream ? () => stream : await response.text() };
}

/** Messages about the offer, which get the same answer until the next release but for their id. */
const OFFER_METHODS: ReadonlySet<unknown> = new Set([
  'initialize',
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);
/** Answers of up to 110 KB: for each version of the protocol and of an app. */
const OFFERS_MAX = 64;
const KEY_CHARS_MAX = 4_000;
/** No call of a tool is longer but lists of codes, and no shorter body overflows the stack as a key. */
const BODY_BYTES_MAX = 4_000;

const isShort = ({ raw }: Request): boolean => Number(raw.headers['content-length']) <= BODY_BYTES_MAX;

/** An answer in two parts, between which the id of the message belongs. */
interface Offer {
  headers: Reply['headers'];
  before: Buffer;
  end: string;
}

const offerReply = ({ headers, before, end }: Offer, id: unknown): Reply => ({
  status: 200,
  headers,
  body: new SplicedBody('', before, JSON.stringify(id) + end),
});

/** The id of messages whose answer is stored. */
const ANY_ID = randomUUID();
const ANY_TEXT = randomUUID();
const ANY_VALUES = { any: randomUUID() };

/**
 * The protocol answers a message once with these, which shows that it accepts the message and what it puts around a result. Calls of
 * the same form then run without it: it takes as long as the rest of a call.
 */
const RESULT: CallToolResult = { structuredContent: ANY_VALUES, content: [{ type: 'text', text: ANY_TEXT }] };
const REFUSAL: CallToolResult = { isError: true, content: [{ type: 'text', text: ANY_TEXT }] };

const MARKED_ID = JSON.stringify(ANY_ID);
const MARKED_TEXT = JSON.stringify(ANY_TEXT);
const MARKED_VALUES = JSON.stringify(ANY_VALUES);
const MARKS = [MARKED_ID, MARKED_TEXT, MARKED_VALUES];

const splitAtMarks = (text: string): string[] =>
  MARKS.reduce(
    (parts, mark) =>
      // Every other part is a mark already.
      parts.flatMap((part, i) =>
        i % 2 === 1
          ? [part]
          : part
              .split(mark)
              .flatMap((each) => [mark, each])
              .slice(1),
      ),
    [text],
  );

/** The text of an answer, every other part a mark. */
interface Frame {
  headers: Reply['headers'];
  parts: readonly string[];
}

/** For each tool, version of the protocol and of an app; half a kilobyte each. */
const FRAMES_MAX = 500;

function framedReply({ headers, parts }: Frame, { content }: CallToolResult, id: unknown): Reply {
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  let body = '';
  for (const part of parts)
    if (part === MARKED_ID) body += JSON.stringify(id);
    else if (part === MARKED_TEXT) body += JSON.stringify(text);
    // The text of a result is the JSON of its values.
    else body += part === MARKED_VALUES ? text : part;
  return { status: 200, headers, body };
}

/** Everything but the arguments that the protocol reads of a call; null where it may change the arguments. */
function callIn(
  headers: HeaderList,
  { body, grant, resource, origin }: Admitted,
): { key: string; id: unknown; sent: unknown } | null {
  const { id, params, ...message } = (body ?? {}) as { id?: unknown; params?: { arguments?: unknown } };
  const { arguments: sent, ...rest } = params ?? {};
  const isPlain =
    typeof sent === 'object' && sent !== null && !Array.isArray(sent) && !Object.hasOwn(sent, '__proto__');
  if (!hasAnswer(id) || !isPlain) return null;
  const key = `${headers.join('\n')}\n${resource} ${origin} ${grant.scopes}${JSON.stringify([message, rest])}`;
  return key.length > KEY_CHARS_MAX ? null : { key, id, sent };
}

const hasAnswer = (id: unknown): boolean => typeof id === 'string' || Number.isSafeInteger(id);

/** Everything that the answer depends on; null for other messages. */
function offerKey(headers: HeaderList, { call, body, grant, resource, origin }: Admitted): string | null {
  const { id, ...message } = (body ?? {}) as { id?: unknown; method?: unknown };
  if (call !== null || !hasAnswer(id) || !OFFER_METHODS.has(message.method)) return null;
  const key = JSON.stringify([origin, resource, grant.scopes, headers, message]);
  return key.length > KEY_CHARS_MAX ? null : key;
}

/**
 * The parts of a request that the SDK reads, without the token; the parsed body is a separate argument. A real `Request` would derive
 * another signal and copy unused parts: a sixth of the protocol's time in a call.
 */
function webRequest(headers: HeaderList, resource: string, signal: AbortSignal): globalThis.Request {
  const read: Pick<globalThis.Request, 'method' | 'url' | 'headers' | 'signal'> = {
    method: 'POST',
    url: resource,
    headers: new Headers(headers),
    signal,
  };
  return read as globalThis.Request;
}

type HeaderList = [string, string][];

/** The headers that the SDK reads. */
function headersFor({ raw: { headers } }: Request): HeaderList {
  const read: HeaderList = [];
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string' && (name === 'accept' || name === 'content-type' || name.startsWith('mcp-')))
      read.push([name, value]);
  }
  return read;
}

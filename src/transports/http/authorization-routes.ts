/** Routes of the authorization server: blocks, rate limits, own addresses, and the request that the provider sees. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Limits, Policy } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import type { Blocks } from '#api/caller.ts';
import { heldLimits, storedLimits } from '#api/network-limits.ts';
import type { Database } from '#data/store/database.ts';
import { translate } from '#lib/i18n/message.ts';
import { clientNetworkText } from '#lib/values/ip.ts';
import { messages } from '#locales/messages.ts';
import { appMetadata } from '#platform/oauth/app-metadata.ts';
import { PATHS, type Providers } from '#platform/oauth/provider.ts';
import { type RecordQuota, recordQuota } from '#platform/oauth/record-quota.ts';
import { authorizationQuery } from '#platform/oauth/scopes.ts';
import { type AddressOf, originReached } from './client-address.ts';
import { requestOf } from './foreign-handler.ts';
import type { Request } from './request.ts';
import type { ForeignHandler } from './router.ts';
import { Slots } from './slots.ts';

/** Ten times what client hosts send. */
const REGISTRATION_BYTES_MAX = 20_000;

export const WELL_KNOWN = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'] as const;

export interface AuthorizationContext {
  providers: Providers;
  publicUrl: string | null;
  state: Database;
  addressOf: AddressOf;
  blocks: Pick<Blocks, 'find'>;
  limits: Limits | null;
}

interface Entry {
  method: 'GET' | 'POST';
  policy: Policy;
}

const REQUEST: Entry = { method: 'GET', policy: 'app-request' };
const READ: Entry = { method: 'GET', policy: 'app-token' };
const ENTRIES: Readonly<Record<string, Entry>> = {
  [PATHS.authorize]: REQUEST,
  [PATHS.token]: { method: 'POST', policy: 'app-token' },
  [PATHS.revoke]: { method: 'POST', policy: 'app-token' },
  [PATHS.register]: { method: 'POST', policy: 'app-registration' },
  [PATHS.keys]: READ,
  ...Object.fromEntries(WELL_KNOWN.map((path) => [path, READ])),
};
/** The address at which a browser continues after a decision. */
const RESUME_PATH = new RegExp(`^${PATHS.authorize}/[A-Za-z0-9_-]{1,100}$`);

export function authorizationRoutes(context: AuthorizationContext): ForeignHandler {
  const bodies = new Slots(heldLimits.appBodies);
  const quota = recordQuota(context.state, storedLimits.appRecords.total);
  return async (raw, response) => {
    const request = requestOf(raw);
    const entry = ENTRIES[request.path] ?? (RESUME_PATH.test(request.path) ? REQUEST : null);
    if (entry === null) throw new ApiError('ROUTE_NOT_FOUND', messages.oauth.noPath());
    if (request.method === 'OPTIONS') return preflight(request, response, entry);
    const { method } = entry;
    if (request.method !== method && !(request.method === 'HEAD' && method === 'GET'))
      throw new ApiError('METHOD_NOT_ALLOWED', messages.oauth.otherMethod({ method }), { headers: { allow: method } });
    const refusal = (await refusalOf(request, entry, quota, context)) ?? takeBodySlot(request, entry, bodies, context);
    // A user with a browser gets a page.
    if (refusal && entry === REQUEST) throw refusal;
    if (refusal) return answer(response, asApp(refusal, request));
    const origin = originReached(request, context.publicUrl);
    const provider = origin === null ? null : context.providers.at(origin);
    if (provider === null) throw new ApiError('INVALID_PARAMETER', messages.oauth.wrongHost());
    addressAs(provider.issuer, raw, request);
    const forwarded = request.path === PATHS.register ? await registration(raw, quota) : raw;
    if (isRefusal(forwarded)) return answer(response, forwarded);
    await provider.callback()(forwarded, response);
  };
}

/** Takes a slot for a body until it arrives or its sender disconnects; refused when the client network has its maximum. */
function takeBodySlot(
  request: Request,
  { method }: Entry,
  bodies: Slots,
  { addressOf }: AuthorizationContext,
): ApiError | null {
  if (method !== 'POST') return null;
  const clientNetwork = clientNetworkText(addressOf(request));
  if (!bodies.take(clientNetwork))
    return new ApiError('OVERLOADED', messages.oauth.tooMany(), {
      headers: { 'retry-after': '1', connection: 'close' },
    });
  const free = (): void => {
    request.raw.off('end', free).off('close', free);
    bodies.free(clientNetwork);
  };
  request.raw.on('end', free).on('close', free);
  return null;
}

/** An OAuth error (RFC 6749, 5.2). */
interface Refusal {
  status: number;
  error: string;
  description: string;
  headers?: Record<string, string>;
}

const isRefusal = (forwarded: IncomingMessage | Refusal): forwarded is Refusal => 'error' in forwarded;

/** Pages of other origins may be apps. */
function preflight(request: Request, response: ServerResponse, { method }: Entry): void {
  if (response.hasHeader('access-control-allow-origin')) {
    response.setHeader('access-control-allow-methods', method);
    response.setHeader(
      'access-control-allow-headers',
      request.header('access-control-request-headers') ?? 'content-type',
    );
    response.setHeader('access-control-max-age', '86400');
  }
  response.setHeader('allow', `${method}, OPTIONS`);
  response.writeHead(204).end();
}

async function refusalOf(
  request: Request,
  { policy }: Entry,
  quota: RecordQuota,
  context: AuthorizationContext,
): Promise<ApiError | null> {
  const { now } = request;
  const address = context.addressOf(request);
  if (context.blocks.find(address, now)) return new ApiError('IP_BLOCKED', messages.oauth.blocked());
  const allowance = await context.limits?.take({ policy, who: clientNetworkText(address) }, now);
  if (allowance?.allowed === false) return tooMany(allowance.resetSeconds);
  // Each started authorization is a row for an hour.
  const isBegun = request.path === PATHS.authorize;
  return isBegun && !(await quota.take('Interaction', now)) ? tooMany(RETRY_SECONDS) : null;
}

/** Rows are usually free again after this. */
const RETRY_SECONDS = 60;

const tooMany = (seconds: number): ApiError =>
  new ApiError('RATE_LIMITED', messages.oauth.tooMany(), { headers: { 'retry-after': String(seconds) } });

const asApp = ({ status, explanation, headers }: ApiError, { language }: Request): Refusal => ({
  status,
  error: status === 429 || status === 503 ? 'temporarily_unavailable' : 'access_denied',
  description: translate(explanation, language),
  headers: { ...headers },
});

function answer(response: ServerResponse, { status, error, description, headers = {} }: Refusal): void {
  const body = JSON.stringify({ error, error_description: description });
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers })
    .end(body);
}

/** The provider builds addresses from these headers, so they are set to the issuer's. */
function addressAs(issuer: string, raw: IncomingMessage, { path, query }: Request): void {
  const { host, protocol } = new URL(issuer);
  raw.headers.host = host;
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  delete raw.headers['x-forwarded-host'];
  raw.url = path === PATHS.authorize ? `${path}?${authorizationQuery(query)}` : path;
  Object.assign(raw, { originalUrl: raw.url });
}

/** Reads the registration, drops members that an app may not choose, and forwards the rest as if it had been sent so. */
async function registration(raw: IncomingMessage, quota: RecordQuota): Promise<IncomingMessage | Refusal> {
  const wrong = (description: string, status = 400): Refusal => ({
    status,
    error: 'invalid_client_metadata',
    description,
    headers: raw.complete ? {} : { connection: 'close' },
  });
  const bytes = await readUpTo(raw, REGISTRATION_BYTES_MAX);
  if (bytes === null) return wrong('a registration is smaller', 413);
  let metadata: object;
  try {
    const sent: unknown = JSON.parse(bytes.toString());
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
      return wrong('a registration is a JSON object');
    metadata = appMetadata(sent as Record<string, unknown>);
  } catch (error) {
    const { error_description: description } = error as { error_description?: string };
    return wrong(description ?? 'a registration is JSON');
  }
  if (!(await quota.take('Client', Date.now())))
    return { status: 503, error: 'temporarily_unavailable', description: 'too many apps are registered' };
  const body = Buffer.from(JSON.stringify(metadata));
  const headers = { ...raw.headers, 'content-type': 'application/json', 'content-length': String(body.length) };
  delete headers['transfer-encoding'];
  const { method, url, socket, httpVersion } = raw;
  return Object.assign(Readable.from([body]), {
    headers,
    method,
    url,
    socket,
    httpVersion,
    // The provider reads only these properties of a request, and its body.
  }) as unknown as IncomingMessage;
}

/** Null for a longer body. */
async function readUpTo(raw: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  if (Number(raw.headers['content-length'] ?? 0) > bytesMax) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > bytesMax) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** The authorization server: oidc-provider with unneeded features off. Decisions are made by people on our own pages. */
import { createPrivateKey } from 'node:crypto';
import type { Configuration, errors, KoaContextWithOIDC } from 'oidc-provider';
import { InvalidTarget, TemporarilyUnavailable } from 'oidc-provider/lib/helpers/errors.js';
import { Check, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import type { Context } from '#api/context.ts';
import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { keyedDigest } from '#lib/values/hash.ts';
import { isOwnHost } from '#lib/values/own-address.ts';
import { accountById } from '#platform/accounts/accounts-table.ts';
import { adapter } from './adapter.ts';
import { DOCUMENT_BYTES_MAX, type FetchDocument, FRESH_SECONDS } from './app-documents.ts';
import { appMetadata } from './app-metadata.ts';
import { clearGrants } from './connected-apps-table.ts';
import { clearRecords, isAppConnected } from './records-table.ts';
import { PROTECTED_RESOURCES, protectedResourceAt, SCOPES } from './scopes.ts';

/** Paths below the origin of the service. */
export const PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  keys: '/oauth/jwks',
} as const;

/** Short, because access tokens are given to programs. */
const ACCESS_SECONDS = 15 * 60;
/** An app unused for so long must ask for authorization again. */
const REFRESH_SECONDS = 30 * 86_400;
/** Every app must ask again after so long. */
export const GRANT_SECONDS = 365 * 86_400;
const CODE_SECONDS = 60;
/** Time to find the password and sign in. */
const REQUEST_SECONDS = 3_600;

/** Cookie of the browser that began a request, at the paths of the request's page. */
export const REQUEST_COOKIE = 'firmoteca_app_request';
/** Cookie with the browser's last request, by which it continues after a sign-up in between. */
export const LAST_REQUEST_COOKIE = 'firmoteca_app_last_request';

type OAuthContext = Pick<Context, 'state' | 'secret' | 'report'> & {
  fetchDocument: FetchDocument;
  /** Paths of the decision page in each language; the first is opened. */
  pagesOf(id: string, context: KoaContextWithOIDC): readonly [string, ...string[]];
  /** The error page if no error can be sent to the app. */
  showError(context: KoaContextWithOIDC, error: errors.OIDCProviderError | Error): void;
  /** The error page with a link that sends the error to the app. */
  showRefusal(context: KoaContextWithOIDC, error: { code: string; description: string; back: string }): void;
};

/** `issuer`: the address of the service, without a slash at the end. */
function openProvider(issuer: string, context: OAuthContext): Provider {
  const needs = { ...context, state: withAppErrors(context) };
  const provider = new Provider(issuer, configuration(issuer, needs));
  // The provider builds addresses from forwarded headers; the routes allow only those of the issuer.
  provider.proxy = true;
  provider.onerror = needs.report;
  provider.on('server_error', (_, error) => needs.report(error));
  provider.use(async (context, next) => {
    await next();
    withoutSession(context);
    if (context.status === 503) context.set('retry-after', RETRY_AFTER_SECONDS);
    if (context.path === PATHS.authorize && redirectsAway(context.response))
      showRefusalFirst(context as KoaContextWithOIDC, needs);
    if (context.path.startsWith('/.well-known/') && context.status === 200)
      context.body = { ...(context.body as object), ...METADATA_OVERRIDES };
  });
  return provider;
}

/** A restarted database is back within seconds. */
const RETRY_AFTER_SECONDS = '5';

/** A store that is unavailable is no internal error: apps get the code to try again (RFC 6749, 4.1.2.1). */
function withAppErrors({ state, report }: OAuthContext): Database {
  const explain = (error: unknown): never => {
    if (!isStoreUnavailable(error)) throw error;
    report(error);
    throw Object.assign(new TemporarilyUnavailable('the service is back in a moment'), { statusCode: 503 });
  };
  return {
    ...state,
    all: (...query) => state.all<never>(...query).catch(explain),
    one: (...query) => state.one<never>(...query).catch(explain),
    write: (statements) => state.write(statements).catch(explain),
  };
}

const configuration = (issuer: string, needs: OAuthContext): Configuration => ({
  adapter: adapter({ ...needs, returnTo: (id) => `${issuer}${PATHS.authorize}/${id}` }),
  jwks: { keys: [signingKey(needs.secret)] },
  scopes: ['offline_access'],
  claims: {},
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  clientDefaults: { id_token_signed_response_alg: 'EdDSA', token_endpoint_auth_method: 'none' },
  enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
  extraClientMetadata: {
    // The validator runs for every app, even without this field: all metadata passes through it.
    properties: ['software_id'],
    // ClientMetadata has no index signature.
    validator: (_, __, ___, metadata) => normalizeMetadata(metadata as unknown as Record<string, unknown>),
  },
  pkce: { required: () => true },
  // Cross-origin pages may call these endpoints: without a token they learn nothing.
  clientBasedCORS: () => true,
  features: {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      // Without a grant, token and revocation requests cause no fetch.
      allowFetch: async (context, id) =>
        id.length <= DOCUMENT_ADDRESS_MAX && (!APP_PATHS.has(context?.path) || (await isAppConnected(needs.state, id))),
      allowClient: () => true,
      cacheDuration: FRESH_SECONDS,
    },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => `${issuer}${PROTECTED_RESOURCES[0].path}`,
      useGrantedResource: () => true,
      getResourceServerInfo(context, resource) {
        const target = protectedResourceAt(issuer, resource);
        if (target === null || Array.isArray(context.oidc.params?.resource))
          throw new InvalidTarget('a token is for one address of this service');
        return { scope: target.scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' };
      },
    },
    revocation: {
      enabled: true,
      // Another app's token is treated as unknown.
      allowedPolicy: (_, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  fetch: (url) => needs.fetchDocument(String(url)),
  fetchResponseBodyLimits: { 'client_id metadata document': DOCUMENT_BYTES_MAX, jwks_uri: 0, sector_identifier_uri: 0 },
  // No authorization without a click, whatever was granted before.
  interactions: {
    policy: [
      new Prompt(
        { name: 'consent', requestable: true },
        new Check('decision', 'a person decides', 'consent_required', ({ oidc }) => !oidc.result?.consent),
      ),
      // The declared type asks for a DefaultPolicy; a plain list works.
    ] as never,
    url: (context, { uid }) => startRequest(context, uid, needs),
  },
  cookies: {
    names: { session: 'firmoteca_app_session', interaction: REQUEST_COOKIE, resume: 'firmoteca_app_return' },
    short: { httpOnly: true, sameSite: 'lax' },
  },
  async findAccount(_, id) {
    const account = await accountById(needs.state, id);
    return account === null || account.blocked_at !== null ? undefined : { accountId: id, claims: () => ({ sub: id }) };
  },
  issueRefreshToken: () => true,
  rotateRefreshToken({ oidc }) {
    // Checked before the token is consumed: an app that names the wrong resource does not lose it.
    const { resource } = oidc.params ?? {};
    if (resource !== undefined && resource !== oidc.entities.RefreshToken?.resource)
      throw new InvalidTarget('the refresh token is for another address');
    return true;
  },
  expiresWithSession: () => false,
  // Revoking a token ends its whole grant.
  revokeGrantPolicy: () => true,
  ttl: {
    AccessToken: ACCESS_SECONDS,
    AuthorizationCode: CODE_SECONDS,
    Grant: GRANT_SECONDS,
    Interaction: REQUEST_SECONDS,
    RefreshToken: REFRESH_SECONDS,
    Session: REQUEST_SECONDS,
  },
  renderError: (context, _, error) => needs.showError(context, error),
  routes: {
    authorization: PATHS.authorize,
    token: PATHS.token,
    registration: PATHS.register,
    revocation: PATHS.revoke,
    jwks: PATHS.keys,
  },
});

/** Paths that apps call without a person. */
const APP_PATHS: ReadonlySet<string> = new Set([PATHS.token, PATHS.revoke]);

/** Longest client id that is the address of a metadata document. */
const DOCUMENT_ADDRESS_MAX = 500;

/** Fields of the server metadata that replace those of oidc-provider. */
const METADATA_OVERRIDES = {
  scopes_supported: [...SCOPES, 'offline_access'],
  response_modes_supported: ['query'],
  claims_supported: undefined,
  claims_parameter_supported: undefined,
};

/** Changes the metadata in place: the provider's schema continues with it. */
function normalizeMetadata(metadata: Record<string, unknown>): void {
  const { client_id, client_id_issued_at, token_endpoint_auth_method: method } = metadata;
  const valid = appMetadata(metadata);
  for (const name of Object.keys(metadata)) metadata[name] = undefined;
  // Another authentication method stays, so that the provider rejects it.
  Object.assign(metadata, valid, { client_id, client_id_issued_at, token_endpoint_auth_method: method ?? 'none' });
}

/** Path of the decision page. Sets the request cookies for the pages in every language. */
function startRequest(context: KoaContextWithOIDC, id: string, { pagesOf }: OAuthContext): string {
  const [first, ...others] = pagesOf(id, context);
  const setCookie = (name: string, path: string): unknown =>
    context.cookies.set(name, id, { path, httpOnly: true, sameSite: 'lax', maxAge: REQUEST_SECONDS * 1_000 });
  for (const path of others) setCookie(REQUEST_COOKIE, path);
  for (const path of [first, ...others]) setCookie(LAST_REQUEST_COOKIE, path.slice(0, path.lastIndexOf('/')));
  return first;
}

/** A redirect to an address outside of our pages. */
const redirectsAway = (response: Pick<KoaContextWithOIDC['response'], 'status' | 'get'>): boolean =>
  response.status === 303 && !response.get('location').startsWith('/');

/**
 * Without this page the service would be an open redirector: strangers can register apps with any address, and a request's errors redirect
 * before a person sees it. The person gets the error and a link instead (RFC 9700, 4.11.2).
 */
function showRefusalFirst(context: KoaContextWithOIDC, { showRefusal }: OAuthContext): void {
  const back = context.response.get('location');
  const { searchParams, hash } = new URL(back);
  // For response types other than `code` the error is in the fragment.
  const error = hash === '' ? searchParams : new URLSearchParams(hash.slice(1));
  const code = error.get('error') ?? '';
  context.response.remove('location');
  context.status = OUR_STATUSES[code] ?? 400;
  showRefusal(context, { code, description: error.get('error_description') ?? '', back });
}

/** Errors that are not the app's fault. */
const OUR_STATUSES: Readonly<Record<string, number>> = { server_error: 500, temporarily_unavailable: 503 };

/** Removes the provider's session cookie: sessions of the provider are not stored. */
function withoutSession({ response }: Pick<KoaContextWithOIDC, 'response'>): void {
  const cookies = [response.get('set-cookie') ?? []]
    .flat()
    .filter((cookie) => !cookie.startsWith('firmoteca_app_session'));
  if (cookies.length > 0) response.set('set-cookie', cookies);
  else response.remove('set-cookie');
}

/** No token is signed, but without a key oidc-provider would use a publicly known one. */
function signingKey(secret: string): { kty: 'OKP'; crv: 'Ed25519'; x: string; d: string } {
  const seed = Buffer.from(keyedDigest(secret, 'oauth signing key'), 'base64url');
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' });
  const { x = '', d = '' } = key.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x, d };
}

/** Without PUBLIC_URL: `localhost` and the loopback addresses, at some ports. */
const PROVIDERS_MAX = 8;

export interface Providers {
  /** The provider for this origin; null unless it is PUBLIC_URL or, without one, a name of this machine. */
  at(origin: string): Provider | null;
}

export function providers(publicUrl: string | null, needs: OAuthContext): Providers {
  const open = new Map<string, Provider>();
  return {
    at(origin) {
      if (publicUrl === null ? !isOwnHost(new URL(origin).host) : origin !== publicUrl) return null;
      if (open.size >= PROVIDERS_MAX && !open.has(origin)) open.clear();
      return open.getOrInsertComputed(origin, () => openProvider(origin, needs));
    },
  };
}

const DAY_MS = 86_400_000;
/** An app is used within an hour of its registration, or never. */
const UNUSED_MS = DAY_MS;
/** An app that returns later gets `invalid_client`, and registers again. */
const IDLE_MS = 90 * DAY_MS;

/** Deletes expired records, unused apps and dead grants. */
export async function cleanUpApps(state: Database, now: number): Promise<void> {
  const ago = (ms: number): string => new Date(now - ms).toISOString();
  await state.write([
    ...clearRecords(ago(0), ago(UNUSED_MS), ago(IDLE_MS)),
    clearGrants(ago(REQUEST_SECONDS * 1_000), ago(REFRESH_SECONDS * 1_000)),
  ]);
}

/** The authorization server: oidc-provider, with everything off that no app needs, and all decisions left to people on our own pages. */
import { createPrivateKey } from 'node:crypto';
import type { Configuration, errors, KoaContextWithOIDC } from 'oidc-provider';
import { InvalidTarget } from 'oidc-provider/lib/helpers/errors.js';
import { Check, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import type { Database } from '#data/store/database.ts';
import { keyedDigest } from '#lib/values/hash.ts';
import { accountOfId } from '#platform/accounts/entrance-table.ts';
import { adapter } from './adapter.ts';
import { DOCUMENT_BYTES_MAX, type FetchDocument } from './app-documents.ts';
import { appMetadata } from './app-metadata.ts';
import { YOUNG_SECONDS } from './document-cache.ts';
import { APP_PLACES, placeAt } from './protected-resources.ts';
import { isLetIn } from './records-table.ts';
import { SCOPES } from './scopes.ts';

/** Below the address of the service. */
export const PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  keys: '/oauth/jwks',
} as const;

/** What is allowed goes with the token: short, because it is told to programs. */
const ACCESS_SECONDS = 15 * 60;
/** An app that nobody used for so long asks again. */
export const REFRESH_SECONDS = 30 * 86_400;
/** And each asks again after so long. */
export const GRANT_SECONDS = 365 * 86_400;
const CODE_SECONDS = 60;
/** Long enough to sign in, and to find the password first. */
export const REQUEST_SECONDS = 3_600;

/** The browser that began a request carries it, at the addresses of its page. */
export const REQUEST_COOKIE = 'firmoteca_app_request';
/** Which of them it began last: whoever opens an account in between finds it again by this alone. */
export const LAST_REQUEST_COOKIE = 'firmoteca_app_last_request';

export interface ProviderNeeds {
  state: Database;
  /** Keys the digests, and what is derived from it. */
  secret: string;
  fetchDocument: FetchDocument;
  /** The page, in each language, on which a person decides about a request: the first is where it begins. */
  pagesOf(id: string, context: KoaContextWithOIDC): readonly [string, ...string[]];
  /** What somebody with a browser sees where the app cannot be sent an answer. */
  showError(context: KoaContextWithOIDC, error: errors.OIDCProviderError | Error): void;
  /** The same where an answer could be sent, by a link to it. */
  showRefusal(context: KoaContextWithOIDC, told: { code: string; description: string; back: string }): void;
  report(error: unknown): void;
  now?(): number;
}

/** `issuer`: the address of the service, without a slash at the end. */
export function openProvider(issuer: string, needs: ProviderNeeds): Provider {
  const provider = new Provider(issuer, configuration(issuer, needs));
  // Addresses in answers are made of what a request says: the door lets it say the issuer only.
  provider.proxy = true;
  provider.onerror = needs.report;
  provider.on('server_error', (_, error) => needs.report(error));
  provider.use(async (context, next) => {
    await next();
    withoutSession(context);
    if (context.path === PATHS.authorize && leadsAway(context.response)) askFirst(context as KoaContextWithOIDC, needs);
    if (context.path.startsWith('/.well-known/') && context.status === 200)
      context.body = { ...(context.body as object), ...discovered };
  });
  return provider;
}

const configuration = (issuer: string, needs: ProviderNeeds): Configuration => ({
  adapter: adapter({ ...needs, returnTo: (id) => `${issuer}${PATHS.authorize}/${id}` }),
  jwks: { keys: [signingKey(needs.secret)] },
  scopes: ['offline_access'],
  claims: {},
  responseTypes: ['code'],
  clientAuthMethods: ['none'],
  clientDefaults: { id_token_signed_response_alg: 'EdDSA', token_endpoint_auth_method: 'none' },
  enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
  extraClientMetadata: {
    // Asked for with every app, whether it has it or not: so all that it says passes by here.
    properties: ['software_id'],
    validator: (_, __, ___, metadata) => cleaned(metadata as unknown as Record<string, unknown>),
  },
  pkce: { required: () => true },
  // The door answers pages of all origins alike: who has no token learns nothing.
  clientBasedCORS: () => true,
  features: {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      // Who has nothing to renew or to give back makes us ask nobody.
      allowFetch: async (context, id) =>
        id.length <= DOCUMENT_ADDRESS_MAX && (!FOR_APPS.has(context?.path) || (await isLetIn(needs.state, id))),
      allowClient: () => true,
      cacheDuration: YOUNG_SECONDS,
    },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => `${issuer}${APP_PLACES[0].path}`,
      useGrantedResource: () => true,
      getResourceServerInfo(context, resource) {
        const place = placeAt(issuer, resource);
        if (place === null || Array.isArray(context.oidc.params?.resource))
          throw new InvalidTarget('a token is for one address of this service');
        return { scope: place.scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' };
      },
    },
    revocation: {
      enabled: true,
      // Whoever sends a token that is another app's is told as if it were none.
      allowedPolicy: (_, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  },
  fetch: (url) => needs.fetchDocument(String(url)),
  fetchResponseBodyLimits: { 'client_id metadata document': DOCUMENT_BYTES_MAX, jwks_uri: 0, sector_identifier_uri: 0 },
  // Always asked: nobody is authorized without a click, whatever was allowed before.
  interactions: {
    policy: [
      new Prompt(
        { name: 'consent', requestable: true },
        new Check('decision', 'a person decides', 'consent_required', ({ oidc }) => !oidc.result?.consent),
      ),
    ] as never,
    url: (context, { uid }) => begun(context, uid, needs),
  },
  cookies: {
    names: { session: 'firmoteca_app_session', interaction: REQUEST_COOKIE, resume: 'firmoteca_app_return' },
    short: { httpOnly: true, sameSite: 'lax' },
  },
  async findAccount(_, id) {
    const account = await accountOfId(needs.state, id);
    return account === null || account.blocked_at !== null ? undefined : { accountId: id, claims: () => ({ sub: id }) };
  },
  issueRefreshToken: () => true,
  rotateRefreshToken({ oidc }) {
    // Asked before the token is used up: an app that names the wrong address has not lost it.
    const { resource } = oidc.params ?? {};
    if (resource !== undefined && resource !== oidc.entities.RefreshToken?.resource)
      throw new InvalidTarget('the refresh token is for another address');
    return true;
  },
  expiresWithSession: () => false,
  // What an app gives back ends for good, with everything that it has.
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

/** Where apps come without a person. */
const FOR_APPS: ReadonlySet<string> = new Set([PATHS.token, PATHS.revoke]);

/** Of apps that name the address of a document as their id. */
const DOCUMENT_ADDRESS_MAX = 500;

/** What the metadata says otherwise than oidc-provider does by itself. */
const discovered = {
  scopes_supported: [...SCOPES, 'offline_access'],
  response_modes_supported: ['query'],
  claims_supported: undefined,
  claims_parameter_supported: undefined,
};

/** In place: the schema goes on with what is left. */
function cleaned(metadata: Record<string, unknown>): void {
  const { client_id, client_id_issued_at, token_endpoint_auth_method: method } = metadata;
  const kept = appMetadata(metadata);
  for (const name of Object.keys(metadata)) metadata[name] = undefined;
  // A document that says otherwise means another way to prove who asks, and would wait for it in vain.
  Object.assign(metadata, kept, { client_id, client_id_issued_at, token_endpoint_auth_method: method ?? 'none' });
}

/** The page of a request; its cookie goes to the pages of the other languages too. */
function begun(context: KoaContextWithOIDC, id: string, { pagesOf }: ProviderNeeds): string {
  const [first, ...others] = pagesOf(id, context);
  const keep = (name: string, path: string): unknown =>
    context.cookies.set(name, id, { path, httpOnly: true, sameSite: 'lax', maxAge: REQUEST_SECONDS * 1_000 });
  for (const path of others) keep(REQUEST_COOKIE, path);
  for (const path of [first, ...others]) keep(LAST_REQUEST_COOKIE, path.slice(0, path.lastIndexOf('/')));
  return first;
}

/** To somewhere else than a page of ours. */
const leadsAway = (response: Pick<KoaContextWithOIDC['response'], 'status' | 'get'>): boolean =>
  response.status === 303 && !response.get('location').startsWith('/');

/**
 * What is wrong with a request is known before anybody has seen it. Anybody can register an app and its address: a link to us that leads
 * there at once would lend our name to it. So the person is told, and goes on if they want to (RFC 9700, 4.11.2).
 */
function askFirst(context: KoaContextWithOIDC, { showRefusal }: ProviderNeeds): void {
  const back = context.response.get('location');
  const { searchParams, hash } = new URL(back);
  // Who asks for another kind of answer than a code is answered behind the hash.
  const told = hash === '' ? searchParams : new URLSearchParams(hash.slice(1));
  const code = told.get('error') ?? '';
  context.response.remove('location');
  context.status = OUR_STATUSES[code] ?? 400;
  showRefusal(context, { code, description: told.get('error_description') ?? '', back });
}

/** What is not the app's fault. */
const OUR_STATUSES: Readonly<Record<string, number>> = { server_error: 500, temporarily_unavailable: 503 };

/** Nothing of it is kept, so browsers need not carry it. */
function withoutSession({ response }: Pick<KoaContextWithOIDC, 'response'>): void {
  const cookies = [response.get('set-cookie') ?? []]
    .flat()
    .filter((cookie) => !cookie.startsWith('firmoteca_app_session'));
  if (cookies.length > 0) response.set('set-cookie', cookies);
  else response.remove('set-cookie');
}

/** No token is signed; oidc-provider wants a key all the same, and takes one that anybody could know if it gets none. */
function signingKey(secret: string): { kty: 'OKP'; crv: 'Ed25519'; x: string; d: string } {
  const seed = Buffer.from(keyedDigest(secret, 'oauth signing key'), 'base64url');
  const head = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' });
  const { x = '', d = '' } = key.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x, d };
}

/** Scopes of connected apps, the protected resources that tokens are for, and the authorization query that the provider reads. */

export const SCOPES = ['data:read', 'account:read', 'billing:manage', 'keys:manage'] as const;
export type Scope = (typeof SCOPES)[number];

/** Granted without a further request. */
export const FIRST_SCOPES: readonly Scope[] = ['data:read', 'account:read'];

/** They lead to payments or end keys: their consent needs a fresh sign-in. */
export const SENSITIVE_SCOPES: readonly Scope[] = ['billing:manage', 'keys:manage'];

const isScope = (word: string): word is Scope => SCOPES.some((scope) => scope === word);

/** Scopes in a space-separated text; unknown words are ignored. */
export const scopesIn = (text: string): Scope[] => text.split(' ').filter(isScope);

export interface ProtectedResource {
  /** Path below the origin of the service. */
  path: string;
  scopes: readonly Scope[];
}

/** The connector with all scopes (the default), and the one for public directories with data only. */
export const PROTECTED_RESOURCES: readonly [ProtectedResource, ...ProtectedResource[]] = [
  { path: '/mcp', scopes: SCOPES },
  { path: '/mcp/data', scopes: FIRST_SCOPES },
];

/** Null for an address outside of this service. */
export const protectedResourceAt = (issuer: string, resource: string): ProtectedResource | null =>
  PROTECTED_RESOURCES.find(({ path }) => resource === `${issuer}${path}`) ?? null;

/** Query parameters that are passed on. Others belong to unsupported OpenID features, which the provider would reject: `nonce`, `max_age`, `login_hint` … */
const PASSED_ON = new Set([
  ...['response_type', 'client_id', 'redirect_uri', 'state', 'scope', 'resource', 'response_mode', 'prompt'],
  ...['code_challenge', 'code_challenge_method', 'ui_locales', 'request', 'request_uri', 'registration'],
]);

/** Repeated parameters stay: the provider rejects them. */
export function authorizationQuery(sent: string): string {
  const query = new URLSearchParams([...new URLSearchParams(sent)].filter(([name]) => PASSED_ON.has(name)));
  // Default of an app that requests no supported scope.
  if (scopesIn(query.get('scope') ?? '').length === 0) query.set('scope', FIRST_SCOPES.join(' '));
  // Every request needs the person's consent; `prompt=none` fails in the provider.
  if (query.has('prompt') && query.get('prompt') !== 'none') query.set('prompt', 'consent');
  // Only `query` is supported; any other mode must fail with an error in the query.
  if (query.has('response_mode') && query.get('response_mode') !== 'query') query.set('response_mode', 'unsupported');
  return query.toString();
}

/** Client metadata of an app, from its registration or its document: validated, and reduced to the used fields. */
import { InvalidClientMetadata } from 'oidc-provider/lib/helpers/errors.js';

/** Metadata in the form of oidc-provider. */
export interface AppMetadata {
  client_name?: string;
  redirect_uris: string[];
  application_type: 'native' | 'web';
  grant_types: string[];
  response_types: string[];
  response_modes: string[];
  token_endpoint_auth_method: 'none';
}

const NAME_MAX = 80;
const REDIRECTS_MAX = 10;
const REDIRECT_LENGTH_MAX = 1_000;

/** URI schemes that browsers and operating systems handle themselves, besides `ms-…`. */
const SYSTEM_SCHEMES = new Set(
  (
    'about blob callto chrome chrome-extension chrome-untrusted data edge facetime feed file filesystem ftp ftps intent ' +
    'jar javascript ldap ldaps livescript mailto market mocha moz-extension news nntp res resource search search-ms ' +
    'sftp shell sip sips sms smsto ssh tel telnet urn vbscript view-source ws wss wyciwyg x-javascript'
  )
    .split(' ')
    .map((scheme) => `${scheme}:`),
);
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Every app is a public client without a secret; PKCE protects its codes. */
export function appMetadata(sent: Readonly<Record<string, unknown>>): AppMetadata {
  const redirects = redirectsOf(sent.redirect_uris);
  const name = nameOf(sent.client_name);
  return {
    ...(name !== '' && { client_name: name }),
    redirect_uris: redirects,
    // Only native apps may use private schemes and loopback addresses at any port.
    application_type: redirects.every((uri) => uri.startsWith('https:')) ? 'web' : 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    token_endpoint_auth_method: 'none',
  };
}

/** One line, without control and format characters that make one name look like another. */
const nameOf = (sent: unknown): string =>
  typeof sent === 'string'
    ? [
        ...sent
          .slice(0, 10 * NAME_MAX)
          .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      ]
        .slice(0, NAME_MAX)
        .join('')
        .trim()
    : '';

function redirectsOf(sent: unknown): string[] {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > REDIRECTS_MAX)
    throw new InvalidClientMetadata(`redirect_uris must hold 1 to ${REDIRECTS_MAX} addresses`);
  return sent.map((uri: unknown) => {
    if (typeof uri !== 'string' || uri.length > REDIRECT_LENGTH_MAX || !isRedirect(uri))
      throw new InvalidClientMetadata(
        'redirect_uris must be https, http of a loopback address, or of a private scheme, without fragment and password',
      );
    return uri;
  });
}

/** Addresses in strict URI syntax: two parsers could read a repaired address differently. */
const PLAIN = /^[a-z][a-z0-9+.-]*:[a-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/i;
/** Host names and addresses; other characters could be displayed as something else. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/;

function isRedirect(text: string): boolean {
  const uri = URL.parse(text);
  if (uri === null || !PLAIN.test(text) || uri.username !== '' || uri.password !== '') return false;
  if (uri.protocol === 'https:' || uri.protocol === 'http:') {
    if (!/^https?:\/\//i.test(text) || !HOST.test(uri.hostname)) return false;
    return uri.protocol === 'https:' || LOOPBACK_HOSTS.has(uri.hostname);
  }
  return !SYSTEM_SCHEMES.has(uri.protocol) && !uri.protocol.startsWith('ms-');
}

/** Receiver of the authorization as displayed to people: a host, or the scheme of a program. */
export function redirectHost(redirect: string): string {
  const { protocol, host } = new URL(redirect);
  return protocol === 'https:' || protocol === 'http:' ? host : `${protocol}//`;
}

/** Whether the redirect goes to a program on the reader's own machine, which may be any program that listens there. */
export function isOnThisDevice(redirect: string): boolean {
  const { protocol, hostname } = new URL(redirect);
  return protocol !== 'https:' || LOOPBACK_HOSTS.has(hostname);
}

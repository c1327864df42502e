/** What an app says of itself, when it registers or in its document: only what we use of it, within bounds. */
import { InvalidClientMetadata } from 'oidc-provider/lib/helpers/errors.js';

/** As oidc-provider takes it. */
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

/** Browsers and systems do something of their own with these, and with all that begin with `ms-`. */
const OWN_SCHEMES = new Set(
  [
    ...[
      'about',
      'blob',
      'callto',
      'chrome',
      'chrome-extension',
      'chrome-untrusted',
      'data',
      'edge',
      'facetime',
      'feed',
    ],
    ...['file', 'filesystem', 'ftp', 'ftps', 'intent', 'jar', 'javascript', 'ldap', 'ldaps', 'livescript', 'mailto'],
    ...['market', 'mocha', 'moz-extension', 'news', 'nntp', 'res', 'resource', 'search', 'search-ms', 'sftp', 'shell'],
    ...['sip', 'sips', 'sms', 'smsto', 'ssh', 'tel', 'telnet', 'urn', 'vbscript', 'view-source', 'ws', 'wss'],
    ...['wyciwyg', 'x-javascript'],
  ].map((scheme) => `${scheme}:`),
);
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Every app is a public one: no secret of it is kept, and proof keys protect its codes. What it may ask for is decided by people, each time. */
export function appMetadata(sent: Readonly<Record<string, unknown>>): AppMetadata {
  const redirects = redirectsOf(sent.redirect_uris);
  const name = nameOf(sent.client_name);
  return {
    ...(name !== '' && { client_name: name }),
    redirect_uris: redirects,
    // Only of native apps private schemes are taken, and loopback addresses at any port.
    application_type: redirects.every((uri) => uri.startsWith('https:')) ? 'web' : 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    token_endpoint_auth_method: 'none',
  };
}

/** In one line, without marks that make one name look like another. */
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

/** As standards write addresses: what browsers would mend, two readers could read as two things. */
const PLAIN = /^[a-z][a-z0-9+.-]*:[a-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/i;
/** Names and addresses of hosts; other letters could be read as more than a host by whoever is told of it. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/;

function isRedirect(text: string): boolean {
  const uri = URL.parse(text);
  if (uri === null || !PLAIN.test(text) || uri.username !== '' || uri.password !== '') return false;
  if (uri.protocol === 'https:' || uri.protocol === 'http:') {
    if (!/^https?:\/\//i.test(text) || !HOST.test(uri.hostname)) return false;
    return uri.protocol === 'https:' || LOOPBACK_HOSTS.has(uri.hostname);
  }
  return !OWN_SCHEMES.has(uri.protocol) && !uri.protocol.startsWith('ms-');
}

/** Where what is allowed goes, as people are shown it: a host, or the name of a scheme that belongs to a program. */
export function redirectHost(redirect: string): string {
  const { protocol, host } = new URL(redirect);
  return protocol === 'https:' || protocol === 'http:' ? host : `${protocol}//`;
}

/** It goes to a program on the reader's own machine, and whichever listens there gets it. */
export function isOnThisDevice(redirect: string): boolean {
  const { protocol, hostname } = new URL(redirect);
  return protocol !== 'https:' || LOOPBACK_HOSTS.has(hostname);
}

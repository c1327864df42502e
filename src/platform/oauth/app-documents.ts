/**
 * Documents in which apps describe themselves, at an address that the app chose: the one place where we ask what a stranger names. So
 * over TLS only, at public addresses only, connected to the very address that was looked at, without redirects, small and quick.
 */
import { exchange } from '#lib/safe-fetch/exchange.ts';
import { publicLookup, type Resolve } from '#lib/safe-fetch/public-address.ts';

/** As oidc-provider asks for one. */
export type FetchDocument = (url: string) => Promise<Response>;

export const DOCUMENT_BYTES_MAX = 5 * 1_024;

const LIMITS = { connectMs: 2_000, idleMs: 2_000, totalMs: 2_500, sizeBytesMax: DOCUMENT_BYTES_MAX, retries: 0 };

export const publicDocuments =
  (userAgent: string, resolve?: Resolve): FetchDocument =>
  async (url) => {
    if (new URL(url).protocol !== 'https:') throw new Error('A document of an app is fetched over TLS.');
    const { status, headers, body } = await exchange(
      {
        url,
        headers: { accept: 'application/json' },
        userAgent,
        lookup: publicLookup(resolve),
        follow: false,
      },
      LIMITS,
    );
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return new Response(Buffer.concat(chunks), { status, headers: cacheHeaders(headers) });
  };

/** How long it may be kept. */
const cacheHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    ['cache-control', 'expires'].flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );

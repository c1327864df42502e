/** Documents of our own that change with a release only: made, hashed and compressed once, when first asked for. */
import { gzipSync } from 'node:zlib';
import { etagOf } from '#lib/values/hash.ts';
import { acceptsGzip } from './negotiate.ts';
import { matches } from './reply.ts';
import type { Handler } from './server.ts';

/** `version`: what else it depends on; it is made anew when that changes. */
export function releaseDocument(
  contentType: string,
  make: () => string,
  more: Record<string, string> = {},
  version: () => string = () => '',
): Handler {
  let made: { version: string; plain: Buffer; zipped: Buffer; headers: Record<string, string> } | undefined;
  return (request) => {
    if (made?.version !== version()) {
      const plain = Buffer.from(make());
      const headers = { 'content-type': contentType, 'cache-control': 'no-cache', vary: 'accept-encoding', ...more };
      made = { version: version(), plain, zipped: gzipSync(plain), headers: { ...headers, etag: etagOf(plain) } };
    }
    const { plain, zipped, headers } = made;
    if (matches(request.header('if-none-match'), headers.etag ?? '')) return { status: 304, headers, body: '' };
    if (!acceptsGzip(request.header('accept-encoding'))) return { status: 200, headers, body: plain };
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: zipped };
  };
}

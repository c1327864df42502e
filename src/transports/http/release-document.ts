/** Documents that change with a release only: rendered, hashed and compressed once, on first request. */
import { gzipSync } from 'node:zlib';
import { etagOf } from '#lib/values/hash.ts';
import { acceptsGzip } from './negotiate.ts';
import { matches } from './reply.ts';
import type { Handler } from './server.ts';

/** `version`: another input of the document, which is rendered again when it changes. */
export function releaseDocument(
  contentType: string,
  make: () => string,
  more: Record<string, string> = {},
  version: () => string = () => '',
): Handler {
  let rendered: { version: string; plain: Buffer; zipped: Buffer; headers: Record<string, string> } | undefined;
  return (request) => {
    if (rendered?.version !== version()) {
      const plain = Buffer.from(make());
      const headers = { 'content-type': contentType, 'cache-control': 'no-cache', vary: 'accept-encoding', ...more };
      rendered = { version: version(), plain, zipped: gzipSync(plain), headers: { ...headers, etag: etagOf(plain) } };
    }
    const { plain, zipped, headers } = rendered;
    if (matches(request.header('if-none-match'), headers.etag ?? '')) return { status: 304, headers, body: '' };
    if (!acceptsGzip(request.header('accept-encoding'))) return { status: 200, headers, body: plain };
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: zipped };
  };
}

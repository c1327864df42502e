/** Styles, scripts, fonts and icons of the pages, as tools/build.ts writes them: named by their digest, so that browsers cache them; and the icons with fixed addresses. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '#api/api-error.ts';
import { browserFiles } from '#lib/paths.ts';
import { sha256 } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { acceptsBrotli, acceptsGzip } from '#transports/http/negotiate.ts';
import { type Handler, releaseDocument } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';

interface Asset {
  /** `/assets/site-1a2b3c4d.css` */
  address: string;
  type: string;
  plain: Buffer;
  /** Null for formats that are compressed already. */
  gzip: Buffer | null;
  brotli: Buffer | null;
}

let cache: Map<string, Asset> | undefined;

/** Called before the first request; otherwise the first page would read the files. */
export function readAssets(): void {
  assets();
}

/** The address of an asset by its name without the digest. */
export function asset(name: string): string {
  const match = assets().get(name);
  if (!match) throw new Error(`There is no asset ${name}.`);
  return match.address;
}

/** The style sheet for inlining, and its source expression for the content security policy: the hash of this text. */
export interface InlineStyle {
  text: string;
  source: string;
}

let inline: InlineStyle | undefined;

export function inlineStyle(): InlineStyle {
  inline ??= styleSource(assets().get('site.css')?.plain.toString() ?? '');
  return inline;
}

const styleSource = (text: string): InlineStyle => ({
  text,
  source: `'sha256-${Buffer.from(sha256(text), 'hex').toString('base64')}'`,
});

export function addAssets(router: Router<Handler>): void {
  router.add('GET', '/assets/{name}', (request) => {
    const requested = `/assets/${request.params.name ?? ''}`;
    const match = [...assets().values()].find(({ address }) => address === requested);
    // A page of an older release may still be open: its assets no longer exist.
    if (!match) throw new ApiError('ROUTE_NOT_FOUND', messages.http.noPath({ path: requested.slice(0, 100) }));
    const accepted = request.header('accept-encoding');
    const [encoding, body] =
      match.brotli && acceptsBrotli(accepted)
        ? ['br', match.brotli]
        : match.gzip && acceptsGzip(accepted)
          ? ['gzip', match.gzip]
          : [null, match.plain];
    return {
      status: 200,
      headers: {
        'content-type': match.type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(encoding !== null && { 'content-encoding': encoding }),
      },
      body,
    };
  });
}

/** The build compresses the files; formats such as fonts have no other form. */
function assets(): Map<string, Asset> {
  if (cache) return cache;
  const folder = join(browserFiles(), 'assets');
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  cache = new Map();
  for (const [file, plain] of files) {
    const [, stem, ending = ''] = /^(.+)-[0-9a-f]{10}\.([a-z0-9]+)$/.exec(file) ?? [];
    const type = TYPES[ending];
    if (stem === undefined || type === undefined) continue;
    const [gzip = null, brotli = null] = [files.get(`${file}.gz`), files.get(`${file}.br`)];
    cache.set(`${stem}.${ending}`, { address: `/assets/${file}`, type, plain, gzip, brotli });
  }
  return cache;
}

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

export function addIcon(router: Router<Handler>): void {
  const read = (): string => readFileSync(join(browserFiles(), 'icon.svg'), 'utf8');
  // Browsers request /favicon.ico on their own for answers that are no page.
  for (const path of ['/icon.svg', '/favicon.ico']) router.add('GET', path, releaseDocument('image/svg+xml', read));
  const large = readFileSync(join(browserFiles(), 'icon-512.png'));
  router.add('GET', '/icon-512.png', () => ({
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
    body: large,
  }));
}

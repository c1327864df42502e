/** Styles, scripts, fonts and icons of the pages, as tools/build.ts writes them: named by their digest, so that browsers cache them; and the icons with fixed addresses. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '#api/api-error.ts';
import { browserFiles } from '#lib/paths.ts';
import { sha256 } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { acceptsBrotli, acceptsGzip } from '#transports/http/negotiate.ts';
import { releaseDocument } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import type { Handler } from '#transports/http/server.ts';

interface Asset {
  /** `/assets/site-1a2b3c4d.css` */
  address: string;
  type: string;
  plain: Buffer;
  /** Null of what is compressed by itself. */
  zipped: Buffer | null;
  squeezed: Buffer | null;
}

let read: Map<string, Asset> | undefined;

/** Before requests come; otherwise the first page reads them. */
export function readAssets(): void {
  assets();
}

/** The address of one, by its plain name. */
export function asset(name: string): string {
  const found = assets().get(name);
  if (!found) throw new Error(`There is no asset ${name}.`);
  return found.address;
}

/** The style of our pages, to stand in a page itself, and what the page's policy says to let it in: the hash of exactly this text. */
export interface InlineStyle {
  text: string;
  source: string;
}

let inline: InlineStyle | undefined;

export function inlineStyle(): InlineStyle {
  inline ??= inlined(assets().get('site.css')?.plain.toString() ?? '');
  return inline;
}

const inlined = (text: string): InlineStyle => ({
  text,
  source: `'sha256-${Buffer.from(sha256(text), 'hex').toString('base64')}'`,
});

export function addAssets(router: Router<Handler>): void {
  router.add('GET', '/assets/{name}', (request) => {
    const wanted = `/assets/${request.params.name ?? ''}`;
    const found = [...assets().values()].find(({ address }) => address === wanted);
    // A page of an older release is still open somewhere: what it asks for is gone.
    if (!found) throw new ApiError('ROUTE_NOT_FOUND', messages.http.noPath({ path: wanted.slice(0, 100) }));
    const accepted = request.header('accept-encoding');
    const [encoding, body] =
      found.squeezed && acceptsBrotli(accepted)
        ? ['br', found.squeezed]
        : found.zipped && acceptsGzip(accepted)
          ? ['gzip', found.zipped]
          : [null, found.plain];
    return {
      status: 200,
      headers: {
        'content-type': found.type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        ...(encoding !== null && { 'content-encoding': encoding }),
      },
      body,
    };
  });
}

/** Compressed by the build. What is compressed by itself, such as a font, has no other form. */
function assets(): Map<string, Asset> {
  if (read) return read;
  const folder = join(browserFiles(), 'assets');
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  read = new Map();
  for (const [file, plain] of files) {
    const [, stem, ending = ''] = /^(.+)-[0-9a-f]{10}\.([a-z0-9]+)$/.exec(file) ?? [];
    const type = TYPES[ending];
    if (stem === undefined || type === undefined) continue;
    const [zipped = null, squeezed = null] = [files.get(`${file}.gz`), files.get(`${file}.br`)];
    read.set(`${stem}.${ending}`, { address: `/assets/${file}`, type, plain, zipped, squeezed });
  }
  return read;
}

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

export function addIcon(router: Router<Handler>): void {
  const read = (): string => readFileSync(join(browserFiles(), 'icon.svg'), 'utf8');
  // Browsers look for the second by themselves, where what they show is no page of ours.
  for (const path of ['/icon.svg', '/favicon.ico']) router.add('GET', path, releaseDocument('image/svg+xml', read));
  const large = readFileSync(join(browserFiles(), 'icon-512.png'));
  router.add('GET', '/icon-512.png', () => ({
    status: 200,
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
    body: large,
  }));
}

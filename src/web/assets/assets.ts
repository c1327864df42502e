/**
 * Styles, scripts, fonts and signs of our pages: bundled by the program itself when a thread begins to serve, named by their
 * digest, and kept by browsers for as long as they like.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { sha256 } from '#base/hash.ts';
import { acceptsBrotli, acceptsGzip } from '#http/negotiate.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';

/** In this order, since later rules win; styles of single rooms come between, and print has the last word. */
const FIRST_STYLES = ['tokens.css', 'base.css', 'frame.css', 'controls.css', 'parts.css', 'charts.css', 'pages.css'];
const LAST_STYLE = 'print.css';

interface Asset {
  /** `/assets/site-1a2b3c4d.css` */
  address: string;
  type: string;
  plain: Buffer;
  /** Null of what is compressed by itself. */
  zipped: Buffer | null;
  squeezed: Buffer | null;
}

let made: Map<string, Asset> | undefined;

/** Before readers come; whoever does not call it has them made with the first page. */
export function makeAssets(): void {
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
    if (!found)
      return { status: 404, headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' }, body: '' };
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

function assets(): Map<string, Asset> {
  if (made) return made;
  made = new Map();
  keep('serif-latin.woff2', 'font/woff2', file('fonts/serif-latin.woff2'));
  keep('serif-ext.woff2', 'font/woff2', file('fonts/serif-ext.woff2'));
  keep('icons.svg', 'image/svg+xml', file('icons.svg'));
  const style = styles()
    .map((name) => file(`styles/${name}`).toString())
    .join('\n');
  keep(
    'site.css',
    'text/css; charset=utf-8',
    minified(style.replace(/asset:([a-z0-9.-]+)/g, (_, name) => asset(name))),
  );
  for (const [name, script] of bundled()) keep(`${name}.js`, 'text/javascript; charset=utf-8', script);
  return made;
}

function styles(): string[] {
  const rest = readdirSync(here('styles')).filter((name) => !FIRST_STYLES.includes(name) && name !== LAST_STYLE);
  return [...FIRST_STYLES, ...rest.sort(), LAST_STYLE];
}

/** Every island is a file of its own; `sign` and its like are parts of others, which costs nothing. */
const islands = (): string[] =>
  readdirSync(here('../islands'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length));

const here = (name: string): URL => new URL(name, import.meta.url);
const file = (name: string): Buffer => readFileSync(here(name));

function keep(name: string, type: string, plain: Buffer): void {
  const [stem = '', ending = ''] = name.split('.');
  const isCompressed = ending === 'woff2';
  made?.set(name, {
    address: `/assets/${stem}-${sha256(plain).slice(0, 10)}.${ending}`,
    type,
    plain,
    zipped: isCompressed ? null : gzipSync(plain, { level: 9 }),
    squeezed: isCompressed ? null : brotliCompressSync(plain),
  });
}

const QUIET = { write: false, minify: true, logLevel: 'silent', target: 'es2022' } as const;

function minified(style: string): Buffer {
  const { outputFiles } = buildSync({
    ...QUIET,
    stdin: { contents: style, loader: 'css' },
    // light-dark() and its like are written for browsers that know them.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    external: ['/assets/*'],
    bundle: true,
  });
  return Buffer.from(outputFiles[0]?.contents ?? '');
}

/** All in one go: each call starts a process. */
function bundled(): [name: string, script: Buffer][] {
  const { outputFiles } = buildSync({
    ...QUIET,
    entryPoints: islands().map((name) => fileURLToPath(here(`../islands/${name}.ts`))),
    outdir: '/',
    bundle: true,
    format: 'esm',
  });
  return outputFiles.map(({ path, contents }) => [basename(path, '.js'), Buffer.from(contents)]);
}

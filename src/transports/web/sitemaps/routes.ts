/** Routes of robots.txt, the sitemap index and each sitemap of the served generation. */

import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import type { Pipeline } from '#api/pipeline.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { languages } from '#lib/i18n/message.ts';
import { etagOf } from '#lib/values/hash.ts';
import { clientNetworkText } from '#lib/values/ip.ts';
import { messages } from '#locales/messages.ts';
import { type AddressOf, originOf } from '#transports/http/client-address.ts';
import { type Handler, matches, type Reply } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import type { Router } from '#transports/http/router.ts';
import { addresses } from '#transports/web/addresses.ts';
import { indexXml, pagesIn, sitemapNames, urlsetXml } from './sitemaps.ts';

/** A sitemap of 40,000 addresses costs as much time as so many pages. */
const WORTH_REQUESTS = 10;

type SitemapsContext = Pick<Context, 'limits' | 'isDemo' | 'publicUrl'> & {
  pipeline: Pick<Pipeline, 'admit'>;
  addressOf: AddressOf;
  dataset(): Dataset | null;
  /** Returns an `ApiError` for an internal error with a known cause. */
  explain(error: unknown, dataset: Dataset | null): unknown;
  /** Codes of all classes of activities. */
  caen: readonly string[];
};

export function addSitemaps(router: Router<Handler>, context: SitemapsContext): void {
  const { isDemo, publicUrl } = context;
  const names = sitemapNames();
  const origin = (request: Request): string => publicUrl ?? originOf(request);
  router.add('GET', '/robots.txt', (request) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    body: robotsText(origin(request), isDemo),
  }));
  router.add('GET', '/sitemap.xml', (request) =>
    sitemapReply(request, context, async (dataset) =>
      indexXml(await names(dataset), origin(request), dataset.manifest.createdAt.slice(0, 10)),
    ),
  );
  router.add('GET', '/sitemap/{name}', (request) =>
    sitemapReply(request, context, async (dataset) => {
      const [, name] = /^([a-z]{1,20}(?:-[0-9]{1,5})?)\.xml$/.exec(request.params.name ?? '') ?? [];
      const pages = name === undefined ? null : await pagesIn(name, dataset, context.caen);
      if (pages === null) throw new ApiError('NOT_FOUND', messages.sitemaps.none());
      await chargeSitemap(request, context);
      return () => urlsetXml(pages, origin(request));
    }),
  );
}

/** Counts the other requests that a sitemap is worth; an answer 304 counts as one. */
async function chargeSitemap(request: Request, { limits, addressOf }: SitemapsContext): Promise<void> {
  const who = clientNetworkText(addressOf(request));
  const counted = await limits?.take({ policy: 'browser', who }, request.now, WORTH_REQUESTS - 1);
  if (!counted || counted.allowed) return;
  const { limit, resetSeconds } = counted;
  throw new ApiError('RATE_LIMITED', messages.operations.tooMany({ limit, seconds: resetSeconds }), {
    headers: { 'retry-after': String(resetSeconds) },
  });
}

/** Counts as one view of a page, and answers 304 to the etag of the same generation. */
async function sitemapReply(
  request: Request,
  context: SitemapsContext,
  render: (dataset: Dataset) => Promise<Reply['body']>,
): Promise<Reply> {
  const { id, now, signal, language } = request;
  const noCredentials = { session: null, key: null, token: null, payment: null, unreadable: null };
  const credentials = { transport: 'page', address: context.addressOf(request), ...noCredentials } as const;
  const requestContext = await context.pipeline.admit(credentials, { id, now, signal, language });
  request.context = requestContext;
  if (requestContext.refusal) throw requestContext.refusal;
  const dataset = context.dataset();
  if (dataset === null)
    throw new ApiError('SERVICE_STARTING', messages.operations.firstDataset(), { headers: { 'retry-after': '5' } });
  const etag = etagOf(`${dataset.manifest.id} ${context.publicUrl ?? originOf(request)} ${request.path}`);
  const headers = {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'x-robots-tag': 'noindex',
    etag,
  };
  if (matches(request.header('if-none-match'), etag)) return { status: 304, headers, body: '' };
  try {
    return { status: 200, headers, body: await render(dataset) };
  } catch (error) {
    throw context.explain(error, dataset);
  }
}

/**
 * Pages with unlimited addresses. Pages of persons are not excluded here: a search engine that must not read their `noindex` lists them by
 * the links that lead there.
 */
const ENDLESS = ['search', 'compare', 'reportError', 'request'] as const;
const PROGRAMS = ['/api/', '/mcp', '/account/', '/metrics'];

/** A demo excludes everything: search engines must not list invented data. */
export const robotsText = (origin: string, isDemo: boolean): string =>
  isDemo
    ? 'User-agent: *\nDisallow: /\n'
    : [
        'User-agent: *',
        ...PROGRAMS.map((path) => `Disallow: ${path}`),
        ...ENDLESS.flatMap((page) => languages.map((language) => `Disallow: ${addresses[page][language]}`)),
        '',
        `Sitemap: ${origin}/sitemap.xml`,
        '',
      ].join('\n');

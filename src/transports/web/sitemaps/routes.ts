/** Routes of robots.txt, the sitemap index and each sitemap of the served generation. */

import type { Limits } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
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
import { indexXml, pagesIn, type SitemapNeeds, sitemapNames, urlsetXml } from './sitemaps.ts';

/** A sitemap of 40,000 addresses takes as long to write as so many pages. */
const WORTH_REQUESTS = 10;

export interface SitemapRoutesNeeds extends SitemapNeeds {
  pipeline: Pipeline;
  /** Null: nobody is counted. */
  limits: Limits | null;
  addressOf: AddressOf;
  publicUrl: string | null;
  isDemo: boolean;
  dataset(): Dataset | null;
  /** Makes the problem that callers are told of an error of ours that has a reason. */
  explain(error: unknown, dataset: Dataset | null): unknown;
}

export function addSitemaps(router: Router<Handler>, needs: SitemapRoutesNeeds): void {
  const { isDemo, publicUrl } = needs;
  const names = sitemapNames();
  const origin = (request: Request): string => publicUrl ?? originOf(request);
  router.add('GET', '/robots.txt', (request) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
    body: robotsText(origin(request), isDemo),
  }));
  router.add('GET', '/sitemap.xml', (request) =>
    sitemapReply(request, needs, async (dataset) =>
      indexXml(await names(dataset), origin(request), dataset.manifest.createdAt.slice(0, 10)),
    ),
  );
  router.add('GET', '/sitemap/{name}', (request) =>
    sitemapReply(request, needs, async (dataset) => {
      const [, name] = /^([a-z]{1,20}(?:-[0-9]{1,5})?)\.xml$/.exec(request.params.name ?? '') ?? [];
      const pages = name === undefined ? null : await pagesIn(name, dataset, needs);
      if (pages === null) throw new ApiError('NOT_FOUND', messages.sitemaps.none());
      await chargeSitemap(request, needs);
      return () => urlsetXml(pages, origin(request));
    }),
  );
}

/** Counted for what it is worth; who came for what he has already was counted once. */
async function chargeSitemap(request: Request, { limits, addressOf }: SitemapRoutesNeeds): Promise<void> {
  const who = clientNetworkText(addressOf(request));
  const counted = await limits?.take({ policy: 'browser', who }, request.now, WORTH_REQUESTS - 1);
  if (!counted || counted.allowed) return;
  const { limit, resetSeconds } = counted;
  throw new ApiError('RATE_LIMITED', messages.operations.tooMany({ limit, seconds: resetSeconds }), {
    headers: { 'retry-after': String(resetSeconds) },
  });
}

/** Counted as a view of a page is; whoever has what this generation tells already is told that it is the same. */
async function sitemapReply(
  request: Request,
  needs: SitemapRoutesNeeds,
  make: (dataset: Dataset) => Promise<Reply['body']>,
): Promise<Reply> {
  const { id, now, signal, language } = request;
  const nobody = { session: null, key: null, token: null, payment: null, unreadable: null };
  const credentials = { transport: 'page', address: needs.addressOf(request), ...nobody } as const;
  const context = await needs.pipeline.admit(credentials, { id, now, signal, language });
  request.context = context;
  if (context.refusal) throw context.refusal;
  const dataset = needs.dataset();
  if (dataset === null)
    throw new ApiError('SERVICE_STARTING', messages.operations.firstDataset(), { headers: { 'retry-after': '5' } });
  const etag = etagOf(`${dataset.manifest.id} ${needs.publicUrl ?? originOf(request)} ${request.path}`);
  const headers = {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'x-robots-tag': 'noindex',
    etag,
  };
  if (matches(request.header('if-none-match'), etag)) return { status: 304, headers, body: '' };
  try {
    return { status: 200, headers, body: await make(dataset) };
  } catch (error) {
    throw needs.explain(error, dataset);
  }
}

/**
 * Results and forms without end. Pages of persons are not among them: a search engine must be able to read that they are not for it,
 * or it lists them by the links that lead there.
 */
const ENDLESS = ['search', 'compare', 'reportError', 'request'] as const;
const PROGRAMS = ['/api/', '/mcp', '/account/', '/metrics'];

/** Invented data is nothing to be found by anybody. */
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

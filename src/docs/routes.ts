/** The documentation that the service serves about itself: the try-it page and the OpenAPI document. */
import { readFileSync } from 'node:fs';
import type { HiddenPersons } from '#base/hidden-persons.ts';
import { stable } from '#http/release-document.ts';
import type { Request } from '#http/request.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import { compact } from '#openapi/compact.ts';
import { type OpenapiAbout, openapi, overviewOf } from '#openapi/document.ts';
import { guidance } from '#openapi/guidance.ts';
import type { Overview } from '#openapi/overview.ts';
import type { Operation } from '#operations/endpoint.ts';
import { addChangelog } from './changelog/routes.ts';
import { llmsText, SPREADSHEETS } from './llms.ts';
import { type DocsAbout, docsPage } from './page.ts';

/** Everything comes from this host, and nothing runs that is not in a file of ours. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  // The cookie that comes with it is one reader’s.
  'cache-control': 'private, no-cache',
};

const JSON_TYPE = 'application/json; charset=utf-8';

const file = (name: string): string => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');

export function docsRoutes(
  router: Router<Handler>,
  operations: readonly Operation[],
  about: DocsAbout &
    Pick<OpenapiAbout, 'publicUrl' | 'contact' | 'limits'> & {
      hidden(): HiddenPersons;
      /** Headers that open the reader’s session: without a key the page shows what visitors see. */
      session(request: Request): Promise<Record<string, string>>;
    },
): void {
  // Examples name somebody, who may ask to be hidden like anybody else.
  const shown = (text: string): string => about.hidden().names.redacted(text);
  const version = (): string => about.hidden().version;
  const said = { ...about, demoKey: about.demo?.key ?? null };
  const overview = (): Overview => overviewOf(operations, said);
  const document = (): string => shown(JSON.stringify(openapi(operations, said)));
  const brief = (): string => shown(JSON.stringify(compact(openapi(operations, said), guidance(overview()))));
  const llms = (): string =>
    shown(
      llmsText(operations, {
        ...overview(),
        publicUrl: about.publicUrl,
        paymentInfo: about.paymentInfo ?? (() => null),
      }),
    );
  addOpenapi(router, stable(JSON_TYPE, document, {}, version), stable(JSON_TYPE, brief, {}, version));
  addChangelog(router, operations, about.publicUrl);
  router.add(
    'GET',
    SPREADSHEETS,
    stable('text/markdown; charset=utf-8', () => spreadsheets(about.publicUrl)),
  );
  router.add('GET', '/llms.txt', stable('text/plain; charset=utf-8', llms, {}, version));
  const page = stable('text/html; charset=utf-8', () => shown(docsPage(operations, about)), PAGE_HEADERS, version);
  router.add('GET', '/docs', async (request) => {
    const [reply, session] = await Promise.all([page(request), about.session(request)]);
    return { ...reply, headers: { ...reply.headers, ...session } };
  });
  router.add(
    'GET',
    '/docs/app.js',
    stable('text/javascript; charset=utf-8', () => file('app.js')),
  );
  for (const name of ['style.css', 'operation.css', 'answer.css'])
    router.add(
      'GET',
      `/docs/${name}`,
      stable('text/css; charset=utf-8', () => file(name)),
    );
}

/** Recipes for spreadsheets, with the address of this installation where somebody said it. */
function spreadsheets(publicUrl: string | null): string {
  const text = readFileSync(new URL('../../docs/spreadsheets.md', import.meta.url), 'utf8');
  return publicUrl?.startsWith('http')
    ? text.replaceAll('https://firmoteca.example', publicUrl.replace(/\/$/, ''))
    : text;
}

/** `?compact` asks for the one that language models read. */
function addOpenapi(router: Router<Handler>, whole: Handler, brief: Handler): void {
  router.add('GET', '/openapi.json', (request) =>
    new URLSearchParams(request.query).has('compact') ? brief(request) : whole(request),
  );
}

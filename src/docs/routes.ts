/** The documentation that the service serves about itself: the try-it page and the OpenAPI document. */
import { readFileSync } from 'node:fs';
import type { HiddenPersons } from '#base/hidden-persons.ts';
import { stable } from '#http/release-document.ts';
import type { Request } from '#http/request.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import { type OpenapiAbout, openapi } from '#openapi/document.ts';
import type { Operation } from '#operations/endpoint.ts';
import { type DocsAbout, docsPage } from './page.ts';

/** Everything comes from this host, and nothing runs that is not in a file of ours. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  // The cookie that comes with it is one reader’s.
  'cache-control': 'private, no-cache',
};

const file = (name: string): string => readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');

export function docsRoutes(
  router: Router<Handler>,
  operations: readonly Operation[],
  about: DocsAbout &
    Pick<OpenapiAbout, 'publicUrl' | 'contact'> & {
      hidden(): HiddenPersons;
      /** Headers that open the reader’s session: without a key the page shows what visitors see. */
      session(request: Request): Promise<Record<string, string>>;
    },
): void {
  // Examples name somebody, who may ask to be hidden like anybody else.
  const shown = (text: string): string => about.hidden().names.redacted(text);
  const version = (): string => about.hidden().version;
  const document = (): string =>
    shown(JSON.stringify(openapi(operations, { ...about, demoKey: about.demo?.key ?? null })));
  router.add('GET', '/openapi.json', stable('application/json; charset=utf-8', document, {}, version));
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

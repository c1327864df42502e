/** Routes of the documentation: pages for people, documents for programs. */
import { readFileSync } from 'node:fs';
import type { Operation } from '#api/endpoint.ts';
import { compact } from '#api/openapi/compact.ts';
import { type OpenapiAbout, openapi, overviewOf } from '#api/openapi/document.ts';
import { guidance, type Overview } from '#api/openapi/overview.ts';
import { projectFile } from '#lib/paths.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
import { type Handler, releaseDocument } from '#transports/http/reply.ts';
import type { Router } from '#transports/http/router.ts';
import { addChangelog } from './changelog.ts';
import type { DocsOptions } from './docs-page.ts';
import { llmsText, SPREADSHEETS } from './llms.ts';
import type { OpenSession } from './page-cache.ts';
import { type Admit, addDocsPages } from './pages.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function docsRoutes(
  router: Router<Handler>,
  operations: readonly Operation[],
  about: DocsOptions &
    Pick<OpenapiAbout, 'publicUrl' | 'contact' | 'limits'> & {
      hidden(): HiddenPersons;
      session: OpenSession;
      admit: Admit;
    },
): void {
  // Examples name persons, who can be hidden.
  const redact = (text: string): string => about.hidden().names.redact(text);
  const version = (): string => about.hidden().version;
  const described = { ...about, demoKey: about.demo?.key ?? null };
  const overview = (): Overview => overviewOf(operations, described);
  const document = (): string => redact(JSON.stringify(openapi(operations, described)));
  const brief = (): string => redact(JSON.stringify(compact(openapi(operations, described), guidance(overview()))));
  const llms = (): string =>
    redact(
      llmsText(operations, {
        ...overview(),
        publicUrl: about.publicUrl,
        paymentInfo: about.paymentInfo ?? (() => null),
      }),
    );
  const whole = releaseDocument(JSON_TYPE, document, {}, version);
  const short = releaseDocument(JSON_TYPE, brief, {}, version);
  const text = releaseDocument('text/plain; charset=utf-8', llms, {}, version);
  router.warmUps.push(text.prepare, short.prepare, whole.prepare);
  addOpenapi(router, whole, short);
  addChangelog(router, operations, { publicUrl: about.publicUrl, isDemo: about.demo !== null, session: about.session });
  router.add(
    'GET',
    SPREADSHEETS,
    releaseDocument('text/markdown; charset=utf-8', () => spreadsheets(about.publicUrl)),
  );
  router.add('GET', '/llms.txt', text);
  addDocsPages({
    router,
    operations,
    about,
    session: about.session,
    admit: about.admit,
    cache: { redact, version },
  });
}

/** Recipes for spreadsheets, with the public URL if a setting names it. */
function spreadsheets(publicUrl: string | null): string {
  const text = readFileSync(projectFile('docs/spreadsheets.md'), 'utf8');
  return publicUrl?.startsWith('http')
    ? text.replaceAll('https://firmoteca.example', publicUrl.replace(/\/$/, ''))
    : text;
}

/** `?compact`: the short document, for language models. */
function addOpenapi(router: Router<Handler>, whole: Handler, brief: Handler): void {
  router.add('GET', '/openapi.json', (request) =>
    new URLSearchParams(request.query).has('compact') ? brief(request) : whole(request),
  );
}

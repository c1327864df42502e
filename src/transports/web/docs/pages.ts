/** The pages of the documentation: the overview, the search, one page for each operation. Each opens the reader's session. */
import { ApiError } from '#api/api-error.ts';
import type { Operation } from '#api/endpoint.ts';
import { type DocumentedOperation, documentedOperation } from '#api/operation-examples.ts';
import { type Language, languages } from '#lib/i18n/message.ts';
import { noHiddenPersons } from '#lib/redaction/hidden-names.ts';
import { messages } from '#locales/messages.ts';
import type { Handler, Reply } from '#transports/http/reply.ts';
import type { Request } from '#transports/http/request.ts';
import type { Router } from '#transports/http/router.ts';
import { addresses } from '#transports/web/addresses.ts';
import { pageHeaders } from '#transports/web/routing/headers.ts';
import type { View } from '#transports/web/routing/page.ts';
import { byChapter } from './directory.ts';
import type { DocsOptions, DocsPage } from './docs-page.ts';
import { operationView } from './operation.ts';
import { hitsView, overviewView, WORDS } from './overview.ts';
import {
  type CachedPage,
  type CacheOptions,
  cachedPage,
  type OpenSession,
  openPage,
  redirectTo,
  renderPage,
} from './page-cache.ts';
import { indexOperations, searchOperations } from './search.ts';
import { answerAddress, TRY } from './try-form.ts';

/** Throws for a blocked or rate-limited reader. */
export type Admit = (request: Request, language: Language) => Promise<unknown>;

interface DocsPages {
  router: Router<Handler>;
  operations: readonly Operation[];
  about: DocsOptions;
  session: OpenSession;
  admit: Admit;
  cache: CacheOptions;
}

export function addDocsPages({ router, operations, about, session, admit, cache }: DocsPages): void {
  const ordered = byChapter(operations).flatMap(({ members }) => members);
  const { hidden = () => noHiddenPersons } = about;
  const redacted = (operation: Operation): DocumentedOperation => documentedOperation(operation, hidden());
  const docsPage = (language: Language): DocsPage => ({ options: about, language, operations: ordered.map(redacted) });
  const site = { isDemo: about.demo !== null, publicUrl: about.publicUrl ?? null };
  let index: ReturnType<typeof indexOperations> | undefined;
  for (const language of languages) {
    router.add('GET', addresses.docs[language], overview(language));
    router.add('GET', addresses.operation[language], operation(language));
  }

  function overview(language: Language): Handler {
    const view = (): View => overviewView(docsPage(language));
    const page: CachedPage = { page: { path: addresses.docs }, language, ...site, view };
    const whole = cachedPage(page, cache);
    return (request) => {
      const words = new URLSearchParams(request.query).get(WORDS)?.trim() ?? '';
      return openPage(request, page, words === '' ? whole : () => searchReply(words, request, page), session);
    };
  }

  /** Not cached, unlike the other pages: the request is admitted and counted. */
  async function searchReply(words: string, request: Request, page: CachedPage): Promise<Reply> {
    await admit(request, page.language);
    index ??= indexOperations(ordered);
    const hits = searchOperations(index, words).map((hit) => ({ ...hit, operation: redacted(hit.operation) }));
    const view = hitsView(words, hits, docsPage(page.language));
    const headers = pageHeaders(view, page.language, page.isDemo);
    return { status: 200, headers, body: cache.redact(renderPage(view, page, request.query)) };
  }

  function operation(language: Language): Handler {
    const all = new Map(ordered.map((one) => [one.id, operationPage(one, language)]));
    return (request) => {
      const { path, params, query } = request;
      const one = all.get(params.operation ?? '');
      if (!one) throw new ApiError('ROUTE_NOT_FOUND', messages.http.noPath({ path: path.slice(0, 100) }));
      const sent = new URLSearchParams(query);
      const answer = sent.has(TRY) ? answerAddress(one.declaration, sent) : null;
      return openPage(request, one.page, answer === null ? one.whole : () => redirectTo(answer), session);
    };
  }

  function operationPage(one: Operation, language: Language) {
    const view = (): View => operationView(redacted(one), docsPage(language));
    const page: CachedPage = {
      page: { path: addresses.operation },
      params: { operation: one.id },
      language,
      ...site,
      view,
    };
    return { declaration: one.declaration, page, whole: cachedPage(page, cache) };
  }
}

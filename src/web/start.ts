/** The start page: what this is and three things to try, in Romanian and English. Opening it opens the free browser session. */
import { readFileSync } from 'node:fs';
import { languageOf } from '#http/language.ts';
import { stable } from '#http/release-document.ts';
import type { Reply } from '#http/reply.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import type { Language } from '#sentences/sentence.ts';
import { freeSession, type SessionNeeds } from './free-session.ts';
import { html } from './html.ts';
import { otherLanguageLink, pageFrame } from './page-frame.ts';
import { type StartTexts, startTexts } from './start-texts.ts';

export interface StartNeeds extends SessionNeeds {
  isDemo: boolean;
  /** Addresses of operations that are worth a look: a company, a search. */
  company: string | null;
  search: string;
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // The page is small, and what it hands out is one reader's.
  'cache-control': 'no-store',
  vary: 'accept-language',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

export function addStartPage(router: Router<Handler>, needs: StartNeeds): void {
  const style = readFileSync(new URL('./start.css', import.meta.url), 'utf8');
  router.add(
    'GET',
    '/start.css',
    stable('text/css; charset=utf-8', () => style),
  );
  router.add('GET', '/', async (request): Promise<Reply> => {
    const language = languageOf(request.query, request.header('accept-language'), 'ro');
    return {
      status: 200,
      headers: { ...HEADERS, 'content-language': language, ...(await freeSession(request, needs)) },
      body: page(language, needs),
    };
  });
}

function page(language: Language, needs: StartNeeds): string {
  const texts = startTexts[language];
  return pageFrame({
    language,
    title: 'Firmoteca',
    description: texts.lead,
    head: html`<link rel="stylesheet" href="/start.css">`,
    body: html`${needs.isDemo && html`<p class="banner" role="note">${texts.demo}</p>`}
<header><p class="brand">Firmoteca</p>${otherLanguageLink('/', language, texts.other)}</header>
<main>
  <h1>${texts.title}</h1>
  <p class="lead">${texts.lead}</p>
  <p class="actions"><a class="button" href="/docs">${texts.docs}</a><a href="/openapi.json">OpenAPI</a></p>
  <h2>${texts.tryIt}</h2>
  <ol>${things(texts, needs).map(([title, path]) => html`<li><a href="${path}"><b>${title}</b><code>${path}</code></a></li>`)}</ol>
  <p class="small">${texts.free}</p>
</main>`,
  });
}

const things = (texts: StartTexts, { company, search }: StartNeeds): [title: string, path: string][] => [
  company === null ? [texts.activities, '/api/caen?q=software'] : [texts.company, company],
  [texts.search, search],
  [texts.rates, '/api/rates'],
];

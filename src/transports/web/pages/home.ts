/** The first page: a promise, the search, the sources of today, three verdicts that show what is promised, six questions. */

import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, toQuery } from '#transports/web/addresses.ts';
import { searchField } from '#transports/web/components/search-field.ts';
import { html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { questions } from './home/questions.ts';
import { sampleVerdicts } from './home/sample-verdicts.ts';
import { sourcesToday } from './home/sources-today.ts';

/** `samples`: fiscal codes whose verdicts are worth a look; where nobody chose any, those of the largest companies. */
export const homePage = (samples: readonly string[]): Page => ({
  path: addresses.home,
  async show(request: PageRequest) {
    const { language, client } = request;
    const texts = textsOf(language).home.page;
    const [status, rates, tenders, verdicts] = await Promise.all([
      settle(client.getStatus({})),
      settle(client.getRates({})),
      settle(client.searchTenders({ state: 'open', limit: 1 })),
      sampleVerdicts(samples, request),
    ]);
    return {
      title: texts.title,
      description: texts.what,
      structured: searchAction(language),
      hasSearch: true,
      body: html`<section class="opening front"><div><h1>${texts.promise}</h1>${searchField({ language, q: '', isLarge: true, isFirst: true })}<p class="promise">${texts.what}</p></div>
${status.result && sourcesToday(status.result.data, request)}</section>
${verdicts}
${questions({ rates: rates.result?.data ?? null, openTenders: tenders.result?.meta.page?.total ?? null }, language)}`,
    };
  },
});

/** Search engines may offer our search under our name. */
const searchAction = (language: Language): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'Firmoteca',
  potentialAction: {
    '@type': 'SearchAction',
    target: `${toQuery('search', language, {})}?q={q}`,
    'query-input': 'required name=q',
  },
});

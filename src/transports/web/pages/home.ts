/** The first page: a promise, the search, the sources of today, three verdicts that show what is promised, six questions. */
import type { Language } from '#lib/i18n/message.ts';
import { addresses, toQuery } from '#transports/web/addresses.ts';
import { searchField } from '#transports/web/components/search-field.ts';
import { html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { tried } from '#transports/web/routing/settle.ts';
import { questions } from './home/questions.ts';
import { sampleVerdicts } from './home/sample-verdicts.ts';
import { sourcesToday } from './home/sources-today.ts';

const texts = {
  ro: {
    title: 'Firme din România: stare, TVA, bilanțuri, achiziții publice',
    promise: 'Ce știm despre orice firmă. Și cât de sigur.',
    what: 'Registrul comerțului, ANAF, bilanțuri, achiziții publice și Monitorul Oficial, fiecare cu sursa și data ei. Gratuit, fără cont.',
  },
  en: {
    title: 'Companies of Romania: status, VAT, accounts, public procurement',
    promise: 'What we know about any company. And how sure we are.',
    what: 'Trade registry, tax office, accounts, public procurement and the Official Gazette, each with its source and date. Free, without an account.',
  },
};

/** `samples`: fiscal codes whose verdicts are worth a look; where nobody chose any, those of the largest companies. */
export const homePage = (samples: readonly string[]): Page => ({
  path: addresses.home,
  async show(request: PageRequest) {
    const { language, client } = request;
    const words = texts[language];
    const [status, rates, tenders, verdicts] = await Promise.all([
      tried(client.getStatus({})),
      tried(client.getRates({})),
      tried(client.searchTenders({ state: 'open', limit: 1 })),
      sampleVerdicts(samples, request),
    ]);
    return {
      title: words.title,
      description: words.what,
      structured: searchAction(language),
      hasSearch: true,
      body: html`<section class="opening front"><div><h1>${words.promise}</h1>${searchField({ language, q: '', isLarge: true, isFirst: true })}<p class="promise">${words.what}</p></div>
${status.told && sourcesToday(status.told.data, request)}</section>
${verdicts}
${questions({ rates: rates.told?.data ?? null, openTenders: tenders.told?.meta.page?.total ?? null }, language)}`,
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

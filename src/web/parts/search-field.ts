/** The one search of the service: a form that works alone, and that an island makes instant. */
import type { Language } from '#sentences/sentence.ts';
import { addresses, type PageName, to } from '#web/addresses.ts';
import { frameTexts } from '#web/door/frame-texts.ts';
import { type Html, html } from '#web/html.ts';
import { icon } from './icon.ts';

interface Field {
  language: Language;
  q: string;
  /** The first thing on the home page, with a button and its own hint. */
  isLarge?: boolean;
}

export function searchField({ language, q, isLarge = false }: Field): Html {
  const texts = frameTexts[language];
  return html`<form class="find${isLarge && ' large'}" action="${to('search', language)}" role="search" data-find="${JSON.stringify(toldOf(language))}">
${icon('search')}
<input type="search" name="q" value="${q}" placeholder="${texts.findHint}" aria-label="${texts.findHint}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200" enterkeyhint="search"${isLarge && html` autofocus`}>
${isLarge && html`<button class="button" type="submit">${texts.find}</button>`}
</form>`;
}

const island = {
  ro: {
    titles: { companies: 'Firme', people: 'Persoane', records: 'Licitații, contracte, hotărâri, comunicate' },
    all: 'Enter arată toate rezultatele',
    none: 'Nimic cu aceste cuvinte',
  },
  en: {
    titles: { companies: 'Companies', people: 'People', records: 'Tenders, contracts, decisions, press' },
    all: 'Enter shows all results',
    none: 'Nothing with these words',
  },
} as const;

/** Kinds of records that have a page of their own. */
const RECORD_PAGES = {
  notice: 'notice',
  contract: 'contract',
  caen: 'activity',
  article: 'article',
} as const satisfies Record<string, PageName>;

/** For the island: it knows neither language nor addresses. */
function toldOf(language: Language) {
  const pattern = (page: PageName): string => addresses[page][language].replace(/\{[a-z]+\}/, '{}');
  return {
    company: pattern('company'),
    person: pattern('person'),
    records: Object.fromEntries(Object.entries(RECORD_PAGES).map(([kind, page]) => [kind, pattern(page)])),
    ...island[language],
  };
}

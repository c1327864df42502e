/** Errors as pages: what happened, in plain words, and a way on. */
import type { Problem } from '#operations/problem.ts';
import type { Language } from '#sentences/sentence.ts';
import type { View } from '#web/door/page.ts';
import { html } from '#web/html.ts';
import { searchField } from '#web/parts/search-field.ts';

interface Happened {
  language: Language;
  path: string;
  requestId: string;
}

const texts = {
  ro: {
    notFound: 'Aici nu este nimic',
    wrong: 'Cererea nu poate fi înțeleasă',
    limit: 'Prea multe pagini într-un minut',
    away: 'Momentan nu se poate',
    ours: 'Pagina nu a putut fi făcută',
    fault: 'E vina noastră. Dacă se repetă, spuneți-ne codul:',
    search: 'Căutați o firmă, un CUI sau o persoană:',
  },
  en: {
    notFound: 'There is nothing here',
    wrong: 'The request cannot be understood',
    limit: 'Too many pages in a minute',
    away: 'Not possible right now',
    ours: 'The page could not be made',
    fault: 'Our fault. If it happens again, tell us the code:',
    search: 'Search a company, a CUI or a person:',
  },
} as const;

/** `problem` is null where the fault is ours. */
export function problemView(problem: Problem | null, { language, requestId }: Happened): View {
  const words = texts[language];
  const status = problem?.status ?? 500;
  const heading = headingOf(status, words);
  return {
    title: heading,
    status,
    isUnlisted: true,
    body: html`<section class="opening slim"><h1>${heading}</h1>
${problem ? html`<p class="promise">${problem.in(language).message}</p>` : html`<p class="promise">${words.fault} <code>${requestId}</code></p>`}
<p class="promise">${words.search}</p>
${searchField({ language, q: '', isLarge: true })}</section>`,
  };
}

function headingOf(status: number, words: (typeof texts)[Language]): string {
  if (status === 404) return words.notFound;
  if (status === 429) return words.limit;
  if (status >= 400 && status < 500) return words.wrong;
  return status === 500 ? words.ours : words.away;
}

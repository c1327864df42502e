/** The way to the next page of a list; the address carries all that was asked for. */
import type { Language } from '#sentences/sentence.ts';
import { type Html, html } from '#web/html.ts';

const NEXT = { ro: 'Pagina următoare', en: 'Next page' } as const;

/** `at` makes the address of a page from a cursor. */
export const pager = (
  cursor: string | null | undefined,
  at: (cursor: string) => string,
  language: Language,
): Html | null =>
  cursor
    ? html`<nav class="pager"><a class="button second" rel="next" href="${at(cursor)}">${NEXT[language]}</a></nav>`
    : null;

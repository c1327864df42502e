/** The way to the next page of a list; the address carries all that was asked for. */

import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { type Html, html } from '#transports/web/html.ts';

/** `at` makes the address of a page from a cursor. */
export const pager = (
  cursor: string | null | undefined,
  at: (cursor: string) => string,
  language: Language,
): Html | null =>
  cursor
    ? html`<nav class="pager"><a class="button second" rel="next" href="${at(cursor)}">${textsOf(language).components.pager.next}</a></nav>`
    : null;

export interface PageOfList {
  offset: number;
  returned: number;
  limit: number;
  /** Null where nobody counted. */
  total: number | null;
  totalRelation: 'exact' | 'atLeast';
  nextCursor: string | null;
}

/** The same with the place in the list: `31–60 din 318`. `at` without a cursor is where the list begins. */
export function paging(
  page: PageOfList | undefined,
  at: (cursor: string | undefined) => string,
  language: Language,
): Html | null {
  if (!page || page.returned === 0) return null;
  const { offset, returned, limit, total, totalRelation, nextCursor } = page;
  const texts = textsOf(language).components.pager.page;
  const figure = (count: number): string => wholeNumber(count, language);
  const rest = total === null || totalRelation === 'atLeast' ? limit : Math.min(limit, total - offset - returned);
  const whole = total !== null && ` ${texts.of} ${totalRelation === 'atLeast' ? texts.least : ''}${figure(total)}`;
  return html`<nav class="pager places-in-list">${nextCursor !== null && html`<a class="button second" rel="next" href="${at(nextCursor)}">${texts.next(figure(rest))}</a>`}
<span class="quiet">${figure(offset + 1)}–${figure(offset + returned)}${whole}</span>${offset > 0 && html`<a href="${at(undefined)}">${texts.first}</a>`}</nav>`;
}

/** All operations by chapter. */

import type { Operation } from '#api/endpoint.ts';
import { type Chapter, chapterOf, chapters } from '#api/openapi/chapters.ts';
import { firstSentence } from '#api/openapi/overview.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html, prose } from '#transports/web/html.ts';
import type { DocsPage } from './docs-page.ts';
import { breakable } from './fields.ts';
import { formatPrice, withoutKey } from './phrases.ts';

export interface ChapterOperations<One extends Operation> {
  chapter: Chapter;
  members: One[];
}

export const byChapter = <One extends Operation>(operations: readonly One[]): ChapterOperations<One>[] =>
  chapters
    .map((chapter) => ({
      chapter,
      members: operations.filter(({ declaration }) => chapterOf(declaration) === chapter),
    }))
    .filter(({ members }) => members.length > 0);

/** The list in the margin of an operation, with its own chapter unfolded. */
export const directory = (current: DocumentedOperation, { operations, language }: DocsPage): Html =>
  html`<nav class="directory" aria-label="${textsOf(language).docs.page.inChapters}"><h2><a href="${to('docs', language)}">${textsOf(language).docs.page.inChapters}</a></h2>
${byChapter(operations).map(
  ({ chapter, members }) =>
    html`<details${chapter === chapterOf(current.declaration) && html` open`}><summary>${chapter.name[language]}</summary><ul>${members.map(
      ({ id, declaration }) =>
        html`<li><a href="${to('operation', language, { operation: id })}"${id === current.id && html` aria-current="page"`}>${declaration.title[language]}</a></li>`,
    )}</ul></details>`,
)}</nav>`;

/** A row of a list: title, description, address and access. `more`: the reason for a hit. */
export function entry(
  { id, declaration }: DocumentedOperation,
  { options: about, language }: DocsPage,
  more: Html | null = null,
): Html {
  const { method = 'GET', path, title, about: text } = declaration;
  return html`<li id="${id}"><span><a href="${to('operation', language, { operation: id })}">${title[language]}</a><br>
<span class="meta">${prose(firstSentence(text[language]))}</span><br>
<code class="meta"><b>${method}</b> ${breakable(path)}</code>${more}</span>
<span class="right meta">${accessText({ id, declaration }, { options: about, language })}</span></li>`;
}

function accessText(operation: Operation, { options: about, language }: Pick<DocsPage, 'options' | 'language'>): Html {
  const texts = textsOf(language).docs.page;
  const { access } = operation.declaration;
  if (access === 'free') return html`${texts.allCallers}`;
  const price = about.paymentInfo?.(operation) ?? null;
  const sold = price && html`<br>${formatPrice(price, language)}`;
  const isOpen = withoutKey(operation.declaration) === 'all';
  return html`${!isOpen && icon('pro')} Pro${sold}`;
}

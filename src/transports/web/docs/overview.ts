/** The first page of the documentation: first steps, search, every operation by chapter, and common rules. */

import { Meta } from '#api/openapi/envelope.ts';
import { originIn, sampleRequest } from '#api/openapi/operation.ts';
import type { DocumentedOperation } from '#api/operation-examples.ts';
import { counted } from '#lib/i18n/counts.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html, prose } from '#transports/web/html.ts';
import type { View } from '#transports/web/routing/page.ts';
import { byChapter, entry } from './directory.ts';
import type { DocsPage } from './docs-page.ts';
import { SPREADSHEETS } from './llms.ts';
import { sample } from './operation.ts';
import { meaningOf } from './phrases.ts';
import { CHARACTERS_MAX, type OperationHit } from './search.ts';

/** The query parameter of the search. */
export const WORDS = 'words';

/** The operation of the first steps. */
const FIRST = 'getCompany';

export function overviewView(docs: DocsPage): View {
  const { operations, language } = docs;
  const texts = textsOf(language).docs.overview;
  return {
    title: texts.title,
    description: texts.description,
    scripts: ['operations', 'copy'],
    body: html`${start(docs)}
${search('', docs)}
<div id="found">${byChapter(operations).map(({ chapter, members }, i) =>
      card({
        id: `chapter-${i + 1}`,
        title: chapter.name[language],
        sources: html`<p class="small quiet">${chapter.about[language]}</p>`,
        body: html`<ul class="ledger operations">${members.map((one) => entry(one, docs))}</ul>`,
      }),
    )}</div>
${card({ id: 'rules', title: texts.rules, body: rules(docs) })}
${card({ id: 'meta', title: texts.meta.replaceAll('`', ''), body: metaFields(docs) })}`,
  };
}

/** The hits of a search. The client script takes the list out of this page; a browser without scripts displays the whole page. */
export function hitsView(text: string, hits: readonly OperationHit<DocumentedOperation>[], docs: DocsPage): View {
  const { language } = docs;
  const texts = textsOf(language).docs.overview;
  const words = text.slice(0, CHARACTERS_MAX);
  return {
    title: texts.title,
    isUnlisted: true,
    scripts: ['operations'],
    body: html`<section class="opening slim docs-opening"><h1>${texts.find}</h1></section>
${search(words, docs)}
<div id="found"><p class="counted"><span>${hits.length === 0 ? texts.none(words) : texts.resultCount(counted(hits.length, textsOf(language).docs.page.operations, language), words)}</span> <a href="${to('docs', language)}">${texts.all}</a></p>
<ul class="ledger operations">${hits.map(({ operation, fields }) => entry(operation, docs, fields.length > 0 ? html`<br><span class="meta">${texts.inFields} ${fields.map((field, i) => html`${i > 0 && ', '}<code>${field}</code>`)}</span>` : null))}</ul></div>`,
  };
}

const search = (words: string, { language }: DocsPage): Html => {
  const texts = textsOf(language).docs.overview;
  return html`<form class="find large operations-find" action="${to('docs', language)}" role="search" aria-label="${texts.find}" data-operations>
${icon('search')}<input type="search" name="${WORDS}" value="${words}" placeholder="${texts.findHint}" aria-label="${texts.find}" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="${CHARACTERS_MAX}" enterkeyhint="search">
<button class="button" type="submit">${texts.findButton}</button><span class="unseen" role="status"></span></form>`;
};

/** Three steps, beside the answer of the second. */
function start({ options: about, operations, language }: DocsPage): Html {
  const texts = textsOf(language).docs.overview;
  const first = operations.find(({ id }) => id === FIRST) ?? operations[0];
  const request = first && sampleRequest(first.declaration, originIn(about.publicUrl ?? null));
  const whole = first?.answers.whole ?? null;
  return html`<section class="start"><div class="opening slim docs-opening"><h1>${texts.heading}</h1><p class="promise">${texts.promise(counted(operations.length, textsOf(language).docs.page.operations, language))}</p></div><ol>
<li><h2>${texts.getKey}</h2>${
    about.demo
      ? html`<p>${texts.keyOfDemo}<br><code data-copy>${about.demo.key}</code></p>`
      : html`<p>${texts.keyOfPro} <a href="${to('pricing', language)}">${texts.toPricing}</a></p>`
  }<p class="small quiet">${texts.withoutKey}</p></li>
<li><h2>${texts.requestStep}</h2>${
    request &&
    html`<pre tabindex="0" role="region" aria-label="curl"><code data-copy data-origin="${request.origin}">curl -H 'X-API-Key: ${about.demo?.key ?? '…'}' \\
  ${request.origin}${request.path}</code></pre>`
  }</li>
<li><h2>${texts.read}</h2><p>${prose(texts.readMore)}</p>
<p class="tools"><b>${texts.forPrograms}:</b> <a href="/openapi.json">${texts.openapi}</a> <a href="/llms.txt">${texts.llms}</a> <a href="${SPREADSHEETS}">${texts.spreadsheets}</a> <a href="${to('changes', language)}">${texts.changes}</a></p></li>
</ol>${whole && sample(whole, texts.answer, language)}</section>`;
}

function rules({ options: { limits }, language }: DocsPage): Html {
  const { rulesOf } = textsOf(language).docs.overview;
  const requests = (count: number): string => counted(count, textsOf(language).docs.page.requests, language);
  const figures = limits && {
    pro: requests(limits.pro),
    address: String(limits.address),
    browser: String(limits.browser),
  };
  return html`<dl class="facts">${rulesOf(figures ?? null).map(([name, text]) => html`<div><dt>${name}</dt><dd>${prose(text)}</dd></div>`)}</dl>`;
}

const metaFields = ({ language }: DocsPage): Html =>
  html`<dl class="facts">${Object.entries(Meta.properties as Record<string, { description?: string }>).map(
    ([name, shape]) => html`<div><dt><code>${name}</code></dt><dd>${prose(meaningOf(shape, language))}</dd></div>`,
  )}</dl>`;
